import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { randomCarts } from '#tests/support/trials/carts.ts';
import { randomPreviews } from '#tests/support/trials/previews.ts';
import { interruptedSales } from '#tests/support/trials/interruptedSales.ts';
import { lostResponses } from '#tests/support/trials/lostResponses.ts';

// Smaller than in tests/long, where the full counts are.

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('every second answer lost: each sale retried with its key is one invoice', () => lostResponses(6));

test(
  'a lost answer and then a sign-out, an expiry, a reload, another tab or a crash: each sale is one invoice',
  () => interruptedSales(10),
  120_000,
);

test(
  'totals of random carts equal an integer oracle in invoice and screen, on exact half cents too',
  () => randomCarts(100),
  60_000,
);

test('totals of random plans with fees and charges equal it in preview and screen', () => randomPreviews(200), 60_000);
