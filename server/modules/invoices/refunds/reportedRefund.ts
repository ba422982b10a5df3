import { sumBy } from 'es-toolkit';
import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { subDays } from 'date-fns';
import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { stripeActor, type Occasion } from '#server/platform/http/actors.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { invoiceActivity } from '../rows.ts';
import { invoiceSubject } from '../subject.ts';
import { emailRefund } from '#server/modules/email-queue/index.ts';
import { applyIntent } from '../cards/applyIntent.ts';
import { lockInvoice, findIntentPayment } from '../repo.ts';
import { abandonRefund, bookCardPart, readBookedParts, bookRefundRow, refundChanges } from './bookRefund.ts';
import { refundsRepo } from './refundsRepo.ts';
import { findCompaniesWithStripe, getId, type PaymentContext, runPerCompany } from '#server/modules/stripe/index.ts';
import {
  bookFailedRefund,
  toFailedRefund,
  hasFailedRefund,
  hasOwnRow,
  readRefundedSoFar,
  type FailedRefund,
} from './failedRefunds.ts';

/** All refunds of one charge together. */
export interface RefundState {
  readonly intentId: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly currency: string;
  readonly paymentMethodId: string | null;
  /** Stripe's ids of refunds that staff made, by part. Undefined when only the sum is known. */
  readonly made?: ReadonlyMap<string, string>;
  /** Failed at the bank. If present, every refund of the charge was read, and `refunded` is the sum of all of them. */
  readonly failed?: readonly FailedRefund[];
}

type ReadCharge = Pick<
  Stripe.Charge,
  'amount' | 'amount_captured' | 'amount_refunded' | 'currency' | 'payment_intent' | 'payment_method'
>;

/** Undefined when the charge belongs to no intent. */
export function readRefundState(charge: ReadCharge): RefundState | undefined {
  const intentId = getId(charge.payment_intent);
  if (!intentId) return undefined;
  const { amount, amount_captured: captured, amount_refunded: refunded, currency, payment_method } = charge;
  return { intentId, amount, captured, refunded, currency, paymentMethodId: payment_method };
}

/**
 * A refund that staff began is matched with its own row, whoever reports it first. Any other was made at Stripe: it becomes a
 * payment row, and the access that the invoice paid for ends once all of it is refunded. False when the charge is not
 * Spotter's, 'unclear' when every refund of it must be read.
 */
export async function applyRefund(
  tx: Tx,
  companyId: string,
  refund: RefundState,
  occasion: Occasion,
): Promise<boolean | 'unclear'> {
  const { intentId, amount, captured, refunded, currency, paymentMethodId, made, failed } = refund;
  // A refund implies that the payment succeeded, and this may be the first report of either. A charge does not say
  // whether the payer's card may be kept.
  const paid = {
    id: intentId,
    status: 'succeeded',
    amount,
    received: captured,
    currency,
    paymentMethodId,
    failure: null,
    savesCard: false,
  } as const;
  if (!(await applyIntent(tx, companyId, paid, occasion))) return false;
  if (refunded - sumCents(failed) > amount) throw badRequest('More was refunded than was paid');
  const payment = await findIntentPayment(tx, intentId);
  if (!payment) throw new Error('A payment intent without a payment');
  let invoice = await lockInvoice(tx, payment.invoice_id);
  // Whether the sum includes failed refunds depends on when it was reported.
  if (!failed && (await hasFailedRefund(tx, invoice.id, intentId))) return 'unclear';
  let left = refunded - (await readRefundedSoFar(tx, invoice.id, intentId));
  for (const one of failed ?? []) {
    const isBooked = (await hasOwnRow(tx, one)) || left < one.cents;
    const after = await bookFailedRefund(tx, invoice, one, { paymentId: payment.id, isBooked, ...occasion });
    if (after && !isBooked) left -= one.cents;
    invoice = after ?? invoice;
  }
  const pending = left > 0 ? await refundsRepo(tx).pending(invoice.id) : undefined;
  const booked = pending ? await readBookedParts(tx, pending) : [];
  for (const part of pending?.parts ?? []) {
    const isOurs =
      part.intentId === intentId &&
      part.cents <= left &&
      (!made || made.has(part.id)) &&
      !booked.some(({ id }) => id === part.id);
    if (!pending || !isOurs) continue;
    invoice = await bookCardPart(tx, invoice, pending, part, { stripeRefundId: made?.get(part.id), ...occasion });
    left -= part.cents;
  }
  if (left <= 0) return true;
  const row = {
    id: uuid(),
    kind: 'refund',
    amount_cents: left,
    method: cardMethod,
    refund_of: payment.id,
    stripe_payment_intent_id: intentId,
  } as const;
  const after = await bookRefundRow(tx, invoice, row, occasion);
  await logActivity(tx, occasion.actor, invoiceActivity('invoice.refunded', invoice, refundChanges(invoice, after)));
  await emailRefund(tx, invoice, { cents: left, method: cardMethod }, occasion.now);
  if (isRefundedWhole(after) && !isRefundedWhole(invoice)) await invoiceSubject().refundedWhole(tx, invoice, occasion);
  return true;
}

/** True as well when the rest was written off. */
const isRefundedWhole = ({ paid_cents, refunded_cents, due_cents }: InvoiceRow): boolean =>
  paid_cents > 0 && due_cents === 0 && refunded_cents >= paid_cents;

const sumCents = (failed: readonly FailedRefund[] = []): number => sumBy(failed, ({ cents }) => cents);

/** The longest time for which Stripe may have been unable to reach the server. */
const daysBack = 30;

/**
 * Serves accounts whose webhook was lost or has no public address. A known refund changes nothing. One that fails does not stop the
 * others. What staff began and Stripe never made is dropped.
 */
export async function reconcileRefunds(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const rows = await findCompaniesWithStripe(database);
  const refused: unknown[] = [];
  const failed = await runPerCompany(context, {
    rows,
    signal,
    work: async ({ company_id }, stripe) => {
      if (!stripe) return;
      const since = clock();
      const before = refused.length;
      for (const refund of await fetchRefunds(stripe, {
        created: { gte: Math.floor(subDays(since, daysBack).getTime() / 1_000) },
      })) {
        await applyCharge(context, stripe, company_id, refund).catch((error: unknown) => refused.push(error));
      }
      if (refused.length === before) await dropLostRefunds(context, company_id, since);
    },
  });
  const failures = [...failed, ...refused];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be reconciled`);
}

/** The charge's total decides or, where that is not enough, each of its refunds. */
async function applyCharge(
  { database, clock }: PaymentContext,
  stripe: Stripe,
  companyId: string,
  refund: RefundState,
): Promise<void> {
  const apply = (state: RefundState) =>
    database.scoped([companyId], (tx) => applyRefund(tx, companyId, state, { now: clock(), actor: stripeActor }));
  if ((await apply(refund)) !== 'unclear') return;
  for (const state of await fetchRefunds(stripe, { payment_intent: refund.intentId })) await apply(state);
}

/**
 * Each charge is read once, however many refunds it has. A list of one payment's refunds is complete; for any other list, all
 * refunds of a charge are read when one of them failed.
 */
export async function fetchRefunds(
  stripe: Stripe,
  which: Pick<Stripe.RefundListParams, 'created' | 'payment_intent'>,
  options: Stripe.RequestOptions = {},
): Promise<RefundState[]> {
  const charges = new Map<
    string,
    { charge: Stripe.Charge; made: Map<string, string>; failed: FailedRefund[]; sum: number }
  >();
  for await (const refund of stripe.refunds.list({ ...which, limit: 100, expand: ['data.charge'] }, options)) {
    const { id, charge, metadata, amount } = refund;
    if (!charge || typeof charge !== 'object') continue;
    const chargeRefunds = charges.get(charge.id) ?? { charge, made: new Map<string, string>(), failed: [], sum: 0 };
    const failed = toFailedRefund(refund);
    const part = metadata?.['part'];
    if (failed) chargeRefunds.failed.push(failed);
    else if (part) chargeRefunds.made.set(part, id);
    chargeRefunds.sum += amount;
    charges.set(charge.id, chargeRefunds);
  }
  const states: RefundState[] = [];
  for (const { charge, made, failed, sum } of charges.values()) {
    const state = readRefundState(charge);
    if (!state) continue;
    if (which.payment_intent) states.push({ ...state, made, failed, refunded: sum });
    else if (failed.length > 0)
      states.push(...(await fetchRefunds(stripe, { payment_intent: state.intentId }, options)));
    else states.push({ ...state, made });
  }
  return states;
}

/** Drops what nobody continued since then and Stripe did not make. */
async function dropLostRefunds({ database, clock }: PaymentContext, companyId: string, since: Date): Promise<void> {
  const lost = await database.scoped([companyId], (tx) =>
    tx
      .selectFrom('refunds')
      .select(['id', 'invoice_id'])
      .where('company_id', '=', companyId)
      .where('completed_at', 'is', null)
      .execute(),
  );
  for (const { id, invoice_id } of lost) {
    await database.scoped([companyId], async (tx) => {
      const invoice = await lockInvoice(tx, invoice_id);
      const refund = await refundsRepo(tx).one(id);
      if (refund && !refund.completed_at && isIdle(refund, since))
        await abandonRefund(tx, invoice, refund, { now: clock(), actor: stripeActor });
    });
  }
}

/** No request has continued it since. */
export const isIdle = ({ busy_until }: { busy_until: Date | null }, since: Date): boolean =>
  busy_until === null || busy_until <= since;
