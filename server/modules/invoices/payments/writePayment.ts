import { v7 as uuid } from 'uuid';
import { cardMethod, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';

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
  const payment: PaymentRow = {
    id: uuid(),
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    kind: 'payment',
    amount_cents: invoice.due_cents || invoice.paid_cents,
    rounding_cents: invoice.cash_rounding_cents,
    method,
    status: method === cardMethod ? 'pending' : 'completed',
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
