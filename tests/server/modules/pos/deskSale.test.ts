import { beforeEach, describe, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { createGym } from '#tests/support/gym.ts';
import { builders } from '#tests/support/builders.ts';
import { inParallel, createBooks, statuses } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let today: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  today = todayIn(gym.timezone, server.clock.now);
});

const withKey = (key?: string) => key && { headers: { 'idempotency-key': key } };
const buy = (membershipId: string, change: object = {}, key?: string, caller = gym.by.operator) =>
  caller.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate: today, paymentMethod: 'cash', ...change },
    ...withKey(key),
  });
const sell = (salesItemId: string, change: object = {}, key?: string) =>
  gym.by.point_of_sale.post('/sales-items/purchase', {
    body: { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId, quantity: 1 }], ...change },
    ...withKey(key),
  });
const check = { paymentMethod: 'other', otherMethod: 'Check', reference: 'No. 1042' };
const membership = async () => (await gym.by.operator.get(`/contacts/${gym.contactId}/memberships`)).body.memberships;

/** A plan that includes a towel from a limited stock. */
async function createPlanWithTowel(inventory_quantity: number) {
  const planId = await gym.make.plan({ location_id: gym.locationId, name: 'Gold', price_cents: 5_000 });
  const towel = await gym.make.salesItem({
    name: 'Towel',
    price_cents: 1_000,
    is_physical_item: true,
    inventory_quantity,
  });
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('membership_sales_items')
      .values({ id: towel, company_id: gym.companyId, membership_id: planId, sales_item_id: towel, is_required: true })
      .execute(),
  );
  return { planId, towel };
}

describe('a plan that is paid at the desk', () => {
  test('bought for cash, the invoice is paid, the stock taken and the membership granted at once', async () => {
    const { planId, towel } = await createPlanWithTowel(3);
    const { status, body } = await buy(planId, { expectedTotal: 64.8 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      invoice: { status: 'paid', total: 64.8, paid: 64.8, due: 0 },
      payment: { amount: 64.8, method: 'cash', status: 'completed' },
      contactMembership: { membershipName: 'Gold', startDate: today, autoRenew: false, accessEnabled: true },
      totalAmount: 64.8,
    });
    expect(body.lineItems.map(({ name }: { name: string }) => name)).toEqual(['Gold', 'Towel']);
    expect(Object.keys(body).toSorted()).toEqual([
      'contactMembership',
      'invoice',
      'lineItems',
      'payment',
      'success',
      'totalAmount',
    ]);
    expect(await gym.books.stock(towel)).toBe(2);
    expect(await membership()).toMatchObject([{ id: body.contactMembership.id, membershipName: 'Gold' }]);
    expect(gym.account.intents.size).toBe(0);
  });

  test('a gym without Stripe sells a plan for cash, and a card sale says what is missing', async () => {
    const other = await createGym(server);
    const make = builders(server, other);
    const change = { contactId: await make.contact(), startDate: todayIn(other.timezone, server.clock.now) };
    const planId = await make.plan();
    expect((await buy(planId, { ...change, paymentMethod: 'card' }, undefined, other.by.operator)).status).toBe(409);
    expect((await buy(planId, change, undefined, other.by.operator)).status).toBe(201);
    expect(await createBooks(server.database, other.companyId).invoices()).toMatchObject([{ status: 'paid' }]);
  });

  test('another method is stored with its name and number, and shown on the invoice', async () => {
    const { status, body } = await buy(await gym.make.plan(), check);
    expect([status, body.payment]).toMatchObject([
      201,
      { method: 'other', otherMethod: 'Check', reference: 'No. 1042', status: 'completed' },
    ]);
    const { body: read } = await gym.by.operator.get(`/invoices/${body.invoice.id}`);
    expect(read.payments).toMatchObject([{ method: 'other', otherMethod: 'Check', reference: 'No. 1042' }]);
  });

  test('without a card the plan renews manually; a one-time plan does not renew', async () => {
    const oneTime = await gym.make.plan({ billing_frequency: 'one_time', access_duration_days: 7 });
    for (const id of [await gym.make.plan(), oneTime]) await buy(id, { ...check, autoRenew: true });
    const rows = await gym.books.memberships(gym.contactId);
    expect(rows.map(({ auto_renew, renews_by }) => [auto_renew, renews_by])).toEqual([
      [true, 'manual'],
      [false, 'card'],
    ]);
  });

  test.each([
    ['no method', { paymentMethod: 'other' }, 'Choose how it was paid'],
    [
      'a method that the settings do not name',
      { ...check, otherMethod: 'Shells' },
      'Shells is not a payment method of this company. Choose one of: Bank transfer, Check.',
    ],
    ['cash by check', { otherMethod: 'Check' }, 'Only a payment by another method names one'],
    ['no such way to pay', { paymentMethod: 'iou' }, 'Choose paymentMethod card, cash or other'],
    ['a reference that is too long', { ...check, reference: 'x'.repeat(101) }, 'Must be at most 100 characters'],
  ])('bad input is 400 and sells nothing: %s', async (_case, change, message) => {
    expect(await buy(await gym.make.plan(), change)).toMatchObject({ status: 400, body: { message } });
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('the methods are those of the current settings', async () => {
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, {
      body: { payments: { otherMethods: ['Voucher'] } },
    });
    const planId = await gym.make.plan();
    expect((await buy(planId, check)).status).toBe(400);
    expect((await buy(planId, { ...check, otherMethod: 'Voucher' })).status).toBe(201);
  });

  test('another total, an item that is out of stock and a past start are refused, and nothing happens', async () => {
    const { planId, towel } = await createPlanWithTowel(0);
    expect(await buy(planId, { expectedTotal: 60 })).toMatchObject({
      status: 409,
      body: { success: false, message: 'The total has changed', total: 64.8 },
    });
    expect(await buy(planId)).toMatchObject({ status: 409, body: { success: false, error: 'Towel is out of stock' } });
    expect(await buy(planId, { startDate: '2020-01-01' })).toMatchObject({
      status: 400,
      body: { error: 'Start date cannot be in the past' },
    });
    expect([
      await gym.books.invoices(),
      await gym.books.memberships(gym.contactId),
      await gym.books.stock(towel),
    ]).toEqual([[], [], 0]);
  });

  test('one key 20 times at once: one invoice, one payment, one membership, one answer', async () => {
    const planId = await gym.make.plan();
    const replies = await inParallel(20, 20, () => buy(planId, check, 'twenty'));
    expect(statuses(replies)).toEqual({ 201: 20 });
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(
      [await gym.books.invoices(), await gym.books.payments(), await gym.books.memberships(gym.contactId)].map(
        ({ length }) => length,
      ),
    ).toEqual([1, 1, 1]);
  });

  test('of two desks that sell the last towel, one succeeds', async () => {
    const { planId, towel } = await createPlanWithTowel(1);
    const replies = await inParallel(10, 10, (desk) => buy(planId, {}, `desk-${desk}`));
    expect(statuses(replies)).toEqual({ 201: 1, 409: 9 });
    expect([(await membership()).length, await gym.books.stock(towel), (await gym.books.invoices()).length]).toEqual([
      1, 0, 1,
    ]);
  });

  test('after a lost answer the key says that it went through, and canceling finds it paid', async () => {
    const planId = await gym.make.plan();
    const { body } = await buy(planId, {}, 'lost');
    const { body: outcome } = await gym.by.operator.get('/purchases/lost');
    expect(outcome).toMatchObject({ state: 'completed', invoice: { id: body.invoice.id, status: 'paid' } });
    const canceled = await gym.by.operator.post('/memberships/purchase/cancel', {
      body: { contactId: gym.contactId, membershipId: planId },
      ...withKey('lost'),
    });
    expect(canceled).toMatchObject({ status: 200, body: { invoice: { id: body.invoice.id, status: 'paid' } } });
    expect(await membership()).toHaveLength(1);
  });

  test('a purchase that arrives after its cancellation is refused', async () => {
    const planId = await gym.make.plan();
    await gym.by.operator.post('/memberships/purchase/cancel', {
      body: { contactId: gym.contactId, membershipId: planId },
      ...withKey('late'),
    });
    expect(await buy(planId, {}, 'late')).toMatchObject({ status: 409 });
    expect(await gym.books.invoices()).toEqual([]);
  });
});

describe('the till by another method', () => {
  test('a sale by check is paid and takes the stock', async () => {
    const item = await gym.make.salesItem({ price_cents: 1_000, is_physical_item: true, inventory_quantity: 2 });
    const { status, body } = await sell(item, check);
    expect([status, body]).toMatchObject([
      201,
      {
        invoice: { status: 'paid', total: 10.8 },
        payment: { method: 'other', otherMethod: 'Check', reference: 'No. 1042', status: 'completed' },
      },
    ]);
    expect(await gym.books.stock(item)).toBe(1);
  });

  test.each([
    ['no method', { paymentMethod: 'other' }, 'Choose how it was paid'],
    [
      'a method that the settings do not name',
      { ...check, otherMethod: 'check' },
      'check is not a payment method of this company. Choose one of: Bank transfer, Check.',
    ],
    [
      'both other and card',
      { ...check, stripePayment: true },
      'Choose either paymentMethod cash or other, or stripePayment true',
    ],
    [
      'a method with a card',
      { stripePayment: true, otherMethod: 'Check' },
      'Only a payment by another method names one',
    ],
  ])('bad input is 400 and sells nothing: %s', async (_case, change, message) => {
    expect(await sell(await gym.make.salesItem(), change)).toMatchObject({ status: 400, body: { message } });
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('one key many times at once is one sale', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 50 });
    const replies = await inParallel(15, 15, () => sell(item, check, 'fifteen'));
    expect(statuses(replies)).toEqual({ 201: 15 });
    expect([
      (await gym.books.invoices()).length,
      (await gym.books.payments()).length,
      await gym.books.stock(item),
    ]).toEqual([1, 1, 49]);
  });
});
