import { Stripe } from 'stripe';
import type { Tx } from '#server/db/database.ts';
import { applyIntent, lockedInvoice } from './applyIntent.ts';
import { intentsRepo, seen } from './intents.ts';
import { markVoid } from './outcomes.ts';
import { withinPatience, type Patience } from './stripeClient.ts';
import { accountOf, type PaymentDeps } from './stripeConfigs.ts';
import { isMissing } from './stripeProblems.ts';

/** An intent that is not paid by then is cancelled, its invoice void and its stock back. */
const abandonedAfterMs = 30 * 60_000;

interface Options {
  /** How long Stripe may take, in milliseconds. */
  readonly patience?: number;
  /** Gives an unpaid sale up now, without waiting for the half hour. */
  readonly giveUp?: boolean;
}

/** Asks Stripe for what is still open about an invoice and applies it. Nothing open: nothing asked. */
export async function reconcileInvoice(deps: PaymentDeps, companyId: string, invoiceId: string, options: Options = {}): Promise<void> {
  const { database, clock } = deps;
  const patience = withinPatience(options.patience);
  const { since, intents, open } = await database.scoped([companyId], (tx) => openAbout(tx, invoiceId));
  if (!since) return;
  const isAbandoned = options.giveUp === true || clock().getTime() - since.getTime() >= abandonedAfterMs;
  if (intents.length === 0) {
    // No intent was ever handed out, so nobody can pay it.
    if (isAbandoned) await database.scoped([companyId], async (tx) => markVoid(tx, await lockedInvoice(tx, invoiceId), clock()));
    return;
  }
  const stripe = await accountOf(deps, companyId);
  if (!stripe) return;
  for (const { id, amount_cents, currency } of open) {
    const intent = await askFor(stripe, { id, amount: amount_cents, currency }, isAbandoned, patience);
    await database.scoped([companyId], (tx) => applyIntent(tx, companyId, intent, clock()));
  }
}

async function openAbout(tx: Tx, invoiceId: string) {
  const awaited = await tx.selectFrom('awaited_payments').select('since').where('invoice_id', '=', invoiceId).executeTakeFirst();
  const intents = await intentsRepo(tx).ofInvoice(invoiceId);
  const open = intents.filter(({ settled_at }) => settled_at === null);
  return { since: awaited?.since ?? open[0]?.created_at, intents, open };
}

interface Asked {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

async function askFor(stripe: Stripe, asked: Asked, isAbandoned: boolean, patience: Patience) {
  try {
    const intent = await stripe.paymentIntents.retrieve(asked.id, {}, patience());
    return seen(isAbandoned && mayBeCancelled(intent) ? await cancelled(stripe, intent, patience) : intent);
  } catch (error) {
    // The account was changed for another: what it does not know can never be paid there.
    if (!isAbandoned || !isMissing(error)) throw error;
    return { ...asked, received: 0, status: 'canceled' as const, paymentMethodId: null, failure: null };
  }
}

/** A payment that the bank is at work on is waited for, however long. */
const mayBeCancelled = ({ status }: Stripe.PaymentIntent) => !['succeeded', 'canceled', 'processing'].includes(status);

/** Cancels, or finds out what happened in the moment before. */
async function cancelled(stripe: Stripe, { id }: Stripe.PaymentIntent, patience: Patience): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }, patience());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state') {
      return stripe.paymentIntents.retrieve(id, {}, patience());
    }
    throw error;
  }
}
