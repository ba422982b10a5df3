import { chunk } from 'es-toolkit';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type {
  ContactImportResponse,
  ContactImportBody,
  ImportDuplicate,
  ImportedContact,
} from '#domain/contact-import/contract.ts';
import { repeatedEmails } from '#domain/contact-import/rows.ts';
import { spellTags } from '#domain/contacts/tags.ts';
import { importActor, type Occasion } from '#server/platform/http/actors.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { badRequest, notFound, tooMany } from '#server/platform/http/problem.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { addsMore, outcomeReader, summarize, type ImportOutcome } from './outcome.ts';
import { addAccounts, importHome, importContext } from './memberships.ts';
import { contactImportRepo } from './repo.ts';
import { contactsRepo, loggedContact, toColumns } from '#server/modules/contacts/index.ts';

/** So that each statement stays far below its timeout. */
const chunkRows = 100;

export const importRunning = () => tooMany('An import is already running. Please try again when it is done.', 10);

/**
 * A row that cannot be imported refuses the whole file; a dry run lists them. `throwIfAborted` throws once the client has
 * disconnected, which rolls everything back.
 */
export async function importContacts(
  tx: Tx,
  { companyId, now, actor }: Occasion & { readonly companyId: string },
  { locationId, contacts, dryRun = false }: ContactImportBody,
  throwIfAborted: () => void,
): Promise<ContactImportResponse> {
  const repo = contactImportRepo(tx);
  // Another server may be running one. Nobody waits with a connection.
  if (!(await repo.tryLock(companyId))) throw importRunning();
  if (!(await locationRepo(tx).forKeyShare(locationId))) throw notFound('Location');
  const home = await importHome(tx, locationId);
  const addsMoreThanContacts = contacts.some(addsMore);
  const outcomes = addsMoreThanContacts
    ? await toOutcomes(contacts, await importContext(tx, home, toCustomers(contacts), now), throwIfAborted)
    : [];
  const repeated = repeatedEmails(contacts);
  const firsts = contacts.flatMap((contact, index) =>
    repeated.has(index) ? [] : [{ contact, outcome: outcomes[index] ?? contactOnly }],
  );
  if (!dryRun) refuseInvalid(outcomes, repeated);
  const added = new Set<string>();
  const knownTags = firsts.some(({ contact }) => contact.tags?.length)
    ? (await contactsRepo(tx).tags([companyId])).map(({ name }) => name)
    : [];
  for (const batch of dryRun ? [] : chunk(firsts, chunkRows)) {
    throwIfAborted();
    const rows = batch.map(({ contact }) => ({
      ...toRow(contact, knownTags),
      company_id: companyId,
      home_location_id: locationId,
    }));
    const saved = await repo.add(rows);
    for (const { email } of saved) added.add(email.toLowerCase());
    const entries = saved.map((row) => ({
      companyId,
      action: 'contact.imported' as const,
      recordId: row.id,
      label: loggedContact.label(row),
      locationId,
    }));
    await logActivity(tx, importActor(actor), ...entries);
    if (!addsMoreThanContacts) continue;
    const people = rows.flatMap((row, index) =>
      added.has(row.email.toLowerCase()) ? [{ contact: row, outcome: batch[index]?.outcome ?? contactOnly }] : [],
    );
    await addAccounts(tx, home, people, { now, actor: importActor(actor) });
  }
  if (added.size > 0) {
    const changes = [{ field: 'contacts', before: null, after: added.size }];
    await logActivity(tx, actor, {
      companyId,
      action: 'location.contacts-imported',
      recordId: home.id,
      label: home.name,
      locationId,
      changes,
    });
  }
  throwIfAborted();
  const left = firsts.map(({ contact }) => toKey(contact)).filter((email) => !added.has(email));
  const existing = await repo.withEmails(companyId, left);
  const duplicates = contacts.flatMap((contact, index): ImportDuplicate[] => {
    if (repeated.has(index)) return [{ index, contact: null }];
    const row = existing.get(toKey(contact));
    return row && !added.has(toKey(contact))
      ? [{ index, contact: { id: row.id, firstName: row.first_name, lastName: row.last_name } }]
      : [];
  });
  throwIfAborted();
  const skipped = new Map(
    duplicates.map(({ index, contact }) => [index, contact ? ('existing' as const) : ('repeated' as const)]),
  );
  const invalid = outcomes.filter(({ errors }, index) => errors && !skipped.has(index)).length;
  const imported = dryRun ? contacts.length - duplicates.length - invalid : added.size;
  const message = dryRun ? 'Nothing was saved' : 'Contacts imported';
  return { message, imported, duplicates, ...(addsMoreThanContacts && { summary: summarize(outcomes, skipped) }) };
}

const contactOnly: ImportOutcome = { balanceCents: 0 };

const toCustomers = (contacts: readonly ImportedContact[]) =>
  contacts.flatMap(({ stripeCustomerId }) => stripeCustomerId ?? []);

/** Rows validated before other requests get a turn: a few milliseconds. */
const atATime = 500;

async function toOutcomes(
  contacts: readonly ImportedContact[],
  into: Parameters<typeof outcomeReader>[0],
  throwIfAborted: () => void,
): Promise<ImportOutcome[]> {
  const read = outcomeReader(into);
  const rows: ImportOutcome[] = [];
  for (const [index, contact] of contacts.entries()) {
    if (index > 0 && index % atATime === 0) {
      await othersFirst();
      throwIfAborted();
    }
    rows.push(read(contact));
  }
  return rows;
}

const namedErrors = 100;

function refuseInvalid(rows: readonly ImportOutcome[], repeated: ReadonlyMap<number, number>): void {
  const errors = rows.flatMap((row, index) =>
    repeated.has(index)
      ? []
      : Object.entries(row.errors ?? {}).map(([field, message]) => [`contacts.${index}.${field}`, message] as const),
  );
  const [first] = errors;
  if (first) throw badRequest(first[1], Object.fromEntries(errors.slice(0, namedErrors)));
}

const toKey = ({ email }: ImportedContact) => email.toLowerCase();

const toRow = (contact: ImportedContact, knownTags: readonly string[]) => ({
  ...toColumns({ ...contact, tags: spellTags(contact.tags ?? [], knownTags) }),
  id: uuid(),
  first_name: contact.firstName,
  last_name: contact.lastName,
  email: contact.email,
  phone: contact.phone ?? '',
});
