import { logActivity } from '#server/modules/activity/index.ts';
import { dropBegunPayments } from '#server/modules/stripe/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { paymentStarted } from '../activities.ts';
import { requireNoCardUnderWay } from '../cards/payByCard.ts';
import { applyPayments } from './applyPayments.ts';
import { bookDeskPayment, type StaffPayment, toParticulars } from './writePayment.ts';

/** Cash, or another method. The caller holds the invoice's lock. */
export async function bookPayment(
  tx: Tx,
  invoice: InvoiceRow,
  payment: StaffPayment,
  now: Date,
  actor: Actor,
): Promise<PaymentRow> {
  await requireNoCardUnderWay(tx, invoice.id);
  await dropBegunPayments(tx, invoice.id);
  const row = await bookDeskPayment(tx, invoice, payment.method, { at: now, actor }, toParticulars(payment));
  await logActivity(tx, actor, paymentStarted('invoice.payment-taken', invoice, payment));
  const { cents, roundingCents } = payment;
  await applyPayments(tx, invoice, { cents, roundingCents, payments: [row] }, now, actor);
  return row;
}
