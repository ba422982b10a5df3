import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { Stripe } from 'stripe';
import { isOutstanding, isTooSmallForCard } from '#domain/invoices/collecting.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { lockInvoice } from '../repo.ts';
import { writePayment } from '../payments/writePayment.ts';
import { applyIntent } from './applyIntent.ts';
import {
  createIntent,
  deadline,
  type Deadline,
  dropBegunPayments,
  findImportedCard,
  intentsRepo,
  isTransient,
  type PaymentContext,
  toIntentState,
  withCustomer,
  withIdempotencyKey,
} from '#server/modules/stripe/index.ts';

interface Charge {
  readonly companyId: string;
  readonly invoiceId: string;
  /** Asked under the invoice's lock just before the charge. */
  readonly isStillDue?: (tx: Tx) => Promise<boolean>;
  readonly actor: Actor;
}

/**
 * One off-session attempt for the amount due. Its intent is stored before it is confirmed, and canceled when the card is
 * declined. Does nothing without a saved card, or for less than a card can be charged.
 */
export async function chargeSavedCard(
  context: PaymentContext,
  stripe: Stripe,
  { companyId, invoiceId, isStillDue, actor }: Charge,
): Promise<'tried' | 'not due' | 'too small'> {
  const { database, clock } = context;
  const timeLeft = deadline();
  const { invoice, customer, tried } = await database.scoped([companyId], async (tx) => {
    const locked = await lockInvoice(tx, invoiceId);
    const stripeCustomer = await tx
      .selectFrom('stripe_customers')
      .select(['customer_id', 'payment_method_id', 'is_imported'])
      .where('company_id', '=', companyId)
      .where('contact_id', '=', locked.contact_id)
      .executeTakeFirst();
    return { invoice: locked, customer: stripeCustomer, tried: await intentsRepo(tx).ofInvoice(invoiceId) };
  });
  const isAtTheBank = tried.some(({ settled_at }) => settled_at === null);
  const cents = invoice.due_cents;
  if (!isOutstanding(invoice.status) || isAtTheBank || !customer) return 'tried';
  if (isTooSmallForCard(cents)) return 'too small';
  const card =
    customer.payment_method_id ??
    (customer.is_imported ? await findImportedCard(database, stripe, invoice, customer.customer_id, timeLeft) : null);
  if (!card) return 'tried';
  const number = tried.length + 1;
  // Stripe refuses another amount for the same attempt.
  const attempt = cents === invoice.total_cents ? number : `${number}:${cents}`;
  const intent = await withCustomer(database, stripe, invoice, timeLeft, (id) =>
    createIntent(stripe, invoice, { attempt, customer: id, cents, savesCard: true }, timeLeft),
  );
  const isDue = await database.scoped([companyId], async (tx) => {
    const { status, due_cents } = await lockInvoice(tx, invoiceId);
    if (!isOutstanding(status) || due_cents !== cents) return false;
    if (isStillDue && !(await isStillDue(tx))) return false;
    // A payment at the desk may have started in the meantime: whoever stores an intent first charges the card.
    if ((await intentsRepo(tx).open(invoiceId)).length > 0) return false;
    await dropBegunPayments(tx, invoiceId);
    await writePayment(tx, invoice, cardMethod, clock());
    await intentsRepo(tx).remember(invoice, number, toIntentState(intent), clock());
    return true;
  });
  // Nobody was charged. The next attempt has the same number, so Stripe returns the same intent.
  if (!isDue) return 'not due';
  await confirmSavedCard(context, stripe, { companyId, intentId: intent.id, card, actor }, timeLeft);
  return 'tried';
}

interface Confirmation {
  readonly companyId: string;
  readonly intentId: string;
  /** Stripe's id. */
  readonly card: string;
  readonly actor: Actor;
}

/** Off-session; applies the result. A declined card's intent is canceled. */
export async function confirmSavedCard(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  { companyId, intentId, card, actor }: Confirmation,
  timeLeft: Deadline,
): Promise<Stripe.PaymentIntent> {
  const apply = async (intent: Stripe.PaymentIntent) => {
    await database.scoped([companyId], (tx) =>
      applyIntent(tx, companyId, toIntentState(intent), { now: clock(), actor }),
    );
    return intent;
  };
  try {
    return await apply(
      await withIdempotencyKey(timeLeft, (options) =>
        stripe.paymentIntents.confirm(
          intentId,
          { payment_method: card, off_session: true },
          { ...options, idempotencyKey: `${intentId}:confirm` },
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || isTransient(error)) throw error;
    await apply(await stripe.paymentIntents.retrieve(intentId, {}, timeLeft()));
    return apply(await stripe.paymentIntents.cancel(intentId, {}, timeLeft()));
  }
}
