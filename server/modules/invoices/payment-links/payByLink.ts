import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { Stripe } from 'stripe';
import { v5 as uuidOf } from 'uuid';
import type { PayByLinkBody, PayByLinkResponse } from '#domain/invoices/paymentLinkContract.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import type { AppContext } from '#server/platform/context.ts';
import { payerActor, type Actor } from '#server/platform/http/actors.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { lockInvoice } from '../repo.ts';
import { applyIntent, findAwaitedSince } from '../cards/applyIntent.ts';
import { beginCardPayment, cancelIntents, cardUnderWay, payByCard, replaced } from '../cards/payByCard.ts';
import {
  deadline,
  intentsRepo,
  isMissing,
  mapStripeErrors,
  type PaymentContext,
  requireStripeAccount,
  toIntentState,
  toPaymentIntent,
} from '#server/modules/stripe/index.ts';
import { requirePayable, type PayerLink } from './payerLink.ts';

interface LinkPayment extends PayByLinkBody {
  readonly link: PayerLink;
  readonly actor: Actor;
}

/** Charges the whole amount due. Two payers at once get the same intent, so that the invoice is paid once. */
export async function payByLink(
  context: AppContext,
  link: PayerLink,
  body: PayByLinkBody,
  requestId: string,
): Promise<PayByLinkResponse> {
  const stripe = await requireStripeAccount(context, link.companyId);
  const intent = await prepareIntent(context, stripe, { ...body, link, actor: payerActor(requestId) });
  return { paymentIntent: toPaymentIntent(intent) };
}

/** Each try handles what stopped the previous one: an intent that ended, or a faster payer. */
const turns = 4;

async function prepareIntent(
  context: PaymentContext,
  stripe: Stripe,
  payment: LinkPayment,
  turnsLeft = turns,
): Promise<Stripe.PaymentIntent> {
  if (turnsLeft === 0) throw cardUnderWay;
  const { link, saveCard, actor } = payment;
  const intent = await findOrCreatePayerIntent(context, stripe, payment);
  if (intent)
    await context.database.scoped([link.companyId], (tx) =>
      applyIntent(tx, link.companyId, toIntentState(intent), { now: context.clock(), actor }),
    );
  if (intent?.status === 'processing') return intent;
  const isSettled = !intent || intent.status === 'succeeded' || intent.status === 'canceled';
  const ready = isSettled ? undefined : await withUsage(stripe, intent, saveCard);
  // An invoice paid since is refused in the next try.
  return ready ?? prepareIntent(context, stripe, payment, turnsLeft - 1);
}

/** Undefined when a concurrent payment interfered: then the caller tries again. */
async function findOrCreatePayerIntent(
  context: PaymentContext,
  stripe: Stripe,
  { link, expectedDue, actor }: LinkPayment,
): Promise<Stripe.PaymentIntent | undefined> {
  const { database, clock } = context;
  const { companyId, invoiceId } = link;
  const { open, kind, due, paymentId } = await database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    await requirePayable(tx, link, invoice, clock());
    if (expectedDue !== undefined && toCents(expectedDue) !== invoice.due_cents) throw amountChanged(invoice.due_cents);
    const tried = await intentsRepo(tx).ofInvoice(invoiceId);
    const unsettled = await intentsRepo(tx).open(invoiceId);
    const attempt = { open: unsettled, kind: invoice.kind, due: invoice.due_cents, paymentId: null };
    if (unsettled.length > 0) return attempt;
    // A card sale is being written, and its intent is not known yet.
    if (await findAwaitedSince(tx, invoiceId)) throw cardUnderWay;
    // The same key, and so the same intent, for everyone who starts now.
    const id = uuidOf(`payment link, attempt ${tried.length + 1}, ${invoice.due_cents}`, invoiceId);
    await beginCardPayment(tx, invoice, { id, cents: invoice.due_cents, method: cardMethod }, { now: clock(), actor });
    return { ...attempt, paymentId: id };
  });
  if (paymentId !== null) {
    return payByCard(context, stripe, { companyId, invoiceId, paymentId, card: 'new', savesCard: false, actor }).catch(
      (error: unknown) => {
        if (error === replaced || error === cardUnderWay) return undefined;
        throw error;
      },
    );
  }
  const [first] = open;
  // The saved card may be about to be declined, and that must count for the membership.
  const isOfSavedCard = first?.keeps_invoice === false && (kind === 'renewal' || kind === 'freeze_fee');
  if (first && open.length === 1 && first.amount_cents === due && !isOfSavedCard) {
    const intent = await retrieve(stripe, first.id);
    if (intent) {
      // If it is given up, the invoice stays outstanding: it is not a new sale.
      await database.scoped([companyId], (tx) =>
        tx.updateTable('payment_intents').set({ keeps_invoice: true }).where('id', '=', first.id).execute(),
      );
      return intent;
    }
  }
  await cancelIntents(context, companyId, open, actor);
  return undefined;
}

const amountChanged = (cents: number) =>
  new Problem(409, 'The amount has changed', { body: { due: fromCents(cents) } });

/** Undefined when the company's new account does not have it. */
const retrieve = (stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> =>
  mapStripeErrors(
    stripe.paymentIntents.retrieve(id, {}, deadline()()).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );

/** Saves the card only with this payer's consent. Undefined when the intent can no longer be changed. */
async function withUsage(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  savesCard: boolean,
): Promise<Stripe.PaymentIntent | undefined> {
  if (Boolean(intent.setup_future_usage) === savesCard) return intent;
  try {
    return await mapStripeErrors(
      stripe.paymentIntents.update(intent.id, { setup_future_usage: savesCard ? 'off_session' : '' }, deadline()()),
    );
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Stripe.errors.StripeError && cause.code === 'payment_intent_unexpected_state')
      return undefined;
    throw error;
  }
}
