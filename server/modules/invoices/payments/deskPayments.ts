import { formatCents, toCents } from '#domain/shared/money.ts';
import { drawerMethod, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import { emailReceipt } from '#server/modules/email-queue/index.ts';
import { postPaidInvoice, postPayment } from '#server/modules/ledger/index.ts';
import { dropBegunPayments } from '#server/modules/stripe/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { paymentStarted } from '../rows.ts';
import { requireNoCardUnderWay } from '../cards/payByCard.ts';
import type { WrittenInvoice } from '../writeInvoice.ts';
import { applyPayments } from './applyPayments.ts';
import { lockOpenDrawer } from './cashDrawer.ts';
import { type StaffPayment, toParticulars, writePayment } from './writePayment.ts';

/** Takes cash, or another method, for an invoice that is owed. The caller holds the invoice's lock. */
export async function bookDeskPayment(
  tx: Tx,
  invoice: InvoiceRow,
  payment: StaffPayment,
  occasion: Occasion,
): Promise<PaymentRow> {
  await requireNoCardUnderWay(tx, invoice.id);
  await dropBegunPayments(tx, invoice.id);
  const { row, drawerId } = await writeDeskPayment(tx, invoice, payment.method, occasion, toParticulars(payment));
  await postPayment(tx, invoice, row, row.amount_cents, { ...occasion, drawerId });
  await logActivity(tx, occasion.actor, paymentStarted('invoice.payment-taken', invoice, payment));
  const { cents, roundingCents } = payment;
  await applyPayments(tx, invoice, { cents, roundingCents, payments: [row] }, occasion);
  return row;
}

interface Tender {
  readonly otherMethod?: string | undefined;
  readonly reference?: string | undefined;
  /** The cash received, in dollars. */
  readonly tendered?: number | undefined;
}

/** Writes and books the payment of an invoice that was just written as paid, books the invoice, and emails the receipt. */
export async function bookDeskSale(
  tx: Tx,
  { invoice, lines }: WrittenInvoice,
  method: PaymentMethod,
  { otherMethod, reference, tendered }: Tender,
  occasion: Occasion,
): Promise<PaymentRow> {
  const { paid_cents: paid, due_cents: due } = invoice;
  const { row, drawerId } = await writeDeskPayment(tx, invoice, method, occasion, {
    other_method: otherMethod ?? null,
    reference: reference ?? null,
    tendered_cents: tenderedCents(paid, tendered),
  });
  if (invoice.total_cents > 0) await postPaidInvoice(tx, invoice, lines, row, { ...occasion, drawerId });
  await emailReceipt(tx, invoice, { cents: row.amount_cents, paid, due, paymentIds: [row.id] }, occasion.now);
  return row;
}

/** Cash goes into the location's open drawer. `invoice` is as it was before. */
async function writeDeskPayment(
  tx: Tx,
  invoice: InvoiceRow,
  method: PaymentMethod,
  occasion: Occasion,
  particulars: Partial<PaymentRow>,
) {
  const row = await writePayment(tx, invoice, method, occasion.now, particulars);
  const isCash = method === drawerMethod && row.amount_cents > 0;
  const drawerId = isCash ? await lockOpenDrawer(tx, invoice.company_id, invoice.location_id) : null;
  return { row, drawerId };
}

/** The cash received, in cents; less than what is paid is refused. */
export function tenderedCents(paid: number, tendered: number | undefined, currency?: string): number | null {
  if (tendered === undefined) return null;
  if (toCents(tendered) < paid) throw conflict(`The cash received is less than ${formatCents(paid, currency)}`);
  return toCents(tendered);
}
