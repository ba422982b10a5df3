import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Stripe } from 'stripe';
import { id } from '#domain/shared/contract.ts';
import { stripeActor, type Actor } from '#server/platform/http/actors.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest, unavailable, notFound, raise } from '#server/platform/http/problem.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  applyDispute,
  applyFailedRefund,
  applyIntent,
  applyRefund,
  findAwaitedSince,
  type DisputeState,
  type FailedRefund,
  readDisputeState,
  readRefundState,
  type RefundState,
  toFailedRefund,
} from '#server/modules/invoices/index.ts';
import { saveReportedCard } from '#server/modules/saved-cards/index.ts';
import {
  type PaymentContext,
  type IntentState,
  readStripeConfig,
  toIntentState,
} from '#server/modules/stripe/index.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';

/** An event may be larger than a JSON body from the console. */
const bodyLimit = 512 * 1024;

/** The body stays a buffer, because its bytes are signed. */
export const stripeEventRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

    app.post(
      '/webhooks/stripe/:companyId',
      {
        bodyLimit,
        config: { access: 'public' },
        schema: {
          tags: ['webhooks'],
          operationId: 'receiveStripeEvent',
          security: [{ stripeSignature: [] }],
          params: z.object({ companyId: id }),
          response: { 200: z.object({ received: z.literal(true) }) },
        },
      },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        if (!Buffer.isBuffer(request.body) || typeof signature !== 'string')
          throw badRequest('The signature of this event is missing');
        const { companyId } = request.params;
        const event = await readEvent(context, companyId, request.body, signature);
        // The response is 200 only when the event is stored.
        await applyEvent(context, { ...stripeActor, requestId: request.id }, companyId, event);
        return { received: true as const };
      },
    );
  };

/** Once, however often it is delivered. */
async function applyEvent(context: PaymentContext, actor: Actor, companyId: string, event: StripeEvent): Promise<void> {
  const { intent, invoiceId, setupIntentId, refund, failedRefund, dispute } = event;
  // Stripe is asked before the transaction. Repeated, it changes nothing.
  if (setupIntentId) await saveReportedCard(context, { companyId, setupIntentId, actor });
  await context.database.scoped([companyId], async (tx) => {
    if (!(await isFirstDelivery(tx, companyId, event))) return;
    const occasion = { now: context.clock(), actor };
    if (refund) await applyRefund(tx, companyId, refund, occasion);
    if (failedRefund) await applyFailedRefund(tx, companyId, failedRefund, occasion);
    if (dispute) await applyDispute(tx, companyId, dispute, occasion);
    if (!intent || (await applyIntent(tx, companyId, intent, occasion)) || !invoiceId) return;
    // Either something else of this account, or a sale whose intent is not stored yet: then Stripe must send it again.
    if (await findAwaitedSince(tx, invoiceId)) throw unavailable('This payment is not known yet');
  });
}

async function isFirstDelivery(tx: Tx, companyId: string, { id: eventId, type }: StripeEvent): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_events')
    .values({ company_id: companyId, event_id: eventId, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n;
}

/** What Spotter uses of a Stripe event; any other event has none of it. */
interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly intent?: IntentState;
  /** In the intent's metadata. */
  readonly invoiceId?: string | undefined;
  readonly setupIntentId?: string;
  readonly refund?: RefundState;
  readonly failedRefund?: FailedRefund;
  readonly dispute?: DisputeState;
}

/** Refused unless Stripe signed it with this company's secret. */
async function readEvent(
  { config, database, clock }: PaymentContext,
  companyId: string,
  payload: Buffer,
  signature: string,
): Promise<StripeEvent> {
  const row = await readStripeConfig(database, companyId);
  const secret = row?.webhook_secret_sealed && tryDecrypt(config.appSecret, companyId, row.webhook_secret_sealed);
  if (!secret) throw notFound('Webhook');
  return parseEvent(verify(payload, signature, secret, clock())) ?? raise(badRequest('This event is incomplete'));
}

const signatureMaxAgeSeconds = 300;
const { webhooks } = new Stripe('sk_none');

function verify(payload: Buffer, signature: string, secret: string, now: Date): unknown {
  try {
    return webhooks.constructEvent(payload, signature, secret, signatureMaxAgeSeconds, undefined, now.getTime());
  } catch {
    throw badRequest('The signature of this event is not valid');
  }
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
      payment_method: reference,
      message: z
        .string()
        .nullish()
        .transform((text) => text?.replaceAll('\0', '')),
    })
    .nullish()
    .transform((error) => error ?? null),
});
const setupIntent = z.looseObject({ object: z.literal('setup_intent'), id: name });
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
function parseEvent(payload: unknown): StripeEvent | undefined {
  const { data: read } = event.safeParse(payload);
  if (!read) return undefined;
  const { data, type } = read;
  const sent = { id: read.id, type };
  if (data.object['object'] === 'payment_intent') {
    const { data: intent } = paymentIntent.safeParse(data.object);
    const invoiceId = ourInvoice.safeParse(data.object).data?.metadata.invoiceId;
    return intent && { ...sent, intent: toIntentState(intent), invoiceId };
  }
  if (data.object['object'] === 'refund') {
    const { data: changed } = oneRefund.safeParse(data.object);
    const failedRefund = changed && toFailedRefund(changed);
    return changed && { ...sent, ...(failedRefund && { failedRefund }) };
  }
  if (data.object['object'] === 'dispute') {
    const { data: changed } = oneDispute.safeParse(data.object);
    const dispute = changed && readDisputeState(changed);
    return changed && { ...sent, ...(dispute && { dispute }) };
  }
  if (type === 'setup_intent.succeeded') {
    const { data: confirmed } = setupIntent.safeParse(data.object);
    return confirmed && { ...sent, setupIntentId: confirmed.id };
  }
  if (type !== 'charge.refunded') return sent;
  const { data: refunded } = charge.safeParse(data.object);
  const refund = refunded && readRefundState(refunded);
  return refunded && { ...sent, ...(refund && { refund }) };
}
