import { Stripe } from 'stripe';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RefundPart } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow, RefundRow } from '#server/platform/database/schema.ts';
import { conflict, Problem } from '#server/platform/http/problem.ts';
import { lockInvoice } from '../repo.ts';
import { abandonRefund, bookCardPart, readBookedParts } from './bookRefund.ts';
import { planStaffRefund, refundUnderWay, requireNoRefundUnderWay, type StaffRefund } from './planStaffRefund.ts';
import { refundsRepo } from './refundsRepo.ts';
import { applyRefund, isIdle, fetchRefunds } from './reportedRefund.ts';
import {
  deadline,
  isTransient,
  mapStripeErrors,
  type PaymentContext,
  requireStripeAccount,
  withIdempotencyKey,
} from '#server/modules/stripe/index.ts';

/**
 * Asks Stripe whether a refund that an interrupted request left unconfirmed was made. 409 while another request works on it.
 */
export async function settleEarlierRefund(
  context: PaymentContext,
  pending: RefundRow,
  since: Date,
  actor: Actor,
): Promise<void> {
  if (!isIdle(pending, since)) throw refundUnderWay;
  await settle(context, await requireStripeAccount(context, pending.company_id), pending, since, actor);
}

/** Books the parts that Stripe has made and gives up the rest, unless another request continues it. True when all were made. */
async function settle(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  refund: RefundRow,
  since: Date,
  actor: Actor,
): Promise<boolean> {
  const { company_id: companyId, invoice_id: invoiceId } = refund;
  const timeLeft = deadline();
  for (const { intentId } of refund.parts) {
    if (intentId === null) continue;
    for (const state of await mapStripeErrors(fetchRefunds(stripe, { payment_intent: intentId }, timeLeft()))) {
      await database.scoped([companyId], (tx) => applyRefund(tx, companyId, state, { now: clock(), actor }));
    }
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = await refundsRepo(tx).one(refund.id);
    if (now && !now.completed_at && isIdle(now, since)) await abandonRefund(tx, invoice, now, { now: clock(), actor });
    return Boolean(now?.completed_at);
  });
}

/** Called before Stripe is asked to make it. */
export async function beginCardRefund(tx: Tx, planned: RefundRow, now: Date): Promise<RefundRow> {
  const refund = { ...planned, busy_until: busyFrom(now) };
  await requireNoRefundUnderWay(tx, refund.invoice_id);
  await refundsRepo(tx).write(refund);
  return refund;
}

/** More than a request waits for Stripe. */
const busyMs = 30_000;

const busyFrom = (now: Date): Date => new Date(now.getTime() + busyMs);

interface CardRefund {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly request: StaffRefund;
  readonly actor: Actor;
}

/**
 * Sends each part back to its card, and books it. Repeated, it continues with the missing parts. A refund that was given up in
 * the meantime is written again.
 */
export async function refundToCards(
  context: PaymentContext,
  stripe: Stripe,
  { companyId, invoiceId, request, actor }: CardRefund,
): Promise<void> {
  const { database, clock } = context;
  const refundId = request.id;
  const timeLeft = deadline();
  const locked = <T>(work: (tx: Tx, invoice: InvoiceRow) => Promise<T>) =>
    database.scoped([companyId], async (tx) => work(tx, await lockInvoice(tx, invoiceId)));
  const release = () => locked((tx) => refundsRepo(tx).setBusy(refundId, clock()));
  const { refund, done } = await locked(async (tx, invoice) => {
    const storedRefund =
      (await refundsRepo(tx).one(refundId)) ??
      (await beginCardRefund(tx, await planStaffRefund(tx, invoice, request, clock()), clock()));
    if (!storedRefund.completed_at) await refundsRepo(tx).setBusy(refundId, busyFrom(clock()));
    return { refund: storedRefund, done: await readBookedParts(tx, storedRefund) };
  });
  for (const part of refund.completed_at ? [] : refund.parts) {
    if (done.some(({ id }) => id === part.id)) continue;
    try {
      const made = await createRefund(part);
      if (made.status === 'failed' || made.status === 'canceled')
        throw conflict('The bank refused this refund. Refund it in cash.');
      await locked(async (tx, invoice) => {
        const current = (await refundsRepo(tx).one(refundId)) ?? refund;
        await bookCardPart(tx, invoice, current, part, { stripeRefundId: made.id, now: clock(), actor });
      });
    } catch (error) {
      await release();
      const isFinal = error instanceof Problem || (error instanceof Stripe.errors.StripeError && !isTransient(error));
      // The gym may have refunded it directly at Stripe.
      if (isFinal && (await settle(context, stripe, refund, clock(), actor))) return;
      throw error;
    }
  }

  function createRefund({ id, intentId, cents }: RefundPart): Promise<Stripe.Refund> {
    if (intentId === null) throw new Error('A refund to a card without a card payment');
    return withIdempotencyKey(timeLeft, (options) =>
      stripe.refunds.create(
        { payment_intent: intentId, amount: cents, metadata: { part: id, refund: refundId, invoiceId, companyId } },
        { ...options, idempotencyKey: `refund:${id}:${intentId}:${cents}` },
      ),
    );
  }
}
