import { sql } from 'kysely';
import { findUnsettled } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** Why a contact cannot be erased yet, in words. */
export async function findRefusals(tx: Tx, contactId: string, now: Date): Promise<string[]> {
  const { reasons } = await findUnsettled(tx, contactId, now);
  const { rows } = await sql<{ household: string | null; isDisputed: boolean }>`
    select (select h.name from households h
             where h.payer_id = ${contactId}
               and exists (select from household_members m where m.household_id = h.id and m.contact_id <> ${contactId})) as household,
           exists (select from disputes d join invoices i on i.id = d.invoice_id
                    where i.contact_id = ${contactId} and d.status like any (array['%needs_response', '%under_review'])) as "isDisputed"`.execute(
    tx,
  );
  const { household = null, isDisputed = false } = rows[0] ?? {};
  return [
    ...reasons,
    ...(household === null ? [] : [`They pay for the household ‘${household}’. Choose another payer first.`]),
    ...(isDisputed ? ['A payment is disputed. Wait until the dispute is decided.'] : []),
  ];
}
