import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: Gym;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
});
beforeEach(async () => {
  stripe.heal();
  gym = await createGym(server);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

let count = 0;
const createAccount = () => stripe.open(`Account${(count += 1)}abcdefghijkl`);
const both = ({ publishableKey, secretKey }: { publishableKey: string; secretKey: string }) => ({
  stripePublishableKey: publishableKey,
  stripeSecretKey: secretKey,
});
const path = () => `/companies/${gym.companyId}/stripe`;
const put = (body: object, caller = gym.by.admin) => caller.put(path(), { body });
const stored = () =>
  server.database.scoped([gym.companyId], (tx) => tx.selectFrom('stripe_configs').selectAll().executeTakeFirst());

describe('GET /companies/:id/stripe', () => {
  test('is 404 when nothing is configured', async () => {
    expect(await gym.by.admin.get(path())).toMatchObject({
      status: 404,
      body: { message: 'Stripe is not configured for this company' },
    });
  });

  test.each(levels)('%s may read it; the masked secret key is null for all but company admins', async (level) => {
    const account = createAccount();
    await put(both(account));
    const { status, body } = await gym.by[level].get(path());
    expect(status).toBe(200);
    expect(body).toEqual({
      stripeConfig: {
        hasStripeKeys: true,
        stripePublishableKey: account.publishableKey,
        maskedSecretKey: level === 'admin' ? 'sk_test_••••ijkl' : null,
        hasWebhook: true,
      },
    });
  });
});

describe('PUT /companies/:id/stripe', () => {
  test('at initial setup both keys are required, later at least one', async () => {
    const account = createAccount();
    const initial = 'Both Publishable Key and Secret Key are required for initial setup.';
    expect(await put({ stripeSecretKey: account.secretKey })).toMatchObject({
      status: 400,
      body: { message: initial },
    });
    expect((await put({ ...both(account), stripePublishableKey: `  ${account.publishableKey} ` })).status).toBe(200);
    const later = 'Please enter at least one key to update the configuration.';
    expect(await put({ stripeSecretKey: '', stripePublishableKey: null })).toMatchObject({
      status: 400,
      body: { message: later },
    });
    expect((await put({ stripePublishableKey: account.publishableKey })).status).toBe(200);
  });

  test('the secret key and the webhook’s secret are encrypted at rest, and never leave the server', async () => {
    const account = createAccount();
    const saved = await put(both(account));
    const [endpoint] = [...account.endpoints.values()];
    const row = await stored();
    expect(JSON.stringify([row, saved.body])).not.toContain(account.secretKey);
    expect(JSON.stringify([row, saved.body])).not.toContain(endpoint?.secret);
    const logged = server.logged.join();
    const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.findLast((line) => 'security' in line)).toMatchObject({
      security: 'stripe-keys-changed',
      userId: gym.users.admin.id,
      companyId: gym.companyId,
    });
    for (const secret of [account.secretKey, account.publishableKey, endpoint?.secret])
      expect(logged).not.toContain(secret);
  });

  test('keys that Stripe does not accept are not stored', async () => {
    const account = createAccount();
    const wrongSecret = { ...both(account), stripeSecretKey: 'sk_test_unknown' };
    expect(await put(wrongSecret)).toMatchObject({
      status: 400,
      body: { errors: { stripeSecretKey: 'Stripe does not accept this Secret Key' } },
    });
    const wrongPublishable = { ...both(account), stripePublishableKey: 'pk_test_unknown' };
    expect(await put(wrongPublishable)).toMatchObject({
      status: 400,
      body: { errors: { stripePublishableKey: 'Stripe does not accept this Publishable Key' } },
    });
    const swapped = { stripePublishableKey: account.secretKey, stripeSecretKey: account.publishableKey };
    expect((await put(swapped)).status).toBe(400);
    const mixed = { ...both(account), stripePublishableKey: 'pk_live_abc' };
    expect((await put(mixed)).body.message).toBe('One key is for test mode and the other for live mode');
    expect(await stored()).toBeUndefined();
  });

  test.each([500, 429, 'cut'] as const)('while Stripe fails (%s) it is 503 and nothing is stored', async (how) => {
    stripe.fail(/balance/, how, 2);
    const response = await put(both(createAccount()));
    expect(response).toMatchObject({
      status: 503,
      body: { message: 'Stripe does not answer. Please try again in a moment.' },
    });
    expect(response.headers['retry-after']).toBe('5');
    expect(await stored()).toBeUndefined();
  });

  test('saving keys again leaves exactly one webhook endpoint of Spotter’s, and does not touch others', async () => {
    const account = createAccount();
    account.createEndpoint({ url: 'https://shop.test/hooks', enabled_events: ['*'] });
    for (let times = 0; times < 3; times += 1) await put(both(account));
    const urls = [...account.endpoints.values()].map(({ url }) => url);
    expect(urls).toEqual(['https://shop.test/hooks', `https://spotter.test/api/webhooks/stripe/${gym.companyId}`]);
    const row = await stored();
    expect([...account.endpoints.keys()]).toContain(row?.webhook_endpoint_id);
  });

  test('keys of another account move the endpoint there', async () => {
    const [first, second] = [createAccount(), createAccount()];
    await put(both(first));
    await put(both(second));
    expect([first.endpoints.size, second.endpoints.size]).toEqual([0, 1]);
  });
});

test('without a public https address hasWebhook is false and no endpoint is created', async () => {
  const local = await testServer({ stripeApiUrl: stripe.url });
  try {
    const home = await createGym(local);
    const account = createAccount();
    const { status, body } = await home.by.admin.put(`/companies/${home.companyId}/stripe`, { body: both(account) });
    expect({ status, hasWebhook: body.stripeConfig.hasWebhook, endpoints: account.endpoints.size }).toEqual({
      status: 200,
      hasWebhook: false,
      endpoints: 0,
    });
  } finally {
    await local.close();
  }
});
