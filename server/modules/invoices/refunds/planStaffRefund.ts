import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { v5 as uuidOf } from 'uuid';
import type { RefundBody } from '#domain/invoices/refundsContract.ts';
import {
  planRefund,
  paymentsAfterRefunds,
  type CardRefusal,
  type RefundableInvoice,
} from '#domain/invoices/refunds.ts';
import { sum, toCents } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RefundPart } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow, PaymentRow, RefundRow } from '#server/platform/database/schema.ts';
import { badRequest, conflict, Problem } from '#server/platform/http/problem.ts';
import { readDisputedByPayment } from '#server/modules/ledger/index.ts';
import { readRefundableLines, readRefundedSums, refundsRepo } from './refundsRepo.ts';
import { invoicesRepo } from '../repo.ts';
import { invoiceSubject } from '../subject.ts';

export interface StaffRefund {
  readonly id: string;
  /** The user. */
  readonly by: string;
  readonly body: RefundBody;
}

/** The plan of a refund, or why it is refused. Changes nothing. The caller holds the invoice's lock. */
export async function planStaffRefund(
  tx: Tx,
  invoice: InvoiceRow,
  { id, by, body }: StaffRefund,
  now: Date,
): Promise<RefundRow> {
  const { amount, destination, reason, membership = 'keep' } = body;
  const { refundable, intents } = await readRefundable(tx, invoice);
  const plan = planRefund(refundable, { ...body, cents: amount === undefined ? undefined : toCents(amount) });
  if ('refusal' in plan) throw plan.isInvalid ? badRequest(plan.refusal) : conflict(plan.refusal);
  if (membership !== 'keep') await invoiceSubject().requireEndable(tx, invoice, plan.lines, now);
  const parts = plan.parts.map(({ paymentId, cents }, index): RefundPart => ({
    id: index === 0 ? id : uuidOf(String(index), id),
    paymentId,
    intentId: destination === cardMethod && paymentId !== null ? (intents.get(paymentId) ?? null) : null,
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

/** The key stays free: the same request may succeed in a moment. */
export const refundUnderWay = new Problem(409, 'A refund of this invoice is under way. Please try again in a moment.', {
  leavesKeyFree: true,
});

export async function requireNoRefundUnderWay(tx: Tx, invoiceId: string): Promise<void> {
  if (await refundsRepo(tx).pending(invoiceId)) throw refundUnderWay;
}

async function readRefundable(
  tx: Tx,
  invoice: InvoiceRow,
): Promise<{ refundable: RefundableInvoice; intents: ReadonlyMap<string, string> }> {
  const rows = await invoicesRepo(tx).payments(invoice.id);
  const paid = rows.filter(({ status }) => status === 'completed');
  const disputed = await readDisputedByPayment(tx, invoice.id);
  const refundable = {
    tax: invoice.tax_cents,
    paid: invoice.paid_cents,
    refunded: invoice.refunded_cents,
    rounding: invoice.cash_rounding_cents,
    surplus: (await readRefundedSums(tx, invoice.id)).surplus,
    disputed: sum([...disputed.values()]),
    currency: invoice.currency,
    lines: await readRefundableLines(tx, invoice.id),
    payments: paymentsAfterRefunds(
      paid.map((payment) => ({
        id: payment.id,
        amount: payment.amount_cents,
        method: payment.method,
        disputed: disputed.get(payment.id),
        cardRefusal: toCardRefusal(payment, disputed.get(payment.id)),
      })),
      rows.map(({ kind, refund_of: refundOf, amount_cents: cents }) => ({
        refundOf,
        cents: kind === 'refund' ? cents : -cents,
      })),
    ),
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
  disputed = 0,
  hasStripe = true,
): CardRefusal | null | undefined {
  if (method !== cardMethod) return undefined;
  if (intent === null) return 'not_stripe';
  if (disputed > 0) return 'disputed';
  return hasStripe ? null : 'stripe_missing';
}
