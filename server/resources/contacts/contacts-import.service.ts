import { v7 as uuid } from 'uuid';
import type { ContactImportResponse, ContactImportBody, ImportDuplicate, ImportedContact } from '#domain/contract/contacts-import.ts';
import { repeatedEmails } from '#domain/rules/contactImport.ts';
import { importActor, type Actor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import { notFound, raise, tooMany } from '#server/http/problem.ts';
import { contactImportRepo, type ImportRow } from './contacts-import.repo.ts';
import { contactsRepo } from './contacts.repo.ts';

/** Rows a statement: each stays far below the time that a statement may take. */
const chunkRows = 1_000;

export const importRunning = () => tooMany('An import is already running. Please try again when it is done.', 10);

/**
 * Adds all of a file's contacts whose e-mail the company does not know yet, or with `dryRun` says which those are.
 * `goOn` is asked between the steps and throws once nobody waits any more, which takes everything back.
 */
export async function importContacts(
  tx: Tx,
  { companyId, actor }: { companyId: string; actor: Actor },
  { locationId, contacts, dryRun = false }: ContactImportBody,
  throwIfAborted: () => void,
): Promise<ContactImportResponse> {
  const repo = contactImportRepo(tx);
  // On another server, that is; on this one they do not get here together. Nobody waits with a connection in hand.
  if (!(await repo.tryLock(companyId))) throw importRunning();
  const home = (await contactsRepo(tx).heldHome(locationId)) ?? raise(notFound('Location'));
  const repeated = repeatedEmails(contacts);
  const firsts = contacts.filter((_contact, index) => !repeated.has(index));
  const added = new Set<string>();
  for (const chunk of dryRun ? [] : chunksOf(firsts)) {
    throwIfAborted();
    for (const email of await repo.add(companyId, locationId, chunk.map(toRow), importActor(actor))) added.add(email);
  }
  if (added.size > 0) {
    const changes = [{ field: 'contacts', before: null, after: added.size }];
    await logActivity(tx, actor, { companyId, action: 'location.contacts-imported', recordId: home.id, label: home.name, locationId, changes });
  }
  throwIfAborted();
  const left = firsts.map(keyOf).filter((email) => !added.has(email));
  const known = await repo.withEmails(companyId, left);
  const duplicates = contacts.flatMap((contact, index): ImportDuplicate[] => {
    if (repeated.has(index)) return [{ index, contact: null }];
    const row = known.get(keyOf(contact));
    return row && !added.has(keyOf(contact)) ? [{ index, contact: { id: row.id, firstName: row.first_name, lastName: row.last_name } }] : [];
  });
  throwIfAborted();
  const imported = dryRun ? contacts.length - duplicates.length : added.size;
  return { message: dryRun ? 'Nothing was saved' : 'Contacts imported', imported, duplicates };
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
