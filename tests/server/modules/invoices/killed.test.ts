import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { killed } from '#tests/support/trials/killed.ts';
import { killedPayments } from '#tests/support/trials/killedPayments.ts';
import { killedReconciliations } from '#tests/support/trials/killedReconciliations.ts';
import { killedRefunds } from '#tests/support/trials/killedRefunds.ts';

// Smaller than in tests/long, where the full counts are.

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test(
  'kill -9 in a stream of sales: nothing acknowledged is missing, and every retry with its key is one sale',
  () => killed(1),
  120_000,
);

test(
  'kill -9 while invoices are paid in cash, by their saved card and by a retry: every retry with its key ends as one payment and the same answer',
  () => killedPayments(1),
  240_000,
);

test(
  'kill -9 while cards are refunded: every retry with its key ends as one refund at Stripe, one row and one return to stock',
  () => killedRefunds(1),
  120_000,
);

test(
  'kill -9 in the middle of a reconciliation: the next process finishes it, and its result is right',
  () => killedReconciliations(1),
  240_000,
);
