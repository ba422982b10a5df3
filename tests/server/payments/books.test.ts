import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { reconciledBooks } from '#tests/support/trials/books.ts';

const { stripe, server } = await payingServer();

// Fewer days than in tests/long.
test('ten days of sales, refunds, disputes, fees and payouts with lost webhooks: no cent is unmatched, and each planted difference is named', () =>
  reconciledBooks({ server, stripe, days: 10, seed: 'ten days' }), 60_000);
