import { camelCase, mapKeys, omitBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import type { Tables, ContactRow } from '#server/platform/database/schema.ts';
import { isPaymentPosting } from '#server/modules/invoices/index.ts';
import { selectNamedContacts } from '#server/modules/contacts/index.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { personTables } from './personTables.ts';

/** Deleted contacts too, but neither erased ones nor those for customers without a name. 404 without access. */
export async function requirePerson(tx: Tx, scope: AccessScope, id: string): Promise<ContactRow> {
  const row = await lockPerson(tx, id);
  return requireAccess(scope, row, 'Contact');
}

export const lockPerson = (tx: Tx, id: string): Promise<ContactRow | undefined> =>
  selectNamedContacts(tx).where('c.id', '=', id).forUpdate().executeTakeFirst();

export type PersonRow = Readonly<Record<string, unknown>>;
/** By table, with the names of the columns in camel case. Tables that have nothing are left out. */
export type PersonRecords = ReadonlyMap<keyof Tables, readonly PersonRow[]>;

/** Keys of files, hashes of links, and what follows from other columns. */
const isTechnical = (name: string) => /(_hash|_sealed|_key|^key|^search_text|^company_id)$/.test(name);

export async function readPerson(tx: Tx, contactId: string): Promise<PersonRecords> {
  const person = new Map<keyof Tables, readonly PersonRow[]>();
  for (const [table, condition] of Object.entries(personTables)) {
    if (!condition) continue;
    const { rows } = await sql<{ row: PersonRow }>`
      select to_jsonb(t) ${table === 'payments' ? withBooking : sql``} as row from ${sql.table(table)} as t where ${condition(contactId)} order by 1`.execute(
      tx,
    );
    if (rows.length > 0) person.set(table as keyof Tables, rows.map(toPersonRow));
  }
  return person;
}

/** Adds to the payment `t` when it was booked, which dates it. Null until then. */
const withBooking = sql`|| jsonb_build_object('posted_at',
  (select g.at from ledger_postings as g where g.payment_id = t.id and ${isPaymentPosting}))`;

const toPersonRow = ({ row }: { row: PersonRow }): PersonRow =>
  mapKeys(
    omitBy(row, (_value, column) => isTechnical(column)),
    (_value, column) => camelCase(column),
  );
