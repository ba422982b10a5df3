import { v7 as uuid } from 'uuid';
import { formatCents, toCents } from '#domain/shared/money.ts';
import { paymentMethodRules, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { emailReceipt } from '#server/modules/email-queue/index.ts';
import { postPaidInvoice, postPayment, type Occasion } from '#server/modules/ledger/index.ts';
import type { WrittenInvoice } from '../writeInvoice.ts';
import { lockOpenDrawer } from './cashDrawer.ts';

/** Its amount is at most the amount due, but for the rounding of cash. */
export interface StaffPayment {
  readonly id: string;
  readonly cents: number;
  /** The part of it that rounding added, or took off. */
  readonly roundingCents?: number | undefined;
  readonly method: PaymentRow['method'];
  readonly otherMethod?: string | undefined;
  readonly reference?: string | undefined;
  readonly tenderedCents?: number | null;
}

export const toParticulars = (payment: StaffPayment): Partial<PaymentRow> => ({
  id: payment.id,
  amount_cents: payment.cents,
  rounding_cents: payment.roundingCents ?? 0,
  other_method: payment.otherMethod ?? null,
  reference: payment.reference ?? null,
  tendered_cents: payment.tenderedCents ?? null,
});

/** The default amount is what is due. A card payment is pending, any other is completed. */
export async function writePayment(
  tx: Tx,
  invoice: InvoiceRow,
  method: PaymentMethod,
  now: Date,
  particulars: Partial<PaymentRow> = {},
): Promise<PaymentRow> {
  const { needsIntent } = paymentMethodRules[method];
  const payment: PaymentRow = {
    id: uuid(),
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    kind: 'payment',
    amount_cents: invoice.due_cents || invoice.paid_cents,
    rounding_cents: invoice.cash_rounding_cents,
    method,
    status: needsIntent ? 'pending' : 'completed',
    stripe_payment_intent_id: null,
    stripe_refund_id: null,
    tendered_cents: null,
    failure_message: null,
    other_method: null,
    reference: null,
    refund_of: null,
    refund_id: null,
    surplus_cents: 0,
    created_at: now,
    updated_at: now,
    ...particulars,
  };
  await tx.insertInto('payments').values(payment).execute();
  return payment;
}

/** Taken at the desk. Cash goes into the location's open drawer. `invoice` is as it was before. */
export async function bookDeskPayment(
  tx: Tx,
  invoice: InvoiceRow,
  method: PaymentMethod,
  occasion: Occasion,
  particulars: Partial<PaymentRow> = {},
): Promise<PaymentRow> {
  const { payment, drawerId } = await writeDeskPayment(tx, invoice, method, occasion, particulars);
  await postPayment(tx, invoice, payment, payment.amount_cents, { ...occasion, drawerId });
  return payment;
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
  const { payment, drawerId } = await writeDeskPayment(tx, invoice, method, occasion, {
    other_method: otherMethod ?? null,
    reference: reference ?? null,
    tendered_cents: tenderedCents(paid, tendered),
  });
  if (invoice.total_cents > 0) await postPaidInvoice(tx, invoice, lines, payment, { ...occasion, drawerId });
  await emailReceipt(tx, invoice, { cents: payment.amount_cents, paid, due, paymentIds: [payment.id] }, occasion.at);
  return payment;
}

async function writeDeskPayment(
  tx: Tx,
  invoice: InvoiceRow,
  method: PaymentMethod,
  occasion: Occasion,
  particulars: Partial<PaymentRow>,
) {
  const payment = await writePayment(tx, invoice, method, occasion.at, particulars);
  const isCash = paymentMethodRules[method].takesDrawer && payment.amount_cents > 0;
  const drawerId = isCash ? await lockOpenDrawer(tx, invoice.company_id, invoice.location_id) : null;
  return { payment, drawerId };
}

/** The cash received, in cents; less than what is paid is refused. */
export function tenderedCents(paid: number, tendered: number | undefined, currency?: string): number | null {
  if (tendered === undefined) return null;
  if (toCents(tendered) < paid) throw conflict(`The cash received is less than ${formatCents(paid, currency)}`);
  return toCents(tendered);
}
