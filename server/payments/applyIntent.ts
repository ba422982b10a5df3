import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { badRequest } from '#server/http/problem.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import type { SeenIntent } from './intents.ts';
import { markCancelled, markOutcome, markPaid } from './outcomes.ts';

/**
 * Applies what Stripe says of a payment, whoever learned it: the purchase itself, a reader, the webhook, the sweep.
 * Under the invoice's lock, any number of times and in any order, with one end. False when the intent is not ours.
 */
export async function applyIntent(tx: Tx, companyId: string, intent: SeenIntent, now: Date): Promise<boolean> {
  const known = await tx
    .selectFrom('payment_intents')
    .select(['invoice_id', 'amount_cents', 'currency'])
    .where('id', '=', intent.id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!known) return false;
  if (known.amount_cents !== intent.amount || known.currency !== intent.currency) {
    throw badRequest('This is not the amount and currency that were asked for');
  }
  if (intent.status === 'succeeded' && intent.received !== known.amount_cents) throw badRequest('This is not the amount that was received');
  const invoice = await lockedInvoice(tx, known.invoice_id);
  const { status, settled_at } = await tx
    .selectFrom('payment_intents')
    .select(['status', 'settled_at'])
    .where('id', '=', intent.id)
    .executeTakeFirstOrThrow();
  if (status === 'succeeded') return true;
  // A payment that was given up and has succeeded all the same is never dropped.
  if (intent.status === 'succeeded') await markPaid(tx, invoice, intent, now);
  else if (settled_at) return true;
  else if (intent.status === 'canceled') await markCancelled(tx, invoice, intent.id, now);
  else await markOutcome(tx, intent, now);
  await tx
    .updateTable('payment_intents')
    .set({ status: intent.status, checked_at: now, ...(isEnd(intent) && { settled_at: now }) })
    .where('id', '=', intent.id)
    .execute();
  return true;
}

/** Every change of a payment's state begins with this lock, so that two of them follow each other. */
export const lockedInvoice = (tx: Tx, invoiceId: string): Promise<InvoiceRow> =>
  tx.selectFrom('invoices').select(columns.invoices).where('id', '=', invoiceId).forNoKeyUpdate().executeTakeFirstOrThrow();

const isEnd = ({ status }: SeenIntent) => status === 'succeeded' || status === 'canceled';
