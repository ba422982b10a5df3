import { Stripe } from 'stripe';
import { v5 as uuidOf } from 'uuid';
import type { RefundBody } from '#domain/invoices/refundsContract.ts';
import { toCents } from '#domain/shared/money.ts';
import { planRefund, type CardRefusal, type RefundableInvoice } from '#domain/invoices/refunds.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RefundPart } from '#server/platform/database/jsonColumns.ts';
import { columns, type InvoiceRow, type PaymentRow, type RefundRow } from '#server/platform/database/schema.ts';
import { badRequest, conflict, Problem } from '#server/platform/http/problem.ts';
import { lockInvoice } from './writeInvoice.ts';
import { invoiceSubject } from './subject.ts';
import { abandonRefund, bookCardPart, bookedParts, refundedSums } from './bookRefund.ts';
import { refundableLines, refundsRepo } from './refundsRepo.ts';
import { applyRefund, isIdle, refundsAt } from './stripeRefund.ts';
import {
  deadline,
  isTransient,
  mapStripeErrors,
  type PaymentContext,
  requireStripeAccount,
  withIdempotencyKey,
} from '#server/modules/stripe/index.ts';

interface StaffRefund {
  readonly id: string;
  /** The user. */
  readonly by: string;
  readonly body: RefundBody;
}

/** The plan of a refund, or why it is refused. Changes nothing. The caller holds the invoice's lock. */
export async function plannedRefund(
  tx: Tx,
  invoice: InvoiceRow,
  { id, by, body }: StaffRefund,
  now: Date,
): Promise<RefundRow> {
  const { amount, destination, reason, membership = 'keep' } = body;
  const { refundable, intents } = await readRefundable(tx, invoice);
  const plan = planRefund(refundable, { ...body, cents: amount === undefined ? undefined : toCents(amount) });
  if ('refusal' in plan) throw plan.isInvalid ? badRequest(plan.refusal) : conflict(plan.refusal);
  if (membership !== 'keep') await invoiceSubject().requireEndable(tx, invoice, plan.lines);
  const parts = plan.parts.map(({ paymentId, cents }, index): RefundPart => ({
    id: index === 0 ? id : uuidOf(String(index), id),
    paymentId,
    intentId: destination === 'card' && paymentId !== null ? (intents.get(paymentId) ?? null) : null,
    cents,
  }));
  return {
    id,
    company_id: invoice.company_id,
    invoice_id: invoice.id,
    amount_cents: plan.cents,
    destination,
    reason,
    membership,
    lines: [...plan.lines],
    parts,
    created_by: by,
    created_at: now,
    busy_until: null,
    completed_at: null,
    failed_at: null,
  };
}

async function readRefundable(
  tx: Tx,
  invoice: InvoiceRow,
): Promise<{ refundable: RefundableInvoice; intents: ReadonlyMap<string, string> }> {
  const rows = await tx
    .selectFrom('payments')
    .select(columns.payments)
    .where('invoice_id', '=', invoice.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const paid = rows.filter(({ status }) => status === 'completed');
  const refundable = {
    tax: invoice.tax_cents,
    paid: invoice.paid_cents,
    refunded: invoice.refunded_cents,
    rounding: invoice.cash_rounding_cents,
    surplus: (await refundedSums(tx, invoice.id)).surplus,
    currency: invoice.currency,
    lines: await refundableLines(tx, invoice.id),
    payments: paid.map((payment) => ({
      id: payment.id,
      amount: payment.amount_cents,
      refunded: sum(
        rows
          .filter(({ refund_of }) => refund_of === payment.id)
          .map(({ kind, amount_cents }) => (kind === 'refund' ? amount_cents : -amount_cents)),
      ),
      isByCard: payment.method === 'card' && payment.stripe_payment_intent_id !== null,
      cardRefusal: toCardRefusal(payment),
    })),
  };
  return {
    refundable,
    intents: new Map(
      paid.flatMap(({ id, stripe_payment_intent_id: intent }) => (intent === null ? [] : [[id, intent] as const])),
    ),
  };
}

/** Undefined for another method. */
export function toCardRefusal(
  { method, stripe_payment_intent_id: intent }: PaymentRow,
  hasStripe = true,
): CardRefusal | null | undefined {
  if (method !== 'card') return undefined;
  if (intent === null) return 'not_stripe';
  return hasStripe ? null : 'stripe_missing';
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Asks Stripe whether a refund that an interrupted request left unconfirmed was made. 409 while another request works on it.
 */
export async function settleEarlierRefund(
  context: PaymentContext,
  companyId: string,
  invoiceId: string,
  ownId: string,
  actor: Actor,
): Promise<void> {
  const { database, clock } = context;
  const since = clock();
  const pending = await database.scoped([companyId], (tx) => refundsRepo(tx).pending(invoiceId));
  if (!pending || pending.id === ownId) return;
  if (!isIdle(pending, since)) throw underWay;
  await settle(context, await requireStripeAccount(context, companyId), pending, since, actor);
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
    for (const state of await mapStripeErrors(refundsAt(stripe, { payment_intent: intentId }, timeLeft()))) {
      await database.scoped([companyId], (tx) => applyRefund(tx, companyId, state, clock(), actor));
    }
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = await refundsRepo(tx).one(refund.id);
    if (now && !now.completed_at && isIdle(now, since)) await abandonRefund(tx, invoice, now, clock(), actor);
    return Boolean(now?.completed_at);
  });
}

/** The key stays free: the same request may succeed in a moment. */
const underWay = new Problem(409, 'A refund of this invoice is under way. Please try again in a moment.', {
  leavesKeyFree: true,
});

export async function requireNoRefundUnderWay(tx: Tx, invoiceId: string): Promise<void> {
  if (await refundsRepo(tx).pending(invoiceId)) throw underWay;
}

/** Before Stripe is asked to make it. */
export async function beginCardRefund(
  tx: Tx,
  invoice: InvoiceRow,
  request: StaffRefund,
  now: Date,
): Promise<RefundRow> {
  const refund = { ...(await plannedRefund(tx, invoice, request, now)), busy_until: busyFrom(now) };
  await requireNoRefundUnderWay(tx, invoice.id);
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
      (await refundsRepo(tx).one(refundId)) ?? (await beginCardRefund(tx, invoice, request, clock()));
    if (!storedRefund.completed_at) await refundsRepo(tx).setBusy(refundId, busyFrom(clock()));
    return { refund: storedRefund, done: await bookedParts(tx, storedRefund) };
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
