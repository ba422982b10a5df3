import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  // Ten in the morning in Denver.
  server.clock.now = new Date('2026-05-04T16:00:00Z');
  gym = await createDrawerGym(server);
});

const later = (hours: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + hours * 3_600_000);
};

/** A session does not last a whole day. */
const atTenInTheEvening = async () => {
  server.clock.now = new Date('2026-05-05T04:00:00Z');
  gym = await createDrawerGym(server);
};

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

describe('if cash requires an open drawer', () => {
  beforeEach(async () => void (await gym.require()));

  test('the till, a plan by cash, a cash payment and a cash refund are refused without one, and nothing is written', async () => {
    const needed = { status: 409, body: { message: 'Open the drawer first' } };
    const key = randomUUID();
    expect(await gym.sell(1, key)).toMatchObject(needed);
    const membershipId = await gym.make.plan();
    const plan = {
      contactId: gym.contactId,
      membershipId,
      startDate: '2026-05-04',
      autoRenew: false,
      paymentMethod: 'cash',
    };
    expect(await gym.by.operator.post('/memberships/purchase', { body: plan })).toMatchObject(needed);
    expect(await gym.books.invoices()).toEqual([]);
    const owed = await gym.invoices.invoice(gym.contactId, { status: 'open', due_cents: 324 });
    expect(await gym.by.operator.post(`/invoices/${owed}/payments`, { body: { method: 'cash' } })).toMatchObject(
      needed,
    );
    const paid = await gym.invoices.invoice(gym.contactId);
    expect(
      await gym.by.manager.post(`/invoices/${paid}/refunds`, { body: { destination: 'cash', reason: 'A mistake' } }),
    ).toMatchObject(needed);
    expect(await gym.books.payments()).toEqual([]);
    await gym.opened();
    expect((await gym.sell(1, key)).status).toBe(201);
  });

  test('a cash refund is refused without one, and nothing is given back', async () => {
    const paid = await gym.invoices.invoice(gym.contactId);
    await gym.invoices.payment(paid);
    const refund = { amount: 1, destination: 'cash', reason: 'Torn' };
    expect(await gym.by.manager.post(`/invoices/${paid}/refunds`, { body: refund })).toMatchObject({
      status: 409,
      body: { message: 'Open the drawer first' },
    });
    expect(await gym.books.invoice(paid)).toMatchObject({ status: 'paid', refunded_cents: 0 });
  });

  test('at an archived location, whose drawer nobody can open, the refusal of a payment and of a refund says what to do instead', async () => {
    const paid = await gym.invoices.invoice(gym.contactId, { location_id: gym.otherLocationId });
    await gym.invoices.payment(paid);
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    const owed = await gym.invoices.invoice(gym.contactId, {
      location_id: gym.otherLocationId,
      status: 'open',
      due_cents: 324,
    });
    const refusal = {
      status: 409,
      body: {
        message: expect.stringMatching(/archived and has no drawer.*without cash.*‘Require an Open Drawer for Cash’/),
      },
    };
    expect(await gym.by.admin.post(`/invoices/${owed}/payments`, { body: { method: 'cash' } })).toMatchObject(refusal);
    expect(
      await gym.by.admin.post(`/invoices/${paid}/refunds`, { body: { destination: 'cash', reason: 'Torn' } }),
    ).toMatchObject(refusal);
    expect(
      (await gym.by.admin.post(`/invoices/${owed}/payments`, { body: { method: 'other', otherMethod: 'Check' } }))
        .status,
    ).toBe(201);
  });

  test('another method requires none', async () => {
    const body = {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: gym.itemId, quantity: 1 }],
      paymentMethod: 'other',
      otherMethod: 'Check',
    };
    expect((await gym.by.point_of_sale.post('/sales-items/purchase', { body })).status).toBe(201);
  });

  test('a drawer whose day is over still takes cash', async () => {
    await atTenInTheEvening();
    await gym.require();
    const id = await gym.opened(0);
    later(3);
    expect((await gym.sell()).status).toBe(201);
    expect(await gym.cashOf(id)).toHaveLength(1);
  });
});

describe('closing', () => {
  test('a close stores the count, the expected sum and the difference', async () => {
    const id = await gym.opened(100);
    await gym.sell();
    later(8);
    const { status, body } = await gym.pos.close(id, {
      counted: 101.66,
      counts: { 100: 1, 1: 1, 0.25: 2, '0.1': 1, 0.05: 1, 0.01: 1 },
      note: 'Fifty cents missing',
    });
    expect(status).toBe(200);
    expect(body.drawer).toMatchObject({
      status: 'closed',
      expected: 102.16,
      counted: 101.66,
      difference: -0.5,
      note: 'Fifty cents missing',
      counts: { 100: 1, 1: 1, 0.25: 2 },
      closedAt: '2026-05-05T00:00:00.000Z',
      closedBy: { name: 'Sam point_of_sale' },
    });
  });

  test.each([
    ['bills and coins that come to another sum', { counted: 10, counts: { 20: 1 } }],
    ['a coin that does not exist', { counted: 0.3, counts: { 0.3: 1 } }],
    ['nothing', {}],
    ['less than nothing', { counted: -5 }],
  ])('a count of %s is 400', async (_what, body) => {
    expect((await gym.pos.close(await gym.opened(), body)).status).toBe(400);
  });

  test('a second close is 409 and says who closed it, a repeated one gets the first answer', async () => {
    const id = await gym.opened();
    const key = randomUUID();
    const first = await gym.manager.close(id, { counted: 100 }, key);
    expect(await gym.manager.close(id, { counted: 100 }, key)).toMatchObject({ status: 200, body: first.body });
    expect(await gym.pos.close(id, { counted: 90 })).toMatchObject({
      status: 409,
      body: { message: 'Drawer #1 was closed by Sam manager' },
    });
  });

  test('a drawer left open past midnight is not counted: nobody opens the next, and a manager closes it', async () => {
    await atTenInTheEvening();
    const id = await gym.opened(100);
    later(3);
    expect((await gym.pos.read(id)).body.drawer.status).toBe('not_counted');
    expect((await gym.pos.list('&status=not_counted')).body.drawers).toMatchObject([{ id, counted: null }]);
    expect((await gym.pos.list('&status=open')).body.drawers).toEqual([]);
    expect(await gym.pos.open(100)).toMatchObject({
      status: 409,
      body: {
        message:
          'Drawer #1 was opened by Sam manager and is not counted yet. A manager has to count and close it first.',
      },
    });
    expect(await gym.pos.close(id, { counted: 100 })).toMatchObject({
      status: 403,
      body: { message: 'This drawer was left open past midnight. A manager has to count it.' },
    });
    expect((await gym.manager.close(id, { counted: 100 })).body.drawer).toMatchObject({
      status: 'closed',
      difference: 0,
    });
    expect((await gym.pos.open(100)).body.drawer.number).toBe(2);
  });

  test('a drawer left open past midnight takes cash until it is counted', async () => {
    await atTenInTheEvening();
    const id = await gym.opened(100);
    later(10);
    expect((await gym.sell()).status).toBe(201);
    expect((await gym.pos.read(id)).body.drawer).toMatchObject({
      status: 'not_counted',
      cashSales: 2.16,
      expected: 102.16,
    });
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
      later(1);
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
