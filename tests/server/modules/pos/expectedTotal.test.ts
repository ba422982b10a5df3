import { beforeEach, describe, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { inParallel, statuses } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const cash = { paymentMethod: 'cash' };
const card = { stripePayment: true };
const sell = (salesItemId: string, change: object, key?: string) =>
  gym.by.point_of_sale.post('/sales-items/purchase', {
    body: { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId, quantity: 1 }], ...change },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const buy = (membershipId: string, change: object, key?: string) =>
  gym.by.operator.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate: todayIn(gym.timezone, server.clock.now), ...change },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const setPrice = (id: string, price: number) => gym.by.manager.put(`/sales-items/${id}`, { body: { price } });
const changed = (total: number) => ({ status: 409, body: { message: 'The total has changed', total } });

describe('a sale sends the total that was shown', () => {
  test.each([
    ['cash', cash],
    ['card', card],
  ])('a different total is refused with the new figures and nothing happens: %s', async (_how, how) => {
    const item = await gym.make.salesItem({ price_cents: 1_000, is_physical_item: true, inventory_quantity: 3 });
    expect(await sell(item, { ...how, expectedTotal: 10.81 })).toMatchObject(changed(10.8));
    expect(await gym.books.invoices()).toEqual([]);
    expect(await gym.books.stock(item)).toBe(3);
    expect(gym.account.intents.size).toBe(0);
    expect((await sell(item, { ...how, expectedTotal: 10.8 })).status).toBe(201);
  });

  test('a tax rate that changed in the meantime is reported too', async () => {
    const item = await gym.make.salesItem({ price_cents: 1_000 });
    await gym.by.manager.put(`/locations/${gym.locationId}`, { body: { salesTaxRate: 0.1 } });
    expect(await sell(item, { ...cash, expectedTotal: 10.8 })).toMatchObject(changed(11));
  });

  test.each([
    ['cash', cash],
    ['card', card],
  ])('the key of a refused total is free for the corrected sale, and that one happens once: %s', async (_how, how) => {
    const item = await gym.make.salesItem({ price_cents: 1_000 });
    expect(await sell(item, { ...how, expectedTotal: 9 }, 'corrected')).toMatchObject(changed(10.8));
    const sold = await sell(item, { ...how, expectedTotal: 10.8 }, 'corrected');
    expect(sold.status).toBe(201);
    expect((await sell(item, { ...how, expectedTotal: 10.8 }, 'corrected')).body).toEqual(sold.body);
    expect(await gym.books.invoices()).toHaveLength(1);
  });

  test('a stored answer is repeated, even if the price has changed since', async () => {
    const item = await gym.make.salesItem({ price_cents: 1_000 });
    const sold = await sell(item, { ...cash, expectedTotal: 10.8 }, 'kept');
    await setPrice(item, 20);
    expect(await sell(item, { ...cash, expectedTotal: 10.8 }, 'kept')).toMatchObject({ status: 201, body: sold.body });
  });

  test('a plan bought at a different total is refused with the new figures and nothing happens', async () => {
    const planId = await gym.make.plan({ location_id: gym.locationId, price_cents: 5_000 });
    const refusal = {
      status: 409,
      body: { success: false, error: 'The total has changed', message: 'The total has changed', total: 54 },
    };
    expect(await buy(planId, { expectedTotal: 50 }, 'plan')).toMatchObject(refusal);
    expect([await gym.books.invoices(), await gym.books.memberships(gym.contactId), gym.account.intents.size]).toEqual([
      [],
      [],
      0,
    ]);
    expect(await buy(planId, { expectedTotal: 54 }, 'plan')).toMatchObject({ status: 201, body: { totalAmount: 54 } });
  });

  test.each([-1, 1.005, '10.80', null, 21_474_836.48])(
    'an expected total that is no amount is 400: %j',
    async (expectedTotal) => {
      const item = await gym.make.salesItem();
      const { status, body } = await sell(item, { ...cash, expectedTotal });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['expectedTotal']]);
      const plan = await buy(await gym.make.plan(), { expectedTotal });
      expect([plan.status, Object.keys(plan.body.errors)]).toEqual([400, ['expectedTotal']]);
    },
  );
});

test('while a price is edited, the buyer pays the total that was shown', async () => {
  const item = await gym.make.salesItem({ price_cents: 1_000, is_physical_item: true, inventory_quantity: 1_000 });
  const edits = (async () => {
    for (let edit = 0; edit < 12; edit += 1) await setPrice(item, edit % 2 ? 10 : 12.5);
  })();
  const replies = await inParallel(80, 20, (index) => sell(item, { ...cash, expectedTotal: index % 2 ? 10.8 : 13.5 }));
  await edits;
  const { 201: sold = 0, 409: refused = 0 } = statuses(replies);
  expect(sold + refused).toBe(80);
  expect(Math.min(sold, refused)).toBeGreaterThan(0);
  replies.forEach(({ status, body }, index) => {
    const [shown, other] = index % 2 ? [10.8, 13.5] : [13.5, 10.8];
    expect(status === 201 ? body.invoice.total : body.total).toBe(status === 201 ? shown : other);
  });
  expect(await gym.books.invoices()).toHaveLength(sold);
  expect(await gym.books.stock(item)).toBe(1_000 - sold);
});
