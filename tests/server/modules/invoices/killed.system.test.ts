import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { interruptedSales } from '#tests/support/trials/interruptedSales.ts';
import { killed } from '#tests/support/trials/killed.ts';
import { householdsOnTwoServers, killedHouseholds } from '#tests/support/trials/killedHouseholds.ts';
import { killedMoney } from '#tests/support/trials/killedMoney.ts';
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

test(
  'kill -9 of one of two processes at random while every action that moves money is under way: the ledger balances after each, nothing is half posted, and every retry with its key is one',
  () => killedMoney(3),
  240_000,
);

test(
  'kill -9 while households are charged for their renewals: each is charged once, and everybody in it is renewed once',
  () => killedHouseholds(2),
  240_000,
);

test(
  'two processes that renew the same households at once charge each once, and renew everybody once',
  () => householdsOnTwoServers(),
  240_000,
);

test(
  'a lost answer and then a sign-out, an expiry, a reload, another tab or a crash: each sale is one invoice',
  () => interruptedSales(10),
  120_000,
);
