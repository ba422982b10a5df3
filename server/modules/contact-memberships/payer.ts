import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

/** Who gets the invoices of this contact's memberships: the payer of their household, else the contact. */
export async function payerOf(tx: Tx, contactId: string): Promise<string> {
  const { rows } = await sql<{ payer: string }>`select payer_of(${contactId}::uuid) as payer`.execute(tx);
  return rows[0]?.payer ?? contactId;
}

/** The same key of whoever pays, for example of the saved card. */
export const keyOfPayer = async (tx: Tx, { company_id, contact_id }: { company_id: string; contact_id: string }) => ({
  company_id,
  contact_id: await payerOf(tx, contact_id),
});
