import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { withStripe } from '#tests/support/builtServer.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import { randomCarts } from '#tests/support/trials/carts.ts';
import { randomPreviews } from '#tests/support/trials/previews.ts';
import { interruptedSales } from '#tests/support/trials/interruptedSales.ts';
import { lostResponses } from '#tests/support/trials/lostResponses.ts';

// Smaller than in tests/long, where the full counts are.

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('every second answer lost: each sale retried with its key is one invoice', () => lostResponses(10));

test(
  'a lost answer and then a sign-out, an expiry, a reload, another tab or a crash: each sale is one invoice',
  () => interruptedSales(12),
  120_000,
);

test(
  'totals of random carts equal an integer oracle in invoice and screen, on exact half cents too',
  () => randomCarts(200),
  60_000,
);

test('totals of random plans with fees and charges equal it in preview and screen', () => randomPreviews(600), 60_000);

test(
  'while Stripe hangs, nobody waits longer than 15 seconds, and the retry goes on with the same invoice',
  () =>
    withStripe(async ({ server, stripe }) => {
      const gym = await createPayingGym(server, stripe);
      const items = [{ salesItemId: await gym.make.salesItem(), quantity: 1 }];
      stripe.fail(/POST \/v1\/payment_intents$/, 'hang');
      const began = Date.now();
      expect(await gym.till.card(items, 'hangs')).toMatchObject({
        status: 503,
        body: { message: 'Stripe does not answer. Please try again in a moment.' },
      });
      expect(Date.now() - began).toBeLessThan(16_500);
      expect((await gym.till.card(items, 'hangs')).status).toBe(201);
      expect([(await gym.books.invoices()).length, gym.account.intents.size]).toEqual([1, 1]);
    }),
  60_000,
);
