import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { inventoryMax } from '#domain/shared/limits.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const create = async (change: object = {}) => {
  const body = { locationId: gym.locationId, name: 'Shaker', price: 12, isPhysicalItem: true, ...change };
  return (await gym.by.manager.post('/sales-items', { body })).body.salesItem;
};
const move = (id: string, body: object, by = gym.by.manager, key = randomUUID()) =>
  by.post(`/sales-items/${id}/stock`, { body, headers: { 'idempotency-key': key } });
const stockOf = async (id: string) => (await gym.by.manager.get(`/sales-items/${id}`)).body.salesItem.inventoryQuantity;
const movementsOf = async (id: string, by = gym.by.manager) =>
  (await by.get(`/sales-items/${id}/stock`)).body.movements;

describe('a delivery and a count', () => {
  test('a delivery adds to the stock, and what one piece cost becomes the cost of the item', async () => {
    const { id } = await create({ inventoryQuantity: 5 });
    const { status, body } = await move(id, { kind: 'received', quantity: 24, unitCost: 4.5, note: 'Order 17' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      salesItem: { id, inventoryQuantity: 29, cost: 4.5 },
      movement: { kind: 'received', change: 24, quantityAfter: 29, unitCost: 4.5, note: 'Order 17' },
      message: 'Delivery booked',
    });
  });

  test('a count sets the stock to what was found, and says how many were missing', async () => {
    const { id } = await create({ inventoryQuantity: 20, cost: 3 });
    expect((await move(id, { kind: 'counted', quantity: 18 })).body).toMatchObject({
      salesItem: { inventoryQuantity: 18, cost: 3 },
      movement: { kind: 'counted', change: -2, quantityAfter: 18, unitCost: null },
    });
    expect((await move(id, { kind: 'counted', quantity: 0 })).body.salesItem.inventoryQuantity).toBe(0);
  });

  test('the newest comes first, each with who did it', async () => {
    const { id } = await create();
    await move(id, { kind: 'received', quantity: 3 }, gym.by.point_of_sale);
    await move(id, { kind: 'counted', quantity: 2 });
    const movements = await movementsOf(id);
    expect(movements.map(({ kind, change }: { kind: string; change: number }) => [kind, change])).toEqual([
      ['counted', -1],
      ['received', 3],
    ]);
    expect(movements[1].by.id).toBe(gym.users.point_of_sale.id);
  });

  test('deliveries and sales at once: no piece is lost', async () => {
    const { id } = await create({ inventoryQuantity: 10 });
    const contactId = (
      await gym.by.manager.post('/contacts', {
        body: { firstName: 'Ann', lastName: 'Oak', email: 'ann@stock.test', homeLocationId: gym.locationId },
      })
    ).body.contact.id;
    const sell = () =>
      gym.by.manager.post('/sales-items/purchase', {
        body: {
          contactId,
          locationId: gym.locationId,
          items: [{ salesItemId: id, quantity: 1 }],
          paymentMethod: 'cash',
        },
      });
    const done = await Promise.all(
      Array.from({ length: 20 }, (_one, index) => (index % 2 ? sell() : move(id, { kind: 'received', quantity: 3 }))),
    );
    expect(done.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await stockOf(id)).toBe(10 + 30 - 10);
  });

  test.each([
    ['nothing received', { kind: 'received', quantity: 0 }],
    ['a part of a piece', { kind: 'received', quantity: 1.5 }],
    ['more than fits', { kind: 'received', quantity: inventoryMax + 1 }],
    ['a count below nothing', { kind: 'counted', quantity: -1 }],
    ['a cost below nothing', { kind: 'received', quantity: 1, unitCost: -1 }],
    ['a count with a cost', { kind: 'counted', quantity: 1, unitCost: 2 }],
    ['another kind', { kind: 'lost', quantity: 1 }],
    ['no quantity', { kind: 'counted' }],
  ])('%s is refused', async (_what, body) => {
    const { id } = await create({ inventoryQuantity: 4 });
    expect((await move(id, body)).status).toBe(400);
    expect(await stockOf(id)).toBe(4);
  });

  test('together with what is there it must fit; an item without stock has none to book', async () => {
    const { id } = await create({ inventoryQuantity: 5 });
    expect((await move(id, { kind: 'received', quantity: inventoryMax })).status).toBe(409);
    const digital = await create({ isPhysicalItem: false });
    expect(await move(digital.id, { kind: 'counted', quantity: 1 })).toMatchObject({
      status: 409,
      body: { message: 'Shaker has no stock' },
    });
  });
});

describe('booking stock at each level', () => {
  test('every seller books, no operator; without a token it is 401, another company’s item 404', async () => {
    const { id } = await create();
    const body = { kind: 'received', quantity: 1 };
    const statuses = await Promise.all(
      levels.map(async (level) => [level, (await move(id, body, gym.by[level])).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual({ admin: 201, manager: 201, operator: 403, point_of_sale: 201 });
    expect((await server.anonymous.post(`/sales-items/${id}/stock`, { body })).status).toBe(401);
    expect((await move(id, body, rival.by.admin)).status).toBe(404);
    expect((await rival.by.admin.get(`/sales-items/${id}/stock`)).status).toBe(404);
    expect((await gym.by.operator.get(`/sales-items/${id}/stock`)).status).toBe(403);
  });

  test('only managers and admins read and change the cost', async () => {
    const { id } = await create({ cost: 4 });
    await move(id, { kind: 'received', quantity: 2, unitCost: 5 });
    for (const level of ['operator', 'point_of_sale'] as const) {
      const { body } = await gym.by[level].get(`/sales-items/${id}`);
      expect(body.salesItem).not.toHaveProperty('cost');
    }
    expect((await movementsOf(id, gym.by.point_of_sale))[0]).not.toHaveProperty('unitCost');
    const listed = await gym.by.point_of_sale.get(`/sales-items?locationId=${gym.locationId}&ids=${id}`);
    expect(listed.body.salesItems[0]).not.toHaveProperty('cost');
    expect((await gym.by.point_of_sale.put(`/sales-items/${id}`, { body: { cost: 1 } })).status).toBe(403);
    expect((await move(id, { kind: 'received', quantity: 1, unitCost: 1 }, gym.by.point_of_sale)).status).toBe(403);
    expect((await gym.by.admin.get(`/sales-items/${id}`)).body.salesItem.cost).toBe(5);
    expect((await gym.by.manager.put(`/sales-items/${id}`, { body: { cost: null } })).body.salesItem.cost).toBeNull();
  });
});

test('what is low is listed: at its level or below, or sold out; nothing that is inactive or has no stock', async () => {
  const at = { category: `Low ${randomUUID().slice(0, 8)}` };
  await create({ ...at, name: 'At its level', inventoryQuantity: 6, lowStockLevel: 6 });
  await create({ ...at, name: 'Above it', inventoryQuantity: 7, lowStockLevel: 6 });
  await create({ ...at, name: 'Sold out', inventoryQuantity: 0 });
  await create({ ...at, name: 'One left, no level', inventoryQuantity: 1 });
  await create({ ...at, name: 'Inactive', inventoryQuantity: 0, isActive: false });
  await create({ ...at, name: 'Digital', isPhysicalItem: false });
  const { body } = await gym.by.operator.get(
    `/sales-items?locationId=${gym.locationId}&stock=low&sortBy=name&sortOrder=asc&category=${encodeURIComponent(at.category)}`,
  );
  expect(body.salesItems.map(({ name }: { name: string }) => name)).toEqual(['At its level', 'Sold out']);
  expect((await gym.by.operator.get('/sales-items?stock=much')).status).toBe(400);
});
