import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, type PayingGym } from '#tests/support/payingGym.ts';
import { createTill } from '#tests/support/sales.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: PayingGym;
let rival: PayingGym;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  gym = await createPayingGym(server, stripe);
  rival = await createPayingGym(server, stripe);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const outcome = async (key: string, caller: Caller = gym.by.point_of_sale) => {
  const { status, body } = await caller.get(`/purchases/${encodeURIComponent(key)}`);
  expect(status).toBe(200);
  return body;
};
const unknown = { state: 'unknown', invoice: null, message: null };
const one = async (change = {}) => [{ salesItemId: await gym.make.salesItem(change), quantity: 1 }];

describe('the outcome of a sale, by its key', () => {
  test('a cash sale that went through is completed, with its invoice', async () => {
    const { body } = await gym.till.cash(await one(), 'cash-done');
    expect(await outcome('cash-done')).toEqual({
      state: 'completed',
      invoice: { ...body.invoice, paidBy: { method: 'cash', otherMethod: null } },
      message: null,
    });
  });

  test('a key the server never saw is unknown, and asking does not use it up', async () => {
    expect(await outcome('not yet')).toEqual(unknown);
    expect((await gym.till.cash(await one(), 'not yet')).status).toBe(201);
    expect((await outcome('not yet')).state).toBe('completed');
  });

  test.each([
    ['in cash', [{ method: 'cash' }], { method: 'cash', otherMethod: null }],
    ['by another method', [{ method: 'other', otherMethod: 'Check' }], { method: 'other', otherMethod: 'Check' }],
    [
      'in parts, each in its own way',
      [
        { method: 'cash', amount: 1 },
        { method: 'other', otherMethod: 'Check' },
      ],
      null,
    ],
  ])(
    'a card sale that was paid on its invoice %s says so, when asked and when taken back',
    async (name, payments, paidBy) => {
      const { body } = await gym.till.card(await one(), name);
      for (const payment of payments)
        await gym.by.admin.post(`/invoices/${body.invoice.id}/payments`, { body: payment });
      expect(await outcome(name)).toMatchObject({ state: 'completed', invoice: { status: 'paid', paidBy } });
      const { body: left } = await gym.by.point_of_sale.post('/sales-items/purchase/cancel', {
        body: { locationId: gym.locationId },
        headers: { 'idempotency-key': name },
      });
      expect(left.invoice).toMatchObject({ status: 'paid', paidBy });
    },
  );

  test('a refused sale is refused, with the message', async () => {
    await gym.till.cash(await one({ name: 'Old Shirt', is_active: false }), 'refused');
    expect(await outcome('refused')).toEqual({
      state: 'refused',
      invoice: null,
      message: 'Old Shirt is inactive and cannot be sold',
    });
  });

  test('a sale that was canceled is refused', async () => {
    const headers = { 'idempotency-key': 'taken-back' };
    await gym.till.card(await one(), 'taken-back');
    await gym.by.point_of_sale.post('/sales-items/purchase/cancel', { body: { locationId: gym.locationId }, headers });
    expect(await outcome('taken-back')).toMatchObject({ state: 'refused', invoice: { status: 'void' } });
  });

  test('a card sale is pending until Stripe has charged it, then completed even without a webhook', async () => {
    const { body } = await gym.till.card(await one(), 'card');
    expect(await outcome('card')).toMatchObject({ state: 'pending', invoice: { id: body.invoice.id, status: 'open' } });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    expect(await outcome('card')).toMatchObject({
      state: 'completed',
      invoice: { id: body.invoice.id, status: 'paid' },
    });
  });

  test('a purchase of a membership is found by its key as well', async () => {
    const bought = {
      contactId: gym.contactId,
      membershipId: await gym.make.plan(),
      startDate: todayIn(gym.timezone, server.clock.now),
    };
    const { body } = await gym.by.operator.post('/memberships/purchase', {
      body: bought,
      headers: { 'idempotency-key': 'plan' },
    });
    expect(await outcome('plan', gym.by.operator)).toMatchObject({
      state: 'pending',
      invoice: { id: body.invoice.id },
    });
  });

  test('a card sale that was cut off before Stripe answered is pending', async () => {
    stripe.fail(/POST \/v1\/payment_intents$/, 500, 10);
    expect((await gym.till.card(await one(), 'cut-off')).status).toBeGreaterThanOrEqual(500);
    stripe.heal();
    expect(await outcome('cut-off')).toMatchObject({ state: 'pending', invoice: { status: 'open' } });
  });
});

describe('asking for an outcome at each level', () => {
  test.each(levels)('%s learns of their own sale or purchase, and of nobody else’s', async (level) => {
    const key = `own-${level}`;
    const mayNot = level === 'operator';
    const sold = await createTill(gym.by[level], gym.locationId, gym.contactId).cash(await one(), key);
    expect(sold.status).toBe(mayNot ? 403 : 201);
    for (const asking of levels) {
      expect((await outcome(key, gym.by[asking])).state).toBe(asking === level && !mayNot ? 'completed' : 'unknown');
    }
  });

  test('another company’s key is unknown, like one that was never used', async () => {
    const items = [{ salesItemId: await rival.make.salesItem(), quantity: 1 }];
    await rival.till.cash(items, 'theirs');
    for (const level of levels) expect(await outcome('theirs', gym.by[level])).toEqual(unknown);
  });

  test('someone who lost access to the company learns nothing', async () => {
    await gym.till.cash(await one(), 'left');
    const access = server.database.scoped([gym.companyId], (tx) =>
      tx.deleteFrom('location_access').where('user_id', '=', gym.users.point_of_sale.id).returningAll().execute(),
    );
    const rows = await access;
    expect(await outcome('left')).toEqual(unknown);
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(rows).execute());
  });

  test('a key that is too long is unknown', async () => {
    expect((await gym.by.admin.get(`/purchases/${'k'.repeat(256)}`)).status).toBe(404);
  });

  test('the key of a check-in is not a purchase', async () => {
    const body = { contactId: gym.contactId, locationId: gym.locationId, doorId: 'Front Desk' };
    await gym.by.admin.post('/checkins', { body, headers: { 'idempotency-key': 'door' } });
    expect(await outcome('door', gym.by.admin)).toEqual(unknown);
  });
});
