import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withStripe } from '#tests/support/builtServer.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { randomCarts } from '#tests/support/trials/carts.ts';
import { randomPreviews } from '#tests/support/trials/previews.ts';
import { expectAllSold, expectSoldOut } from '#tests/support/trials/crowdedTills.ts';
import { killedCheckins } from '#tests/support/trials/killedCheckins.ts';
import { killed } from '#tests/support/trials/killed.ts';
import { killedReconciliations } from '#tests/support/trials/killedReconciliations.ts';
import { killedHouseholds } from '#tests/support/trials/killedHouseholds.ts';
import { killedMoney } from '#tests/support/trials/killedMoney.ts';
import { killedPayments } from '#tests/support/trials/killedPayments.ts';
import { killedRefunds } from '#tests/support/trials/killedRefunds.ts';
import { interruptedSales } from '#tests/support/trials/interruptedSales.ts';
import { lostResponses } from '#tests/support/trials/lostResponses.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('every second answer lost: 200 cash sales, 200 card sales and 200 purchases, retried with their keys, make 600 invoices', () =>
  lostResponses(200));

test('600 sales on two Spotters, each with a lost answer and then a sign-out, an expiry, a reload, another tab or a crash, make 600 invoices', () =>
  interruptedSales(600));

test('kill -9 in a stream of sales, 20 times: nothing acknowledged is missing, nothing half-written, stock exact, every retry ends as one', () =>
  killed(20));

test('kill -9 while invoices are paid in cash, by their saved card and by a retry, 20 times: every retry with its key ends as one payment and the same answer', () =>
  killedPayments(20));

test('kill -9 while cards are refunded, 20 times: every retry with its key ends as one refund at Stripe, one row and one return to stock', () =>
  killedRefunds(20));

test('kill -9 while households are charged for their renewals, 20 times: each is charged once, and everybody in it is renewed once', () =>
  killedHouseholds(20));

test('kill -9 in the middle of a reconciliation, 12 times: the next process finishes it, and its result is right', () =>
  killedReconciliations(12));

test('kill -9 of one of two processes at random while every action that moves money is under way, 200 times: the ledger balances after each, nothing is half posted, and every retry with its key is one', () =>
  killedMoney(200));

test('kill -9 in a stream of check-ins, 20 times: nothing acknowledged is missing', () => killedCheckins(20));

test('totals of 5,000 random carts, 1,000 of them on exact half cents, equal an integer oracle in invoice and screen', () =>
  randomCarts(5_000));

test('totals of 5,000 random plans with fees and charges, 1,000 of them on exact half cents, equal it in preview and screen', () =>
  randomPreviews(5_000));

test('while Stripe hangs, nobody waits longer than 15 seconds, and the retry goes on with the same invoice', () =>
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
  }));

describe('1,000 carts, 100 at a time', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  test('of an item of which there are 50: 50 sold, 950 refused by name of the item, no 5xx, stock 0', () =>
    expectSoldOut(server, 1_000));

  test('of two items, half of them in reverse order: all sold', () => expectAllSold(server, 1_000));
});
