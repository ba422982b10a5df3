import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { reconciledBooks } from '#tests/support/trials/books.ts';

const { stripe, server } = await payingServer();

// Fewer days than in tests/long.
test(
  'six days of sales, refunds, disputes, fees and payouts with lost webhooks: no cent is unmatched, and each planted difference is named',
  () => reconciledBooks({ server, stripe, days: 6, seed: 'six days' }),
  120_000,
);
