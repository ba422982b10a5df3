import { Stripe } from 'stripe';
import { isToCollect } from '#domain/rules/collecting.ts';
import type { Actor } from '#server/activity/actors.ts';
import type { Tx } from '#server/db/database.ts';
import { lockInvoice, writePayment } from '#server/invoicing/invoices.ts';
import { applyIntent } from './applyIntent.ts';
import { learnCard, withCustomer } from './customers.ts';
import { createIntent, dropBegunPayments, intentsRepo, stateOf } from './intents.ts';
import type { PaymentDeps } from './stripeAccounts.ts';
import { deadline, withIdempotencyKey } from './stripeClient.ts';
import { isTransient } from './stripeErrors.ts';

interface Charge {
  readonly companyId: string;
  readonly invoiceId: string;
  /** Asked under the invoice's lock right before the card is charged. A charge that is no longer due is canceled. */
  readonly isStillDue: (tx: Tx) => Promise<boolean>;
  /** The actor in the activity log. */
  readonly actor: Actor;
}

/**
 * Charges a contact's saved card for what is due of an invoice, off-session: one attempt, whose intent is stored before it is
 * confirmed, and canceled when the card is declined. Without a saved card nothing happens.
 */
export async function chargeSavedCard(
  { database, clock }: PaymentDeps,
  stripe: Stripe,
  { companyId, invoiceId, isStillDue, actor }: Charge,
): Promise<'tried' | 'not due'> {
  const timeLeft = deadline();
  const { invoice, customer, tried } = await database.scoped([companyId], async (tx) => {
    const locked = await lockInvoice(tx, invoiceId);
    const known = await tx
      .selectFrom('stripe_customers')
      .select(['customer_id', 'payment_method_id', 'is_imported'])
      .where('company_id', '=', companyId)
      .where('contact_id', '=', locked.contact_id)
      .executeTakeFirst();
    return { invoice: locked, customer: known, tried: await intentsRepo(tx).ofInvoice(invoiceId) };
  });
  const isAtTheBank = tried.some(({ settled_at }) => settled_at === null);
  const cents = invoice.due_cents;
  if (!isToCollect(invoice.status) || isAtTheBank || !customer) return 'tried';
  const card = customer.payment_method_id ?? (customer.is_imported ? await learnCard(database, stripe, invoice, customer.customer_id, timeLeft) : null);
  if (!card) return 'tried';
  const number = tried.length + 1;
  // Stripe refuses another amount for the same attempt.
  const attempt = cents === invoice.total_cents ? number : `${number}:${cents}`;
  const intent = await withCustomer(database, stripe, invoice, timeLeft, (id) => createIntent(stripe, invoice, attempt, id, timeLeft, cents));
  const isDue = await database.scoped([companyId], async (tx) => {
    const { status, due_cents } = await lockInvoice(tx, invoiceId);
    if (!isToCollect(status) || due_cents !== cents || !(await isStillDue(tx))) return false;
    // Staff may have started to take the payment in the meantime: whoever stores an intent first charges the card.
    if ((await intentsRepo(tx).open(invoiceId)).length > 0) return false;
    await dropBegunPayments(tx, invoiceId);
    await writePayment(tx, invoice, 'card', clock());
    await intentsRepo(tx).remember(invoice, number, stateOf(intent), clock());
    return true;
  });
  // Nobody was charged. The next attempt has the same number, so Stripe gives it the same intent.
  if (!isDue) return 'not due';
  const apply = (current: Stripe.PaymentIntent) =>
    database.scoped([companyId], (tx) => applyIntent(tx, companyId, stateOf(current), clock(), actor));
  try {
    await apply(
      await withIdempotencyKey(timeLeft, (options) =>
        stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: card, off_session: true },
          { ...options, idempotencyKey: `${intent.id}:confirm` },
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || isTransient(error)) throw error;
    await apply(await stripe.paymentIntents.retrieve(intent.id, {}, timeLeft()));
    await apply(await stripe.paymentIntents.cancel(intent.id, {}, timeLeft()));
  }
  return 'tried';
}
