import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { createGym } from '#tests/support/gym.ts';
import { inParallel, createBooks, createTill } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';
import { expectAllSold, expectSoldOut } from '#tests/support/trials/crowdedTills.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const books = createBooks(server.database, gym.companyId);
const contactId = await make.contact({
  first_name: 'Ann',
  last_name: 'Oakley',
  email: 'ann@oak.test',
  phone: '3035550100',
});
const till = createTill(gym.by.point_of_sale, gym.locationId, contactId);

const stocked = (inventory_quantity: number, change = {}) =>
  make.salesItem({ is_physical_item: true, inventory_quantity, ...change });
const one = (salesItemId: string, quantity = 1) => [{ salesItemId, quantity }];

describe('a cash sale', () => {
  test('writes a paid invoice with its lines and payment, and takes the stock', async () => {
    const bottle = await stocked(10, { name: 'Bottle', price_cents: 1_250, description: 'Half a litre' });
    const pass = await make.salesItem({ name: 'Guest Pass', price_cents: 501 });
    const { status, body } = await till.cash([...one(bottle, 2), ...one(pass)]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      invoice: {
        contactId,
        locationId: gym.locationId,
        status: 'paid',
        subtotal: 30.01,
        tax: 2.4,
        total: 32.41,
        paid: 32.41,
        due: 0,
        currency: 'USD',
      },
      payment: { amount: 32.41, method: 'cash', status: 'completed' },
    });
    expect(body.invoice.metadata.lineItems).toEqual([
      { name: 'Bottle', description: 'Half a litre', type: 'sales_item', quantity: 2, price: 12.5, total: 25 },
      { name: 'Guest Pass', description: null, type: 'sales_item', quantity: 1, price: 5.01, total: 5.01 },
    ]);
    expect(body.invoice.description).toBe('Sales items purchase: Bottle × 2, Guest Pass');
    expect(await books.invoice(body.invoice.id)).toMatchObject({
      customer_first_name: 'Ann',
      customer_email: 'ann@oak.test',
      customer_phone: '3035550100',
      company_name: gym.companyName,
      notes: 'Point of Sale Transaction',
      created_by: gym.users.point_of_sale.id,
    });
    expect(await books.stock(bottle)).toBe(8);
    expect(await books.stock(pass)).toBe(0);
  });

  test('the same item twice in one request counts once against stock, as one line', async () => {
    const towel = await stocked(5);
    const { status, body } = await till.cash([...one(towel, 2), ...one(towel, 3)]);
    expect(status).toBe(201);
    expect(body.invoice.metadata.lineItems).toMatchObject([{ quantity: 5 }]);
    expect(await books.stock(towel)).toBe(0);
    const scarce = await stocked(5);
    expect((await till.cash([...one(scarce, 3), ...one(scarce, 3)])).status).toBe(409);
    expect(await books.stock(scarce)).toBe(5);
  });

  test('unpublished is sold, inactive is 409 by name, archived is 404', async () => {
    expect((await till.cash(one(await make.salesItem({ is_published: false })))).status).toBe(201);
    const inactive = await make.salesItem({ name: 'Old Shirt', is_active: false });
    expect(await till.cash(one(inactive))).toMatchObject({
      status: 409,
      body: { message: 'Old Shirt is inactive and cannot be sold' },
    });
    const archived = await make.salesItem({ archived_at: new Date() });
    expect(await till.cash(one(archived))).toMatchObject({ status: 404, body: { message: 'Sales item not found' } });
  });

  test('409 names the item that is out of stock, and no stock is taken', async () => {
    const plenty = await stocked(9);
    const few = await stocked(2, { name: 'Foam Roller' });
    const response = await till.cash([...one(plenty), ...one(few, 3)]);
    expect(response).toMatchObject({ status: 409, body: { message: 'Only 2 of Foam Roller are in stock' } });
    await till.cash(one(few, 2));
    expect((await till.cash(one(few))).body.message).toBe('Foam Roller is out of stock');
    expect(await books.stock(plenty)).toBe(9);
  });

  test('a sale does not touch the item’s updatedAt, and later edits do not change an old invoice', async () => {
    const item = await stocked(3, { name: 'Shaker', price_cents: 900 });
    const readItem = () =>
      server.database.scoped([gym.companyId], (tx) =>
        tx.selectFrom('sales_items').selectAll().where('id', '=', item).executeTakeFirstOrThrow(),
      );
    const before = await readItem();
    const { body } = await till.cash(one(item));
    expect((await readItem()).updated_at).toEqual(before.updated_at);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('sales_items').set({ name: 'Renamed', price_cents: 1 }).where('id', '=', item).execute(),
    );
    const { body: read } = await gym.by.operator.get(`/invoices/${body.invoice.id}`);
    expect(read.invoice.metadata.lineItems).toMatchObject([{ name: 'Shaker', price: 9 }]);
    expect(read.payments).toMatchObject([{ amount: 9.72, method: 'cash', status: 'completed' }]);
  });

  test('a total that no invoice can hold is 400', async () => {
    const dear = await make.salesItem({ price_cents: 99_999_999 });
    expect(await till.cash(one(dear, 10_000))).toMatchObject({
      status: 400,
      body: { message: 'The total is too large for one invoice' },
    });
  });
});

describe('many at once', () => {
  // 1,000 are in tests/long.
  test('100 concurrent sales with a stock of 50: 50 sold, 50 refused with the name of the item, no 5xx, stock 0', () =>
    expectSoldOut(server, 100));

  test('100 concurrent carts with two items, half of them in reverse order: all sold', () =>
    expectAllSold(server, 100));

  test('a cart locks its items in the order of their ids, so that two carts never deadlock', async () => {
    const [first = '', second = ''] = [uuid(), uuid()];
    // In the reverse order of their ids, like the rows in the table.
    for (const id of [second, first]) await stocked(5, { id });
    for (const cart of [
      [second, first],
      [first, second],
    ]) {
      let sale: ReturnType<typeof till.cash> | undefined;
      await server.database.scoped([gym.companyId], async (tx) => {
        const lock = (id: string) =>
          tx.selectFrom('sales_items').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked().execute();
        expect(await lock(second)).toHaveLength(1);
        sale = till.cash(cart.map((salesItemId) => ({ salesItemId, quantity: 1 })));
        await waitForBlockedQuery(tx);
        expect(await lock(first), 'the sale has locked it').toEqual([]);
      });
      expect((await sale)?.status).toBe(201);
    }
  });

  test('one Idempotency-Key 20 times at once and 5 times in turn: one invoice, one answer', async () => {
    const item = await stocked(500);
    const before = (await books.invoices()).length;
    const atOnce = await inParallel(20, 20, () => till.cash(one(item), 'twenty'));
    const oneByOne = await inParallel(5, 1, () => till.cash(one(item), 'twenty'));
    expect(new Set([...atOnce, ...oneByOne].map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(atOnce[0]?.status).toBe(201);
    expect(await books.stock(item)).toBe(499);
    expect((await books.invoices()).length).toBe(before + 1);
  });

  test('one key with another body is 422, and another company’s use of the same key is its own', async () => {
    const item = await stocked(5);
    await till.cash(one(item), 'shared');
    expect((await till.cash(one(item, 2), 'shared')).status).toBe(422);
    expect(await books.stock(item)).toBe(4);
    const theirs = builders(server, rival);
    const theirTill = createTill(rival.by.point_of_sale, rival.locationId, await theirs.contact());
    expect((await theirTill.cash(one(await theirs.salesItem()), 'shared')).status).toBe(201);
  });
});
