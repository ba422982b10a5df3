import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { id } from '#domain/shared/contract.ts';
import { stripeActor, type Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { badRequest, notFound, raise, unavailable } from '#server/platform/http/problem.ts';
import { applyDispute, applyFailedRefund, applyIntent, applyRefund } from '#server/modules/invoices/index.ts';
import { type PaymentContext, readStripeConfig } from '#server/modules/stripe/index.ts';
import { readEvent, type StripeEvent } from './webhookEvents.ts';

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
  { config, database, clock }: PaymentContext,
  actor: Actor,
  companyId: string,
  payload: Buffer,
  signature: string,
): Promise<void> {
  const row = await readStripeConfig(database, companyId);
  const secret = row?.webhook_secret_sealed && tryDecrypt(config.appSecret, companyId, row.webhook_secret_sealed);
  if (!secret) throw notFound('Webhook');
  const event = readEvent(verify(payload, signature, secret, clock())) ?? raise(badRequest('This event is incomplete'));
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
  const waiting = await tx
    .selectFrom('awaited_payments')
    .select('invoice_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (waiting) throw unavailable('This payment is not known yet');
}
