import { z } from 'zod';
import { type IntentState, toIntentState } from '#server/modules/stripe/index.ts';
import {
  type DisputeState,
  readDisputeState,
  type FailedRefund,
  toFailedRefund,
  type RefundState,
  readRefundState,
} from '#server/modules/invoices/index.ts';

/** What Spotter uses of a Stripe event; any other event has none of it. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly intent?: IntentState;
  /** In the intent's metadata. */
  readonly invoiceId?: string | undefined;
  readonly refund?: RefundState;
  readonly failedRefund?: FailedRefund;
  readonly dispute?: DisputeState;
}

const name = z.string().regex(/^[\x20-\x7e]{1,255}$/);
const cents = z.int().min(0);
const nameOrNull = name.nullish().transform((text) => text ?? null);
const reference = z
  .union([name, z.looseObject({ id: name }).transform((whole) => whole.id)])
  .nullish()
  .transform((text) => text ?? null);

const event = z.looseObject({ id: name, type: name, data: z.looseObject({ object: z.looseObject({}) }) });
const paymentIntent = z.looseObject({
  id: name,
  status: name,
  amount: cents,
  amount_received: cents.default(0),
  currency: name,
  payment_method: reference,
  setup_future_usage: nameOrNull,
  last_payment_error: z
    .looseObject({
      message: z
        .string()
        .nullish()
        .transform((text) => text?.replaceAll('\0', '')),
    })
    .nullish()
    .transform((error) => error ?? null),
});
const charge = z.looseObject({
  id: name,
  amount: cents,
  amount_captured: cents.default(0),
  amount_refunded: cents,
  currency: name,
  payment_intent: reference,
  payment_method: nameOrNull,
});
const oneRefund = z.looseObject({
  id: name,
  status: nameOrNull,
  amount: cents,
  payment_intent: reference,
  failure_reason: name.nullish().transform((text) => text ?? undefined),
  metadata: z
    .record(z.string(), z.string())
    .nullish()
    .transform((fields) => fields ?? null),
});
const oneDispute = z.looseObject({
  id: name,
  status: name,
  reason: name.default(''),
  amount: cents,
  created: z.int().min(0),
  payment_intent: reference,
  evidence_details: z.looseObject({ due_by: z.int().min(0).nullable().catch(null) }).optional(),
});
const ourInvoice = z.looseObject({ metadata: z.looseObject({ invoiceId: z.uuid() }) });

/** Undefined for an incomplete event, so that no part of it is applied. */
export function readEvent(payload: unknown): StripeEvent | undefined {
  const { data: read } = event.safeParse(payload);
  if (!read) return undefined;
  const { id, type, data } = read;
  if (data.object['object'] === 'payment_intent') {
    const { data: intent } = paymentIntent.safeParse(data.object);
    const invoiceId = ourInvoice.safeParse(data.object).data?.metadata.invoiceId;
    return intent && { id, type, intent: toIntentState(intent), invoiceId };
  }
  if (data.object['object'] === 'refund') {
    const { data: changed } = oneRefund.safeParse(data.object);
    const failedRefund = changed && toFailedRefund(changed);
    return changed && { id, type, ...(failedRefund && { failedRefund }) };
  }
  if (data.object['object'] === 'dispute') {
    const { data: changed } = oneDispute.safeParse(data.object);
    const dispute = changed && readDisputeState(changed);
    return changed && { id, type, ...(dispute && { dispute }) };
  }
  if (type !== 'charge.refunded') return { id, type };
  const { data: refunded } = charge.safeParse(data.object);
  const refund = refunded && readRefundState(refunded);
  return refunded && { id, type, ...(refund && { refund }) };
}
