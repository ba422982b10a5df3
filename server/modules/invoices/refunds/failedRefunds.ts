import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { fromCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { invoiceActivity } from '../rows.ts';
import { bookRefundRow, refundChanges } from './bookRefund.ts';
import { refundedCents, refundsRepo } from './refundsRepo.ts';
import { lockInvoice, findIntentPayment } from '../repo.ts';
import { getId } from '#server/modules/stripe/index.ts';

/** The card's bank rejected it days after it was sent, and the money came back. */
export interface FailedRefund {
  readonly id: string;
  readonly intentId: string;
  readonly cents: number;
  /** The row of a refund that staff made. */
  readonly part: string | null;
  readonly reason: string | null;
}

const uuids = z.uuid();

type ReadRefund = Pick<Stripe.Refund, 'id' | 'status' | 'payment_intent' | 'amount' | 'metadata'> & {
  failure_reason?: string | undefined;
};

/** Undefined when it has not failed, or belongs to no intent. */
export function toFailedRefund({
  id,
  status,
  payment_intent,
  amount,
  metadata,
  failure_reason,
}: ReadRefund): FailedRefund | undefined {
  const intentId = getId(payment_intent);
  if (!intentId || (status !== 'failed' && status !== 'canceled')) return undefined;
  return {
    id,
    intentId,
    cents: amount,
    part: uuids.safeParse(metadata?.['part']).data ?? null,
    reason: failure_reason ?? null,
  };
}

/** False when the payment is not Spotter's. */
export async function applyFailedRefund(
  tx: Tx,
  companyId: string,
  failed: FailedRefund,
  occasion: Occasion,
): Promise<boolean> {
  const payment = await findIntentPayment(tx, failed.intentId);
  if (payment?.company_id !== companyId) return false;
  const invoice = await lockInvoice(tx, payment.invoice_id);
  const isBooked =
    (await hasOwnRow(tx, failed)) || (await readBookedAsSums(tx, payment.invoice_id, failed.intentId)) >= failed.cents;
  await bookFailedRefund(tx, invoice, failed, { paymentId: payment.id, isBooked, ...occasion });
  return true;
}

/** Staff made it, or its id is known. */
export async function hasOwnRow(tx: Tx, { id, part }: FailedRefund): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('kind', '=', 'refund')
    .where((payment) =>
      payment.or([payment('stripe_refund_id', '=', id), ...(part === null ? [] : [payment('id', '=', part)])]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Refunds made at Stripe of which only the sum is known, without those that failed. */
async function readBookedAsSums(tx: Tx, invoiceId: string, intentId: string): Promise<number> {
  const { sum } = await refundRows(tx, invoiceId, intentId)
    .select(sumCents)
    .where('p.refund_id', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}

/** Failed refunds included. */
export async function readRefundedSoFar(tx: Tx, invoiceId: string, intentId: string): Promise<number> {
  const { sum } = await refundRows(tx, invoiceId, intentId)
    .select(sumCents)
    .where('p.kind', '=', 'refund')
    .executeTakeFirstOrThrow();
  return sum;
}

export async function hasFailedRefund(tx: Tx, invoiceId: string, intentId: string): Promise<boolean> {
  const row = await refundRows(tx, invoiceId, intentId)
    .select('p.id')
    .where('p.kind', '=', 'refund_failed')
    .executeTakeFirst();
  return row !== undefined;
}

const refundRows = (tx: Tx, invoiceId: string, intentId: string) =>
  tx
    .selectFrom('payments as p')
    .where('p.invoice_id', '=', invoiceId)
    .where('p.stripe_payment_intent_id', '=', intentId)
    .where('p.kind', '<>', 'payment');

/** The booked amounts and what went beyond them. */
const sumCents =
  sql<number>`coalesce(sum(${refundedCents('amount_cents')} + ${refundedCents('surplus_cents')}), 0)::int`.as('sum');

interface Failing extends Occasion {
  readonly paymentId: string;
  readonly isBooked: boolean;
}

/**
 * Books the money back with a row of its own, once; earlier rows do not change. An unknown refund is written with it, so that
 * it is not booked later. The end of the membership and returned stock stay. Undefined if it was already booked back. The
 * caller holds the invoice's lock.
 */
export async function bookFailedRefund(
  tx: Tx,
  invoice: InvoiceRow,
  failed: FailedRefund,
  { paymentId, isBooked, ...occasion }: Failing,
): Promise<InvoiceRow | undefined> {
  const { id, intentId, cents, part, reason } = failed;
  const bookedBack = await tx
    .selectFrom('payments')
    .select('id')
    .where('stripe_refund_id', '=', id)
    .where('kind', '=', 'refund_failed')
    .executeTakeFirst();
  if (bookedBack) return undefined;
  const row = {
    amount_cents: cents,
    method: cardMethod,
    refund_of: paymentId,
    stripe_payment_intent_id: intentId,
    stripe_refund_id: id,
  } as const;
  const before = isBooked
    ? invoice
    : await bookRefundRow(tx, invoice, { ...row, id: uuid(), kind: 'refund' }, occasion);
  const made =
    part === null
      ? undefined
      : await tx.selectFrom('payments').select('refund_id').where('id', '=', part).executeTakeFirst();
  const refundId = made?.refund_id ?? null;
  const back = {
    ...row,
    id: uuid(),
    kind: 'refund_failed' as const,
    refund_id: refundId,
    failure_message: reason,
  };
  const after = await bookRefundRow(tx, before, back, occasion);
  if (refundId) await markFailed(tx, refundId, occasion.now);
  const changes = [...refundChanges(invoice, after), ...changesBetween(null, { amount: fromCents(cents), reason })];
  await logActivity(tx, occasion.actor, invoiceActivity('invoice.refund-failed', invoice, changes));
  return after;
}

/** A refund has failed when every part of it has. */
async function markFailed(tx: Tx, refundId: string, now: Date): Promise<void> {
  const refund = await refundsRepo(tx).one(refundId);
  const failed = await tx
    .selectFrom('payments')
    .select('id')
    .where('refund_id', '=', refundId)
    .where('kind', '=', 'refund_failed')
    .execute();
  if (refund && failed.length >= refund.parts.length)
    await tx.updateTable('refunds').set({ failed_at: now }).where('id', '=', refundId).execute();
}
