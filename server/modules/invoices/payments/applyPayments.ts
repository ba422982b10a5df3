import { afterPayment } from '#domain/invoices/collecting.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceMetadata } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { commitReservations } from '#server/modules/sales-items/index.ts';
import { emailReceipt } from '#server/modules/email-queue/index.ts';
import { toMoney, invoiceActivity, invoiceChanges } from '../rows.ts';
import { invoiceSubject } from '../subject.ts';

/**
 * Applies payments that were booked to their invoice: its sums and status, in cents, and the receipt of all of them. Once nothing is
 * outstanding, stock is sold and the plan granted or renewed. A payment on a written-off invoice settles it, unless the write-off took
 * back what was bought.
 */
export async function applyPayments(
  tx: Tx,
  invoice: InvoiceRow,
  {
    cents,
    roundingCents = 0,
    payments,
  }: { cents: number; roundingCents?: number | undefined; payments: readonly Pick<PaymentRow, 'id'>[] },
  occasion: Occasion,
): Promise<void> {
  const { now, actor } = occasion;
  const settled = afterPayment(toMoney(invoice), cents - roundingCents);
  const after = { ...settled, paid: settled.paid + roundingCents };
  const paymentIds = payments.map(({ id }) => id);
  await emailReceipt(tx, invoice, { cents, paid: after.paid, due: after.due, paymentIds }, now);
  const booked = {
    status: after.status,
    paid_cents: after.paid,
    due_cents: after.due,
    written_off_cents: after.writtenOff,
    ...(roundingCents !== 0 && { cash_rounding_cents: roundingCents }),
  };
  if (after.status !== 'paid') {
    await tx
      .updateTable('invoices')
      .set({ ...booked, updated_at: nextUpdatedAt(now) })
      .where('id', '=', invoice.id)
      .execute();
    await logActivity(tx, actor, invoiceActivity('invoice.part-paid', invoice, invoiceChanges(invoice, booked)));
    if (after.due === 0 && !invoice.metadata.isWithheld) await invoiceSubject().settled(tx, invoice, occasion);
    return;
  }
  const shortfall = await commitReservations(tx, invoice.id);
  const metadata: InvoiceMetadata = { ...invoice.metadata, ...(shortfall.length > 0 && { shortfall }) };
  await tx
    .updateTable('invoices')
    .set({ ...booked, metadata: JSON.stringify(metadata), updated_at: nextUpdatedAt(now) })
    .where('id', '=', invoice.id)
    .execute();
  await logActivity(tx, actor, invoiceActivity('invoice.paid', invoice, invoiceChanges(invoice, booked)));
  await invoiceSubject().settled(tx, invoice, occasion);
}
