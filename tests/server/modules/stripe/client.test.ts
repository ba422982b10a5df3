import { beforeAll, expect, test } from 'vitest';
import { deadline, stripeClient } from '#server/modules/stripe/client.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeAll(async () => {
  gym = await createPayingGym(server, stripe);
});

test.each([
  [402, 402, 'Your card was declined.', { type: 'StripeCardError', statusCode: 402, code: 'card_declined' }],
  [
    'cut',
    503,
    'Stripe does not answer. Please try again in a moment.',
    { type: 'StripeConnectionError', detail: { code: 'ECONNRESET' } },
  ],
] as const)(
  'the cause of a failed call to Stripe (%s) is in the log, and no secret of the account',
  async (how, status, message, cause) => {
    stripe.fail(/POST \/v1\/payment_intents$/, how, 2);
    const { status: answered, headers } = await gym.till.card([
      { salesItemId: await gym.make.salesItem(), quantity: 1 },
    ]);
    stripe.heal();
    expect(answered).toBe(status);
    const lines = server.logged.map((line) => JSON.parse(line) as { msg: string; requestId: string; err?: object });
    expect(
      lines.find(({ msg, requestId }) => msg === message && requestId === headers['x-request-id'])?.err,
    ).toMatchObject({ type: 'Problem', cause });
    expect(server.logged.join('')).not.toMatch(new RegExp(`${gym.account.secretKey}|client_secret`));
  },
);

test('a call to Stripe that gets no response is given up at its deadline, by default after 15 seconds', async () => {
  const client = stripeClient(gym.account.secretKey, { stripeApiUrl: stripe.url });
  expect(client.getApiField('timeout')).toBe(15_000);
  stripe.fail(/GET \/v1\/balance$/, 'hang');
  await expect(client.balance.retrieve({}, deadline(50)())).rejects.toMatchObject({ type: 'StripeConnectionError' });
  stripe.heal();
});
