import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { reconciledBooks } from '#tests/support/trials/books.ts';

const { stripe, server } = await payingServer();

test.each(['one', 'two', 'three'])(
  'thirty days of books with lost webhooks are reconciled to the cent, with seed %s',
  (seed) => reconciledBooks({ server, stripe, days: 30, seed }),
  300_000,
);
