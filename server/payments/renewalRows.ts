import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { periodEnd, renewedEnd } from '#domain/rules/membershipTerm.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';

/** The renewal that an invoice is for; undefined for a sale. */
export const renewalOf = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('renewals').select(columns.renewals).where('invoice_id', '=', invoiceId).executeTakeFirst();

/** Moves the plan's end on by the period that this invoice paid; once, however often it is told. */
export async function renewalPaid(tx: Tx, invoiceId: string, now: Date): Promise<void> {
  const renewal = await renewalOf(tx, invoiceId);
  if (!renewal || renewal.status === 'paid') return;
  const held = await tx
    .selectFrom('contact_memberships')
    .select(columns.contact_memberships)
    .where('id', '=', renewal.contact_membership_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const term = {
    billingFrequency: held.billing_frequency,
    startDate: held.start_date,
    endDate: held.end_date,
    contractEndDate: held.contract_end_date,
  };
  // An earlier period that was refunded meanwhile has brought the end forward; this one is paid to its own end.
  const [end] = [renewedEnd(term), held.end_date && periodEnd(term, renewal.period)].filter((day) => day !== null).toSorted().toReversed();
  await tx
    .updateTable('contact_memberships')
    .set({ end_date: end ?? held.end_date, periods_paid: renewal.period })
    .where('id', '=', held.id)
    .execute();
  await tx
    .updateTable('renewals')
    .set({ status: 'paid', next_attempt_on: null, updated_at: now })
    .where('contact_membership_id', '=', renewal.contact_membership_id)
    .where('period', '=', renewal.period)
    .execute();
}

/** An attempt that failed for good leaves the invoice overdue; further days are the renewal's own business. */
export async function renewalDeclined(tx: Tx, invoice: InvoiceRow, now: Date): Promise<void> {
  if (invoice.status !== 'open') return;
  await tx.updateTable('invoices').set({ status: 'overdue', updated_at: now }).where('id', '=', invoice.id).execute();
}
