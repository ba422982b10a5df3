import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { id } from '#domain/shared/contract.ts';
import { stripeActor, type Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { badRequest, notFound, raise, unavailable } from '#server/platform/http/problem.ts';
import {
  applyDispute,
  applyFailedRefund,
  applyIntent,
  applyRefund,
  awaitedSince,
  type DisputeState,
  type FailedRefund,
  readDisputeState,
  readRefundState,
  type RefundState,
  toFailedRefund,
} from '#server/modules/invoices/index.ts';
import { saveReportedCard } from '#server/modules/saved-cards/index.ts';
import {
  type IntentState,
  type PaymentContext,
  readStripeConfig,
  toIntentState,
} from '#server/modules/stripe/index.ts';

/** An event may be larger than a JSON body from the console. */
const bodyLimit = 512 * 1024;

/** The body stays a buffer, because its bytes are signed. */
export const webhookRoutes =
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
        const actor = { ...stripeActor, requestId: request.id };
        await handleEvent(context, actor, request.params.companyId, request.body, signature);
        return { received: true as const };
      },
    );
  };

/** Once, however often it is delivered. The response is 200 only when the event is stored. */
async function handleEvent(
  context: PaymentContext,
  actor: Actor,
  companyId: string,
  payload: Buffer,
  signature: string,
): Promise<void> {
  const { config, database, clock } = context;
  const row = await readStripeConfig(database, companyId);
  const secret = row?.webhook_secret_sealed && tryDecrypt(config.appSecret, companyId, row.webhook_secret_sealed);
  if (!secret) throw notFound('Webhook');
  const event = readEvent(verify(payload, signature, secret, clock())) ?? raise(badRequest('This event is incomplete'));
  // Stripe is asked before the transaction. Repeated, it changes nothing.
  if (event.setupIntentId) await saveReportedCard(context, { companyId, setupIntentId: event.setupIntentId, actor });
  await database.scoped([companyId], async (tx) => {
    if (await isFirstDelivery(tx, companyId, event)) await applyEvent(tx, actor, companyId, event, clock());
  });
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

async function isFirstDelivery(tx: Tx, companyId: string, { id: eventId, type }: StripeEvent): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_events')
    .values({ company_id: companyId, event_id: eventId, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n;
}

async function applyEvent(
  tx: Tx,
  actor: Actor,
  companyId: string,
  { intent, invoiceId, refund, failedRefund, dispute }: StripeEvent,
  now: Date,
): Promise<void> {
  if (refund) await applyRefund(tx, companyId, refund, now, actor);
  if (failedRefund) await applyFailedRefund(tx, companyId, failedRefund, now, actor);
  if (dispute) await applyDispute(tx, companyId, dispute, now, actor);
  if (!intent || (await applyIntent(tx, companyId, intent, now, actor)) || !invoiceId) return;
  // Either something else of this account, or a sale whose intent is not stored yet: then Stripe must send it again.
  if (await awaitedSince(tx, invoiceId)) throw unavailable('This payment is not known yet');
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
function readEvent(payload: unknown): StripeEvent | undefined {
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
