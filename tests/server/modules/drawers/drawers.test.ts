import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrawerGymAt, type DrawerGym, tenInTheMorning } from '#tests/support/drawers.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createDrawerGymAt(server, tenInTheMorning);
});

describe('opening', () => {
  test('a drawer opens with its float, the first of a location as number 1', async () => {
    const { status, body } = await gym.pos.open(100);
    expect(status).toBe(201);
    expect(body.drawer).toMatchObject({
      number: 1,
      status: 'open',
      float: 100,
      lastCounted: null,
      openingDifference: null,
      openedAt: '2026-05-04T16:00:00.000Z',
      openedBy: { id: gym.users.point_of_sale.id, name: 'Sam point_of_sale' },
      cashSales: 0,
      cashRefunds: 0,
      cashIn: 0,
      cashOut: 0,
      expected: 100,
      counted: null,
      difference: null,
      closedAt: null,
      closedBy: null,
    });
  });

  test('the next one has the next number, the amount of the last close, and the difference of the float', async () => {
    await gym.pos.close(await gym.opened(100), { counted: 98.5 });
    expect((await gym.pos.list()).body).toMatchObject({ drawers: [], lastCounted: 98.5 });
    expect((await gym.pos.open(90)).body.drawer).toMatchObject({
      number: 2,
      lastCounted: 98.5,
      openingDifference: -8.5,
    });
  });

  test('each location counts its own numbers', async () => {
    await gym.opened();
    const { body } = await gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 0 } });
    expect(body.drawer).toMatchObject({ number: 1, locationId: gym.otherLocationId });
  });

  test('a second one at the location is 409 and says who opened the first', async () => {
    await gym.manager.open(100);
    expect(await gym.pos.open(100)).toMatchObject({
      status: 409,
      body: { message: 'Drawer #1 was opened by Sam manager and is still open' },
    });
  });

  test('a key opens it once', async () => {
    const key = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => gym.pos.open(100, key)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.drawer.id}`)).size).toBe(1);
    expect((await gym.pos.open(50, key)).status).toBe(422);
  });

  test.each([
    ['a negative float', { float: -1 }],
    ['no float', {}],
    ['a float in words', { float: '100' }],
    ['an unknown field', { float: 1, number: 7 }],
  ])('%s is 400', async (_what, body) => {
    expect((await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, ...body } })).status).toBe(400);
  });
});

describe('cash', () => {
  test('cash sales, cash in and cash out change what is expected; card and other payments do not', async () => {
    const id = await gym.opened(100);
    await gym.sell(2);
    await gym.pos.move(id, 'in', 20, 'Change from the bank');
    await gym.pos.move(id, 'out', 7.5, 'Stamps');
    await gym.by.point_of_sale.post('/sales-items/purchase', {
      body: {
        contactId: gym.contactId,
        locationId: gym.locationId,
        items: [{ salesItemId: gym.itemId, quantity: 1 }],
        paymentMethod: 'other',
        otherMethod: 'Check',
      },
    });
    expect((await gym.pos.read(id)).body.drawer).toMatchObject({
      float: 100,
      cashSales: 4.32,
      cashIn: 20,
      cashOut: 7.5,
      cashRefunds: 0,
      expected: 116.82,
      movements: [
        { type: 'in', amount: 20, reason: 'Change from the bank', by: { name: 'Sam point_of_sale' } },
        { type: 'out', amount: 7.5, reason: 'Stamps' },
      ],
    });
  });

  test('a plan by cash and a cash payment on an invoice go into the drawer of their location', async () => {
    const id = await gym.opened(0);
    const membershipId = await gym.make.plan({ price_cents: 5_000 });
    const sold = await gym.by.operator.post('/memberships/purchase', {
      body: {
        contactId: gym.contactId,
        membershipId,
        startDate: '2026-05-04',
        autoRenew: false,
        paymentMethod: 'cash',
      },
    });
    expect(sold.status).toBe(201);
    const owed = await gym.invoices.invoice(gym.contactId, {
      status: 'open',
      total_cents: 10_800,
      tax_cents: 800,
      due_cents: 10_800,
    });
    expect(
      (await gym.by.operator.post(`/invoices/${owed}/payments`, { body: { method: 'cash', amount: 30 } })).status,
    ).toBe(201);
    expect((await gym.pos.read(id)).body.drawer).toMatchObject({ cashSales: 84, expected: 84 });
    expect(await gym.cashOf(id)).toMatchObject([{ cents: 5_400 }, { cents: 3_000 }]);
  });

  test('a cash refund leaves the open drawer of its location', async () => {
    const id = await gym.opened(10);
    await gym.sell();
    const [{ id: invoiceId = '' } = {}] = await gym.books.invoices();
    expect(
      (
        await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
          body: { destination: 'cash', reason: 'A mistake' },
        })
      ).status,
    ).toBe(201);
    expect((await gym.pos.read(id)).body.drawer).toMatchObject({
      cashSales: 2.16,
      cashRefunds: 2.16,
      expected: 10,
      refunds: { count: 1, amount: 2.16 },
      byMethod: [{ method: 'cash', count: 1, amount: 2.16, refunded: 2.16 }],
    });
  });

  test('a sale elsewhere, or without an open drawer, is in none', async () => {
    await gym.sell();
    const { body } = await gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 10 } });
    expect((await gym.sell()).status).toBe(201);
    expect((await gym.by.admin.get(`/drawers/${body.drawer.id}`)).body.drawer.expected).toBe(10);
  });

  test('a repeated sale is in the drawer once', async () => {
    const id = await gym.opened(0);
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => gym.sell(1, key)));
    expect(await gym.cashOf(id)).toHaveLength(1);
  });

  test('a key moves cash once, and is valid for one drawer only', async () => {
    const id = await gym.opened(0);
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => gym.pos.move(id, 'in', 5, 'Change', key)));
    expect((await gym.pos.read(id)).body.drawer.cashIn).toBe(5);
    expect((await gym.pos.move(id, 'in', 6, 'Change', key)).status).toBe(422);
  });

  test('a closed drawer takes no more cash', async () => {
    const id = await gym.opened();
    await gym.pos.close(id, { counted: 100 });
    expect(await gym.manager.move(id, 'in', 5)).toMatchObject({
      status: 409,
      body: { message: 'Drawer #1 is closed. Open the drawer first.' },
    });
    await gym.sell();
    expect(await gym.cashOf(id)).toEqual([]);
  });
});

describe('reading drawers at each level', () => {
  test('point of sale reads the open drawer, and closed ones are for managers', async () => {
    const id = await gym.opened();
    expect((await gym.pos.list()).body.drawers).toMatchObject([{ id, status: 'open' }]);
    await gym.manager.close(id, { counted: 100 });
    expect((await gym.pos.list()).body.drawers).toEqual([]);
    expect((await gym.pos.read(id)).status).toBe(403);
    expect((await gym.pos.list('&status=closed')).status).toBe(403);
    expect((await gym.manager.list('&status=closed')).body).toMatchObject({
      drawers: [{ id, counted: 100 }],
      pagination: { total: 1 },
    });
    expect((await gym.manager.read(id)).body.drawer.id).toBe(id);
  });

  test('a list has the newest first, page by page', async () => {
    for (const float of [1, 2, 3]) {
      await gym.manager.close((await gym.manager.open(float)).body.drawer.id, { counted: float });
      server.advance({ hours: 1 });
    }
    const { body } = await gym.manager.list('&limit=2');
    expect(body.drawers.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
    expect(body.pagination).toMatchObject({ total: 3, hasNext: true });
    expect((await gym.manager.list('&limit=2&page=2')).body.drawers).toMatchObject([{ number: 1, float: 1 }]);
    expect((await gym.manager.list('&status=lost')).status).toBe(400);
  });

  test('a drawer of another company, or of a location without access, is 404', async () => {
    const rival = await createGym(server);
    const { body } = await rival.by.admin.post('/drawers', { body: { locationId: rival.locationId, float: 10 } });
    const elsewhere = await gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 10 } });
    for (const id of [body.drawer.id, elsewhere.body.drawer.id]) {
      expect((await gym.manager.read(id)).status).toBe(404);
      expect((await gym.manager.move(id, 'out', 5)).status).toBe(404);
      expect((await gym.manager.close(id, { counted: 10 })).status).toBe(404);
    }
    expect((await gym.by.manager.post('/drawers', { body: { locationId: rival.locationId, float: 10 } })).status).toBe(
      404,
    );
    expect((await gym.by.manager.get(`/drawers?locationId=${rival.locationId}`)).status).toBe(404);
    expect((await rival.by.admin.get(`/drawers/${body.drawer.id}`)).body.drawer).toMatchObject({
      status: 'open',
      expected: 10,
    });
  });
});
