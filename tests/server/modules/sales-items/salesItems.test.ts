import { describe, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
server.checksLedger = false;
const gym = await createGym(server);
const make = builders(server, gym);

const createBody = (change: object = {}) => ({ locationId: gym.locationId, name: 'Shaker', price: 12.5, ...change });
const create = async (change: object = {}) => {
  const { status, body } = await gym.by.manager.post('/sales-items', { body: createBody(change) });
  expect(status).toBe(201);
  return body.salesItem;
};
const readStock = async (id: string) =>
  (await gym.by.manager.get(`/sales-items/${id}`)).body.salesItem.inventoryQuantity;
/** What a sale does to the stock. */
const sell = (id: string) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('sales_items')
      .set((eb) => ({ inventory_quantity: eb('inventory_quantity', '-', 1) }))
      .where('id', '=', id)
      .where('inventory_quantity', '>=', 1)
      .execute(),
  );
/** An invoice of a contact with one line that names the item or plan. */
const invoiceFor = async (item_id: string, type: 'sales_item' | 'membership' = 'sales_item') => {
  const [invoice_id, contact_id] = [uuid(), await make.contact()];
  await server.database.scoped([gym.companyId], async (tx) => {
    const names = {
      customer_first_name: 'Casey',
      customer_last_name: 'Jones',
      customer_email: 'c@j.test',
      location_name: 'North',
      company_name: 'Gym',
    };
    const sums = { subtotal_cents: 300, tax_rate: '0', tax_cents: 0, total_cents: 300, due_cents: 300 };
    const place = { company_id: gym.companyId, location_id: gym.locationId, contact_id };
    await tx
      .insertInto('invoices')
      .values({ id: invoice_id, ...place, kind: 'items', status: 'open', ...sums, ...names, created_by: null })
      .execute();
    const line = { position: 1, name: 'Old name', quantity: 1, price_cents: 300, total_cents: 300 };
    await tx
      .insertInto('invoice_lines')
      .values({ invoice_id, company_id: gym.companyId, type, item_id, ...line })
      .execute();
  });
};

describe('POST /sales-items', () => {
  test('a new item is active, unpublished, not physical and has no stock', async () => {
    expect(await create({ description: ' Steel ' })).toMatchObject({
      locationId: gym.locationId,
      name: 'Shaker',
      description: 'Steel',
      price: 12.5,
      isActive: true,
      isPublished: false,
      isPhysicalItem: false,
      inventoryQuantity: 0,
    });
  });
});

describe('GET /sales-items', () => {
  test('lists the location’s items by name, price and age, searched by name or description', async () => {
    const alone = await createGym(server);
    const { salesItem } = builders(server, alone);
    await salesItem({
      name: 'Towel',
      price_cents: 900,
      description: 'Soft cotton',
      created_at: new Date('2026-01-01'),
    });
    await salesItem({ name: 'Apple 100%', price_cents: 100, created_at: new Date('2026-01-02') });
    await salesItem({ name: 'banana', price_cents: 200, created_at: new Date('2026-01-03') });
    await salesItem({ name: 'Elsewhere', description: 'Soft cotton', location_id: alone.otherLocationId });
    const list = async (query = '') => {
      const { body } = await alone.by.point_of_sale.get(`/sales-items?locationId=${alone.locationId}&${query}`);
      return body.salesItems.map(({ name }: { name: string }) => name);
    };
    expect(await list()).toEqual(['banana', 'Apple 100%', 'Towel']);
    expect(await list('sortBy=name&sortOrder=asc')).toEqual(['Apple 100%', 'banana', 'Towel']);
    expect(await list('sortBy=price&sortOrder=desc')).toEqual(['Towel', 'banana', 'Apple 100%']);
    expect(await list('search=COTTON')).toEqual(['Towel']);
    expect(await list('search=0%25')).toEqual(['Apple 100%']);
    expect(await list('search=%25_')).toEqual([]);
  });

  test('pages keep the sort order and never overlap', async () => {
    const alone = await createGym(server);
    const { salesItem } = builders(server, alone);
    for (let index = 0; index < 23; index += 1) await salesItem();
    const ids = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { body } = await alone.by.manager.get(`/sales-items?sortBy=price&page=${page}`);
      body.salesItems.forEach(({ id }: { id: string }) => ids.add(id));
      expect(body.pagination).toMatchObject({ page, total: 23, totalPages: 3, hasNext: page < 3 });
    }
    expect(ids.size).toBe(23);
  });
});

describe('PUT /sales-items/:id', () => {
  test('changes the named fields: an absent field stays, null or empty text clears', async () => {
    const { cost: _managersOnly, ...item } = await create({
      description: 'Steel',
      isPhysicalItem: true,
      inventoryQuantity: 4,
    });
    const put = async (change: object) =>
      (await gym.by.point_of_sale.put(`/sales-items/${item.id}`, { body: change })).body.salesItem;
    expect(await put({ name: 'Flask' })).toMatchObject({ ...item, name: 'Flask', updatedAt: expect.any(String) });
    expect(await put({ price: 9.99, isPublished: true })).toMatchObject({
      price: 9.99,
      isPublished: true,
      description: 'Steel',
    });
    expect(await put({ description: null })).toMatchObject({ description: null });
    expect(await put({ isActive: false, inventoryQuantity: 7 })).toMatchObject({
      isActive: false,
      inventoryQuantity: 7,
    });
  });

  test('a stale updatedAt is 409, and every change gives a new one', async () => {
    const { id, updatedAt } = await create();
    const put = (body: object) => gym.by.manager.put(`/sales-items/${id}`, { body });
    const first = await put({ name: 'One', updatedAt });
    expect(first.status).toBe(200);
    expect(first.body.salesItem.updatedAt > updatedAt).toBe(true);
    const { status, body } = await put({ name: 'Two', updatedAt });
    expect({ status, ...body }).toEqual({ status: 409, message: 'This was changed by someone else' });
    expect((await put({ name: 'Two', updatedAt: first.body.salesItem.updatedAt })).status).toBe(200);
  });

  test('an edit changes only its own item, even if another has the same updatedAt', async () => {
    const together = new Date('2026-01-05T10:00:00.000Z');
    const [one, other] = [
      await make.salesItem({ updated_at: together }),
      await make.salesItem({ updated_at: together }),
    ];
    const response = await gym.by.manager.put(`/sales-items/${one}`, {
      body: { name: 'Only me', updatedAt: together.toISOString() },
    });
    expect(response.status).toBe(200);
    expect((await gym.by.manager.get(`/sales-items/${other}`)).body.salesItem.name).toBe('Water Bottle');
  });

  test('of two edits from the same version exactly one succeeds', async () => {
    const { id, updatedAt } = await create();
    const edits = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      gym.by.manager.put(`/sales-items/${id}`, { body: { name, updatedAt } }),
    );
    expect((await Promise.all(edits)).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('an edit that does not name the stock never loses a sale', async () => {
    const { id } = await create({ isPhysicalItem: true, inventoryQuantity: 40 });
    const edit = (index: number) =>
      gym.by.manager.put(`/sales-items/${id}`, { body: { name: `Shaker ${index}`, price: index } });
    await Promise.all(Array.from({ length: 40 }, (_one, index) => [sell(id), edit(index)]).flat());
    expect(await readStock(id)).toBe(0);
  });

  test('a sale does not make an open edit stale', async () => {
    const { id, updatedAt } = await create({ isPhysicalItem: true, inventoryQuantity: 2 });
    await sell(id);
    expect((await gym.by.manager.put(`/sales-items/${id}`, { body: { name: 'Flask', updatedAt } })).status).toBe(200);
    expect(await readStock(id)).toBe(1);
  });
});

describe('DELETE /sales-items/:id', () => {
  const getRow = (id: string) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('sales_items').selectAll().where('id', '=', id).executeTakeFirst(),
    );

  test('an item that nobody bought is deleted', async () => {
    const { id } = await create();
    const { status, body } = await gym.by.manager.delete(`/sales-items/${id}`);
    expect({ status, ...body }).toEqual({ status: 200, message: 'Sales item deleted' });
    expect(await getRow(id)).toBeUndefined();
    expect((await gym.by.manager.delete(`/sales-items/${id}`)).status).toBe(404);
  });

  test('an item that was sold is archived: gone from lists, from plans and by id, kept for its invoices', async () => {
    const { id } = await create({ name: 'Once sold' });
    const planId = await make.plan();
    await gym.by.admin.post(`/memberships/${planId}/sales-items`, { body: { salesItemId: id } });
    await invoiceFor(id);
    expect((await gym.by.manager.delete(`/sales-items/${id}`)).status).toBe(200);
    expect(await getRow(id)).toMatchObject({ name: 'Once sold', archived_at: expect.any(Date) });
    expect((await gym.by.manager.get(`/sales-items/${id}`)).status).toBe(404);
    expect((await gym.by.manager.get('/sales-items?search=Once+sold')).body.salesItems).toEqual([]);
    expect((await gym.by.admin.get(`/memberships/${planId}/sales-items`)).body.membershipSalesItems).toEqual([]);
  });
});
