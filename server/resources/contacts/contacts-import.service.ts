import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { ContactImportAnswer, ContactImportBody, ImportDuplicate, ImportedContact } from '#domain/contract/contacts-import.ts';
import { repeatedEmails } from '#domain/rules/contactImport.ts';
import type { Tx } from '#server/db/database.ts';
import { notFound, unavailable } from '#server/http/problem.ts';
import { contactImportRepo, type ImportRow } from './contacts-import.repo.ts';
import { contactsRepo } from './contacts.repo.ts';

/** Rows a statement: each stays far below the time that a statement may take. */
const chunkRows = 1_000;
const turnPollMs = 100;
const turnPolls = 250;

/**
 * Adds all of a file's contacts whose e-mail the company does not know yet, or with `dryRun` says which those are.
 * `goOn` is asked between the steps and throws once nobody waits any more, which takes everything back.
 */
export async function importContacts(
  tx: Tx,
  companyId: string,
  { locationId, contacts, dryRun = false }: ContactImportBody,
  goOn: () => void,
): Promise<ContactImportAnswer> {
  const repo = contactImportRepo(tx);
  await turn(repo, companyId, goOn);
  if (!(await contactsRepo(tx).heldHome(locationId))) throw notFound('Location');
  const repeated = repeatedEmails(contacts);
  const firsts = contacts.filter((_contact, index) => !repeated.has(index));
  const added = new Set<string>();
  for (const chunk of dryRun ? [] : chunksOf(firsts)) {
    goOn();
    for (const email of await repo.add(companyId, locationId, chunk.map(toRow))) added.add(email);
  }
  goOn();
  const left = firsts.map(keyOf).filter((email) => !added.has(email));
  const known = await repo.withEmails(companyId, left);
  const duplicates = contacts.flatMap((contact, index): ImportDuplicate[] => {
    if (repeated.has(index)) return [{ index, contact: null }];
    const row = known.get(keyOf(contact));
    return row && !added.has(keyOf(contact)) ? [{ index, contact: { id: row.id, firstName: row.first_name, lastName: row.last_name } }] : [];
  });
  goOn();
  const imported = dryRun ? contacts.length - duplicates.length : added.size;
  return { message: dryRun ? 'Nothing was saved' : 'Contacts imported', imported, duplicates };
}

/**
 * One import of a company at a time, so that two of the same people neither lock each other out nor wait inside one
 * statement for longer than a statement may take.
 */
async function turn(repo: ReturnType<typeof contactImportRepo>, companyId: string, goOn: () => void): Promise<void> {
  for (let poll = 0; poll < turnPolls; poll += 1) {
    goOn();
    if (await repo.takesTurn(companyId)) return;
    await pause(turnPollMs);
  }
  throw unavailable('Another import is running. Please try again in a moment.');
}

const keyOf = ({ email }: ImportedContact) => email.toLowerCase();

const chunksOf = (contacts: readonly ImportedContact[]) =>
  Array.from({ length: Math.ceil(contacts.length / chunkRows) }, (_, index) => contacts.slice(index * chunkRows, (index + 1) * chunkRows));

const toRow = (contact: ImportedContact): ImportRow => ({
  id: uuid(),
  first_name: contact.firstName,
  last_name: contact.lastName,
  email: contact.email,
  phone: contact.phone ?? '',
  date_of_birth: contact.dateOfBirth ?? null,
  address: contact.address ?? '',
  city: contact.city ?? '',
  state: contact.state ?? '',
  zip_code: contact.zipCode ?? '',
  emergency_contact_name: contact.emergencyContactName ?? '',
  emergency_contact_phone: contact.emergencyContactPhone ?? '',
  notes: contact.notes ?? '',
});
