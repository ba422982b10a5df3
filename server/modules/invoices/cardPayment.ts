import type { Stripe } from 'stripe';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { lockInvoice, writePayment } from './writeInvoice.ts';
import { applyIntent, saleCanceled } from './applyIntent.ts';
import {
  createIntent,
  deadline,
  intentsRepo,
  mapStripeErrors,
  type PaymentContext,
  toIntentState,
  withCustomer,
} from '#server/modules/stripe/index.ts';

/** Only a renewal needs several. */
const attemptOfSale = 1;

/** From here on the sweep watches the invoice. */
export async function createPendingCardPayment(tx: Tx, invoice: InvoiceRow, now: Date): Promise<void> {
  await writePayment(tx, invoice, 'card', now);
  await tx
    .insertInto('awaited_payments')
    .values({ invoice_id: invoice.id, company_id: invoice.company_id, since: now })
    .execute();
}

export async function findOrCreateIntent(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  companyId: string,
  invoiceId: string,
): Promise<Stripe.PaymentIntent> {
  const timeLeft = deadline();
  const { invoice, earlierIntents } = await database.scoped([companyId], async (tx) => ({
    invoice: await lockInvoice(tx, invoiceId),
    earlierIntents: await intentsRepo(tx).ofInvoice(invoiceId),
  }));
  if (invoice.status === 'void') throw saleCanceled;
  const [open] = earlierIntents;
  if (open) return mapStripeErrors(stripe.paymentIntents.retrieve(open.id, {}, timeLeft()));
  const intent = await mapStripeErrors(
    withCustomer(database, stripe, invoice, timeLeft, (customer) =>
      createIntent(stripe, invoice, attemptOfSale, customer, timeLeft),
    ),
  );
  await database.scoped([companyId], (tx) =>
    intentsRepo(tx).remember(invoice, attemptOfSale, toIntentState(intent), clock()),
  );
  return intent;
}

/** Refuses a sale that was canceled while Stripe was asked. */
export async function payableInvoice(
  tx: Tx,
  companyId: string,
  invoiceId: string,
  intent: Stripe.PaymentIntent,
  now: Date,
): Promise<InvoiceRow> {
  await applyIntent(tx, companyId, toIntentState(intent), now);
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice.status === 'void') throw saleCanceled;
  return invoice;
}

export async function requireNotCanceled(tx: Tx, invoiceId: string): Promise<void> {
  const { status, paid_cents: paid } = await lockInvoice(tx, invoiceId);
  if (status === 'void' && paid === 0) throw saleCanceled;
}
