import { beforeEach, describe, expect, test } from 'vitest';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let towel: string;
let water: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  towel = await gym.make.salesItem({
    name: 'Towel',
    price_cents: 10_00,
    is_physical_item: true,
    inventory_quantity: 9,
  });
  water = await gym.make.salesItem({ name: 'Water', price_cents: 3_33 });
});

type Level = 'admin' | 'manager' | 'point_of_sale';
const sell = (body: object, level: Level = 'point_of_sale', key?: string) =>
  gym.by[level].post('/sales-items/purchase', {
    body: { contactId: gym.contactId, locationId: gym.locationId, paymentMethod: 'cash', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const item = (salesItemId: string, quantity = 1, discount?: object) => ({
  salesItemId,
  quantity,
  ...(discount && { discount }),
});
const off = (percent: number, reason = 'Promotion') => ({ percent, reason });
const set = (payments: object) => gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments } });

describe('a sale with discounts', () => {
  test('tax is on the discounted price, and the invoice shows the discount and its reason', async () => {
    // 20.00 − 20% = 16.00, + 3.33 = 19.33, − 1.93 = 17.40, tax 8%.
    const body = { items: [item(towel, 2, off(20, 'Damaged')), item(water)], discount: off(10), expectedTotal: 18.79 };
    const { status, body: sold } = await sell(body, 'manager');
    expect([status, sold.message]).toEqual([201, undefined]);
    expect(sold.invoice).toMatchObject({ subtotal: 17.4, tax: 1.39, total: 18.79, paid: 18.79, status: 'paid' });
    const { body: read } = await gym.by.operator.get(`/invoices/${sold.invoice.id}`);
    const byName = Object.fromEntries(
      read.invoice.metadata.lineItems.map((line: { name: string }) => [line.name, line]),
    );
    expect(byName).toMatchObject({
      Towel: { quantity: 2, price: 10, total: 14.4, discount: 5.6, discountReason: 'Damaged, Promotion' },
      Water: { quantity: 1, price: 3.33, total: 3, discount: 0.33, discountReason: 'Promotion' },
    });
    const { body: listed } = await gym.by.operator.get(`/invoices?locationId=${gym.locationId}`);
    expect(listed.invoices[0].invoice.metadata).toEqual(read.invoice.metadata);
    const log = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select(['action', 'actor_name', 'changes']).execute(),
    );
    expect(log).toContainEqual(
      expect.objectContaining({
        action: 'invoice.discounted',
        actor_name: 'Sam manager',
        changes: [
          { field: 'discountAmount', before: null, after: 5.93 },
          { field: 'reason', before: null, after: 'Damaged, Promotion' },
        ],
      }),
    );
  });

  test('a card is charged the discounted total', async () => {
    const { status, body } = await sell({
      items: [item(towel)],
      discount: { amount: 1, reason: 'Goodwill' },
      paymentMethod: undefined,
      stripePayment: true,
    });
    expect([status, body.invoice.total]).toEqual([201, 9.72]);
    expect(gym.account.intents.get(body.paymentIntent.id)?.amount).toBe(972);
  });

  test('a discount applies to its own line only, even when another line has the same item', async () => {
    const { body } = await sell({
      items: [item(towel), item(towel, 1, { amount: 1, reason: 'Damaged' }), item(towel)],
    });
    expect(
      body.invoice.metadata.lineItems.map(({ quantity, total }: { quantity: number; total: number }) => [
        quantity,
        total,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [2, 20],
        [1, 9],
      ]),
    );
    expect(await gym.books.stock(towel)).toBe(6);
  });

  test('an amount above the price makes it free, never negative', async () => {
    const { status, body } = await sell({ items: [item(towel, 1, { amount: 50, reason: 'Goodwill' })] }, 'admin');
    expect([status, body.invoice.total, body.invoice.status]).toEqual([201, 0, 'paid']);
  });

  test('a total shown without the discount is refused, with the correct total', async () => {
    const { status, body } = await sell({ items: [item(towel)], discount: off(10), expectedTotal: 10.8 });
    expect([status, body.total]).toEqual([409, 9.72]);
  });

  test('a refund of a line returns what was paid for it, and the sales report is after discounts', async () => {
    const { body: sold } = await sell({ items: [item(towel, 2)], discount: off(10) });
    const { body } = await gym.by.manager.post(`/invoices/${sold.invoice.id}/refunds`, {
      body: { lines: [{ position: 0, quantity: 1 }], destination: 'cash', reason: 'Did not fit' },
    });
    expect(body.refund.amount).toBe(9.72);
    const day = server.clock.now.toISOString().slice(0, 10);
    const near = [-1, 1].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10));
    const { body: report } = await gym.by.manager.get(
      `/reports/sales?locationId=${gym.locationId}&from=${near[0]}&to=${near[1]}&groupBy=item`,
    );
    expect(JSON.stringify(report)).toContain('"net":18,');
  });
});

describe('the limit of a level', () => {
  test.each<[string, Level, object]>([
    ['on the sale', 'point_of_sale', { discount: off(11) }],
    ['as an amount', 'point_of_sale', { discount: { amount: 1.01, reason: 'Promotion' } }],
    ['on a line', 'point_of_sale', { items: [item('', 1, off(11))] }],
    ['on a line and on the sale together', 'point_of_sale', { items: [item('', 1, off(10))], discount: off(5) }],
  ])(
    'at the point of sale more than 10%% %s is refused with the limit, and nothing is sold',
    async (_sentence, level, body) => {
      const items = 'items' in body ? [{ ...(body.items as object[])[0], salesItemId: towel }] : [item(towel)];
      const response = await sell({ ...body, items }, level);
      expect([response.status, response.body.message]).toEqual([
        403,
        'Your access level can give discounts of up to 10%',
      ]);
      expect(await gym.books.stock(towel)).toBe(9);
    },
  );

  test('the settings change it, and the admin level has no limit', async () => {
    expect((await set({ pointOfSaleDiscount: 0, managerDiscount: 50 })).status).toBe(200);
    const body = { items: [item(towel)], discount: off(60) };
    expect((await sell({ items: [item(towel)], discount: off(1) })).body.message).toBe(
      'Your access level cannot give discounts',
    );
    expect((await sell(body, 'manager')).body.message).toBe('Your access level can give discounts of up to 50%');
    expect((await sell(body, 'admin')).status).toBe(201);
    expect((await set({ managerDiscount: 101 })).status).toBe(400);
  });
});

test.each<[string, object]>([
  ['without a reason', { percent: 5 }],
  ['with a blank reason', { percent: 5, reason: ' ' }],
  ['of nothing', { amount: 0, reason: 'Promotion' }],
  ['above 100%', { percent: 101, reason: 'Promotion' }],
  ['with both', { percent: 5, amount: 1, reason: 'Promotion' }],
  ['with neither', { reason: 'Promotion' }],
])('a discount %s is refused', async (_sentence, discount) => {
  expect((await sell({ items: [item(towel)], discount }, 'admin')).status).toBe(400);
  expect((await sell({ items: [{ ...item(towel), discount }] }, 'admin')).status).toBe(400);
});
