import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import type { Stripe } from 'stripe';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { stripeActor, type Actor, type Occasion } from '#server/platform/http/actors.ts';
import { writePayment } from '../payments/writePayment.ts';
import { applyIntent, saleCanceled, awaitPayment, planCash, type CashPart } from './applyIntent.ts';
import { declined } from './payByCard.ts';
import { confirmSavedCard } from './chargeSavedCard.ts';
import { lockInvoice, findIntentPayment } from '../repo.ts';
import {
  createIntent,
  deadline,
  findSavedCard,
  intentsRepo,
  mapStripeErrors,
  type PaymentContext,
  toIntentState,
  withCustomer,
} from '#server/modules/stripe/index.ts';

/** Only a renewal needs several. */
const attemptOfSale = 1;

/** The card pays the amount due, less what is paid `inCash`. */
export async function createPendingCardPayment(
  tx: Tx,
  invoice: InvoiceRow,
  { now, actor }: Occasion,
  inCash?: CashPart,
): Promise<void> {
  await writePayment(tx, invoice, cardMethod, now, { amount_cents: invoice.due_cents - (inCash?.cents ?? 0) });
  await awaitPayment(tx, invoice, now);
  if (inCash) await planCash(tx, invoice, inCash, actor);
}

export async function findOrCreateIntent(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  companyId: string,
  invoiceId: string,
): Promise<Stripe.PaymentIntent> {
  const timeLeft = deadline();
  const { invoice, earlierIntents, pending } = await database.scoped([companyId], async (tx) => ({
    invoice: await lockInvoice(tx, invoiceId),
    earlierIntents: await intentsRepo(tx).ofInvoice(invoiceId),
    pending: await findPendingPayment(tx, invoiceId),
  }));
  if (invoice.status === 'void') throw saleCanceled;
  const [open] = earlierIntents;
  if (open) return mapStripeErrors(stripe.paymentIntents.retrieve(open.id, {}, timeLeft()));
  if (!pending) throw saleCanceled;
  const intent = await mapStripeErrors(
    withCustomer(database, stripe, invoice, timeLeft, (customer) =>
      createIntent(
        stripe,
        invoice,
        { attempt: attemptOfSale, customer, cents: pending.amount_cents, savesCard: true },
        timeLeft,
      ),
    ),
  );
  await database.scoped([companyId], (tx) =>
    intentsRepo(tx).remember(invoice, attemptOfSale, toIntentState(intent), clock()),
  );
  return intent;
}

const findPendingPayment = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('payments')
    .select('amount_cents')
    .where('invoice_id', '=', invoiceId)
    .where('method', '=', cardMethod)
    .where('status', '=', 'pending')
    .executeTakeFirst();

interface SaleCharge {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly intent: Stripe.PaymentIntent;
  readonly actor: Actor;
}

/** Charges the saved card of whoever gets the invoice. A card that is declined cancels the sale: 402. */
export async function chargeCardOfSale(
  context: PaymentContext,
  stripe: Stripe,
  { companyId, invoiceId, intent, actor }: SaleCharge,
): Promise<Stripe.PaymentIntent> {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) return intent;
  const card = await context.database.scoped([companyId], async (tx) =>
    findSavedCard(tx, await lockInvoice(tx, invoiceId)),
  );
  if (!card) throw saleCanceled;
  const charge = { companyId, intentId: intent.id, card, actor };
  const charged = await mapStripeErrors(confirmSavedCard(context, stripe, charge, deadline()));
  const payment = await context.database.scoped([companyId], (tx) => findIntentPayment(tx, intent.id));
  if (payment?.status === 'failed') throw declined(payment);
  return charged;
}

/**
 * Books what Stripe says in `intent`, and returns the invoice, locked for this transaction, so that the response tells what is
 * stored. 409 when the sale was canceled while Stripe was asked.
 */
export async function applyIntentOfSale(
  tx: Tx,
  companyId: string,
  invoiceId: string,
  intent: Stripe.PaymentIntent,
  now: Date,
): Promise<InvoiceRow> {
  await applyIntent(tx, companyId, toIntentState(intent), { now, actor: stripeActor });
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice.status === 'void') throw saleCanceled;
  return invoice;
}

export async function requireSaleNotCanceled(tx: Tx, invoiceId: string): Promise<void> {
  const { status, paid_cents: paid } = await lockInvoice(tx, invoiceId);
  if (status === 'void' && paid === 0) throw saleCanceled;
}
