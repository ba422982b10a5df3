import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDrawerGymAt, type DrawerGym, tenInTheEvening, tenInTheMorning } from '#tests/support/drawers.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createDrawerGymAt(server, tenInTheMorning);
});

describe('closing', () => {
  test('a close stores the count, the expected sum and the difference', async () => {
    const id = await gym.opened(100);
    await gym.sell();
    server.advance({ hours: 8 });
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
    gym = await createDrawerGymAt(server, tenInTheEvening);
    const id = await gym.opened(100);
    server.advance({ hours: 3 });
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
    gym = await createDrawerGymAt(server, tenInTheEvening);
    const id = await gym.opened(100);
    server.advance({ hours: 10 });
    expect((await gym.sell()).status).toBe(201);
    expect((await gym.pos.read(id)).body.drawer).toMatchObject({
      status: 'not_counted',
      cashSales: 2.16,
      expected: 102.16,
    });
  });
});
