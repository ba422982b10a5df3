import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tx } from '#server/db/database.ts';
import type { PaymentTable } from '#server/db/sales-schema.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';

type PaymentRow = Selectable<PaymentTable>;

/** Writes the payment of a whole invoice: cash that is there, or a card that is still to be charged. */
export async function writePayment(tx: Tx, invoice: InvoiceRow, method: PaymentRow['method'], now: Date): Promise<PaymentRow> {
  const payment: PaymentRow = {
    id: uuid(),
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    amount_cents: invoice.total_cents,
    method,
    status: method === 'cash' ? 'completed' : 'pending',
    stripe_payment_intent_id: null,
    stripe_refund_id: null,
    tendered_cents: null,
    failure_message: null,
    created_at: now,
    updated_at: now,
  };
  await tx.insertInto('payments').values(payment).execute();
  return payment;
}
