import { Stripe } from 'stripe';
import type { FastifyInstance } from 'fastify';
import type { StripeEvent } from './shapes.ts';

const { webhooks } = new Stripe('sk_test_signer');

interface Delivery {
  secret: string;
  /** The time of the signature. */
  at?: Date;
}

/** Delivers events like Stripe, signed by the SDK's own signer. */
export const webhookSender = (app: FastifyInstance, companyId: string) => async (event: StripeEvent | object, { secret, at = new Date() }: Delivery) => {
  const payload = JSON.stringify(event);
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1_000) });
  const reply = await app.inject({
    method: 'POST',
    url: `/api/webhooks/stripe/${companyId}`,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
};
