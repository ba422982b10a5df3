import { beforeEach, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { createBooks, createTill } from '#tests/support/sales.ts';
import { splitSales, tenInCash } from '#tests/support/splitSale.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let itemId: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  itemId = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 2_000 });
});
const { one, split, sweep, pay, openDrawer, readDrawer, plans } = splitSales(server, () => ({ gym, itemId }));

describe('refused before anything is charged', () => {
  test.each([
    ['no cash at all', { amount: 0 }, 'The cash must be more than 0'],
    ['less than nothing', { amount: -1 }, undefined],
    ['the whole total', { amount: 21.6 }, 'The cash must be less than the total of $21.60'],
    ['more than the total', { amount: 999_999 }, 'The cash must be less than the total of $21.60'],
    ['a rest below the least charge', { amount: 21.11 }, 'At least $0.50 must be left for the card'],
    ['less received than the part', { amount: 10, tendered: 9.99 }, 'The cash received is less than the amount'],
    ['a part of a cent', { amount: 1.005 }, undefined],
    ['far too much', { amount: 1e308 }, undefined],
    ['text', { amount: '10' }, undefined],
    ['no amount', {}, undefined],
    ['an unknown field', { amount: 10, method: 'cash' }, undefined],
    ['nothing', null, undefined],
  ])('%s', async (_what, cash, message) => {
    const { status, body } = await gym.till.split(one(), cash as object);
    expect(status).toBe(400);
    if (message) expect(JSON.stringify(body)).toContain(message);
    expect([await gym.books.invoices(), gym.account.intents.size, await gym.books.stock(itemId)]).toEqual([[], 0, 5]);
  });

  test.each([{ paymentMethod: 'cash' }, { paymentMethod: 'other', otherMethod: 'Check' }])(
    'beside %o, which is no card',
    async (how) => {
      const { status, body } = await gym.by.point_of_sale.post('/sales-items/purchase', {
        body: { contactId: gym.contactId, locationId: gym.locationId, items: one(), cash: tenInCash, ...how },
      });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject({ cash: 'Only a card payment has a part in cash' });
    },
  );

  test('a sale of nothing', async () => {
    const { status, body } = await gym.by.manager.post('/sales-items/purchase', {
      body: {
        contactId: gym.contactId,
        locationId: gym.locationId,
        items: one(),
        discount: { percent: 100, reason: 'Gift' },
        stripePayment: true,
        cash: { amount: 1 },
      },
    });
    expect([status, body.message]).toEqual([400, 'The cash must be less than the total of $0.00']);
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('without Stripe', async () => {
    const poor = await createGym(server);
    const make = builders(server, poor);
    const till = createTill(poor.by.point_of_sale, poor.locationId, await make.contact());
    const items = [{ salesItemId: await make.salesItem({ price_cents: 2_000 }), quantity: 1 }];
    expect((await till.split(items, tenInCash)).status).toBe(409);
    expect(await createBooks(server.database, poor.companyId).invoices()).toEqual([]);
  });
});

describe('selling at each level', () => {
  test.each(levels)('%s', async (level) => {
    const till = createTill(gym.by[level], gym.locationId, gym.contactId);
    expect((await till.split(one(), tenInCash)).status).toBe(level === 'operator' ? 403 : 201);
  });

  test('nobody without a token, and nobody from another company', async () => {
    const rival = await createPayingGym(server, stripe);
    const body = {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: one(),
      stripePayment: true,
      cash: tenInCash,
    };
    expect((await server.anonymous.post('/sales-items/purchase', { body })).status).toBe(401);
    expect((await rival.by.admin.post('/sales-items/purchase', { body })).status).toBe(404);
    expect(await plans()).toEqual([]);
  });
});

describe('a refund of a split sale', () => {
  const refund = (invoiceId: string, body: object) =>
    gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { reason: 'Broken', ...body } });

  test('gives the card its part and the drawer’s cash the other, and no more to the card', async () => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    await sweep();
    const { id } = body.invoice;
    expect((await refund(id, { destination: 'card', amount: 21.6 })).status).toBe(409);
    expect((await refund(id, { destination: 'card', amount: 11.6 })).status).toBe(201);
    expect((await refund(id, { destination: 'cash', amount: 10 })).body.invoice).toMatchObject({
      status: 'refunded',
      refunded: 21.6,
    });
    expect([...gym.account.refunds.values()].map(({ amount }) => amount)).toEqual([1_160]);
    expect(await readDrawer(drawer)).toMatchObject({ cashSales: 10, cashRefunds: 10, expected: 100 });
  });
});
