import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';

/** True for the membership `m` while its price difference is being paid. */
export const isPlanChangeUnderWay = sql<SqlBool>`exists (
  select from plan_changes p join invoices i on i.id = p.invoice_id
   where p.contact_membership_id = m.id and p.applied_at is null and ${isInvoiceOutstanding})`;

export async function hasPlanChangeUnderWay(tx: Tx, contactMembershipId: string): Promise<boolean> {
  const membership = tx.selectFrom('contact_memberships as m').select('m.id').where('m.id', '=', contactMembershipId);
  return (await membership.where(isPlanChangeUnderWay).executeTakeFirst()) !== undefined;
}

/** Until the payment has a result, nobody knows which plan determines the dates. */
export async function requireNoPlanChangeUnderWay(tx: Tx, contactMembershipId: string): Promise<void> {
  if (await hasPlanChangeUnderWay(tx, contactMembershipId))
    throw conflict('A change of plan is being paid. Wait for its result and try again.');
}
