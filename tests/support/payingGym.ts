import type { FastifyInstance } from 'fastify';
import { Stripe } from 'stripe';
import { afterAll, beforeEach } from 'vitest';
import { encrypt, maskSecretKey } from '#server/platform/crypto/encryption.ts';
import { stripeConfigsRepo } from '#server/modules/stripe/index.ts';
import { builders } from './builders.ts';
import { createGym, type Gym } from './gym.ts';
import { createBooks, createTill } from './sales.ts';
import { testServer, type TestServer } from './server.ts';
import { stripeDouble, type StripeDouble } from './stripe/double.ts';
import type { StripeEvent } from './stripe/shapes.ts';

/** The API with a stand-in for Stripe, for a test file: before each test Stripe answers and the clock is right. */
export async function payingServer() {
  const stripe = await stripeDouble();
  const server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  beforeEach(() => {
    stripe.heal();
    server.clock.now = new Date();
  });
  afterAll(async () => {
    await server.close();
    await stripe.close();
  });
  return { stripe, server };
}

let count = 0;

/** A time zone where it is past six in the morning, when renewals are billed, and not close to midnight. */
export const zoneByDay = (): string => (new Date().getUTCHours() >= 14 ? 'America/Denver' : 'Asia/Tokyo');

/** A gym that takes cards: its own account at the stand-in for Stripe, and a member at the till. */
export async function createPayingGym(
  server: TestServer,
  stripe: StripeDouble,
  parts: Parameters<typeof createGym>[1] = {},
) {
  const gym = await createGym(server, parts);
  count += 1;
  const account = stripe.open(`Gym${count}`);
  const endpoint = await connectAccount(server, gym, account);
  const make = builders(server, gym);
  const contactId = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  const sendWebhook = webhookSender(server.app, gym.companyId);
  const secret = endpoint?.secret ?? '';
  const deliver = (event: object) => {
    if (!endpoint) throw new Error('Stripe knows no webhook: the server has no public URL');
    return sendWebhook(event, { secret, at: server.clock.now });
  };
  return {
    ...gym,
    account,
    make,
    contactId,
    books: createBooks(server.database, gym.companyId),
    till: createTill(gym.by.point_of_sale, gym.locationId, contactId),
    webhookSecret: secret,
    deliver,
    /** Delivers all events of the account so far. */
    deliverAll: async () => {
      for (const event of account.events) await deliver(event);
    },
    sendWebhook,
  };
}
export type PayingGym = Awaited<ReturnType<typeof createPayingGym>>;

/** What is stored once an admin has saved the keys. Saving them asks Stripe four times. */
async function connectAccount(
  { config, database, clock }: TestServer,
  { companyId }: Gym,
  { publishableKey, secretKey, createEndpoint }: ReturnType<StripeDouble['open']>,
) {
  const seal = (secret: string) => encrypt(config.appSecret, companyId, secret);
  const url = `${config.publicUrl}/api/webhooks/stripe/${companyId}`;
  const endpoint = url.startsWith('https:') ? createEndpoint({ url, enabled_events: ['*'] }) : undefined;
  await database.scoped([companyId], (tx) =>
    stripeConfigsRepo(tx).save({
      company_id: companyId,
      publishable_key: publishableKey,
      secret_key_sealed: seal(secretKey),
      secret_key_masked: maskSecretKey(secretKey),
      webhook_endpoint_id: endpoint?.id ?? null,
      webhook_secret_sealed: endpoint?.secret ? seal(endpoint.secret) : null,
      updated_at: clock.now,
    }),
  );
  return endpoint;
}

const { webhooks } = new Stripe('sk_test_signer');

interface Delivery {
  secret: string;
  /** The time of the signature. */
  at?: Date;
}

/** Delivers events like Stripe, signed by the SDK's own signer. */
const webhookSender =
  (app: FastifyInstance, companyId: string) =>
  async (event: StripeEvent | object, { secret, at = new Date() }: Delivery) => {
    const payload = JSON.stringify(event);
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at.getTime() / 1_000),
    });
    const response = await app.inject({
      method: 'POST',
      url: `/api/webhooks/stripe/${companyId}`,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      payload,
    });
    return { status: response.statusCode, body: response.json() };
  };
