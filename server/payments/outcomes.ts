import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { forgetAnswer } from './cardAttempts.ts';
import type { SeenIntent } from './intents.ts';
import { renewalOf, renewalDeclined, renewalPaid } from './renewalRows.ts';
import { returnStock, takeWhatIsThere, type Wanted } from './stock.ts';

/** The money is there: the invoice is paid, stock is final, the plan is granted or goes on, the card is kept. */
export async function markPaid(tx: Tx, invoice: InvoiceRow, intent: SeenIntent, now: Date): Promise<void> {
  await setPayment(tx, intent.id, { status: 'completed', failure_message: null }, now);
  const shortfall = await sellHeld(tx, invoice.id);
  const metadata = { ...invoice.metadata, ...(shortfall.length > 0 && { shortfall }) };
  await tx
    .updateTable('invoices')
    .set({ status: 'paid', paid_cents: invoice.total_cents, due_cents: 0, metadata: JSON.stringify(metadata), updated_at: bumped(now) })
    .where('id', '=', invoice.id)
    .execute();
  await tx
    .updateTable('contact_memberships')
    .set({ granted_at: now })
    .where('invoice_id', '=', invoice.id)
    .where('granted_at', 'is', null)
    .execute();
  await renewalPaid(tx, invoice.id, now);
  await keepCard(tx, invoice, intent);
  await noLongerAwaited(tx, invoice.id);
}

/** The payment will never come: a sale is void and its stock back, a renewal is owed. */
export async function markCancelled(tx: Tx, invoice: InvoiceRow, intentId: string, now: Date): Promise<void> {
  await setPayment(tx, intentId, { status: 'failed' }, now);
  if (await renewalOf(tx, invoice.id)) await renewalDeclined(tx, invoice, now);
  else await markVoid(tx, invoice, now);
}

/** Gives a sale up that nobody paid. */
export async function markVoid(tx: Tx, invoice: InvoiceRow, now: Date): Promise<void> {
  await noLongerAwaited(tx, invoice.id);
  if (invoice.status !== 'open') return;
  await tx
    .updateTable('invoices')
    .set({ status: 'void', due_cents: 0, updated_at: bumped(now) })
    .where('id', '=', invoice.id)
    .execute();
  await tx
    .updateTable('payments')
    .set({ status: 'failed', updated_at: bumped(now) })
    .where('invoice_id', '=', invoice.id)
    .where('status', '=', 'pending')
    .execute();
  await returnStock(tx, await moveHolds(tx, invoice.id, 'held', 'returned'));
  await forgetAnswer(tx, invoice.id);
}

/** Neither paid nor given up: declined, waiting for the bank, or waiting for the customer. */
export const markOutcome = (tx: Tx, { id, status, failure }: SeenIntent, now: Date): Promise<void> =>
  status === 'requires_payment_method' && failure !== null
    ? setPayment(tx, id, { status: 'failed', failure_message: failure }, now)
    : status === 'requires_payment_method'
      ? Promise.resolve()
      : setPayment(tx, id, { status: 'pending' }, now);

async function setPayment(
  tx: Tx,
  intentId: string,
  change: { status: 'completed' | 'failed' | 'pending'; failure_message?: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...change, updated_at: bumped(now) })
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is', null)
    .execute();
}

/** Stock held for the invoice is sold now; what had gone back to the shelf is taken again as far as it is there. */
async function sellHeld(tx: Tx, invoiceId: string) {
  await moveHolds(tx, invoiceId, 'held', 'sold');
  return takeWhatIsThere(tx, await moveHolds(tx, invoiceId, 'returned', 'sold'));
}

async function moveHolds(tx: Tx, invoiceId: string, from: 'held' | 'returned', to: 'sold' | 'returned'): Promise<Wanted[]> {
  const rows = await tx
    .updateTable('stock_holds')
    .set({ state: to })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', from)
    .returning(['sales_item_id', 'quantity'])
    .execute();
  return rows.map((row) => ({ salesItemId: row.sales_item_id, quantity: row.quantity }));
}

async function keepCard(tx: Tx, { company_id, contact_id }: InvoiceRow, { paymentMethodId }: SeenIntent): Promise<void> {
  if (!paymentMethodId) return;
  await tx
    .updateTable('stripe_customers')
    .set({ payment_method_id: paymentMethodId })
    .where('company_id', '=', company_id)
    .where('contact_id', '=', contact_id)
    .execute();
}

const noLongerAwaited = (tx: Tx, invoiceId: string) => tx.deleteFrom('awaited_payments').where('invoice_id', '=', invoiceId).execute();

const bumped = (now: Date) => sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;
