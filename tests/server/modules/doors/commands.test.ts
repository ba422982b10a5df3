import { addSeconds } from 'date-fns';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { followCommands } from '#door-controller/commands.ts';
import { levels } from '#domain/shared/access.ts';
import { addDevice, openStream } from '#tests/support/devices.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer, testServer } from '#tests/support/server.ts';

const server = await sharedServer();
/** Another process on the same database. */
const other = await testServer({}, server.database);
afterAll(() => other.app.close());

let url = '';
let gym: Gym;
let door: Awaited<ReturnType<typeof addDevice>>;
let doorId = '';
const stops: AbortController[] = [];
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  gym = await createGym(server);
  door = await addDevice(server, gym, 'door');
  doorId = (await gym.by.admin.post('/doors', { body: { locationId: gym.locationId, name: 'Main' } })).body.door.id;
  await gym.by.admin.put(`/devices/${door.id}`, { body: { doorIds: [doorId] } });
});
afterAll(() => stops.forEach((stop) => stop.abort()));

const isConnected = async () => (await gym.by.admin.get(`/doors/${doorId}`)).body.door.isConnected;
async function connect(run: (command: { type: string; seconds?: number }) => Promise<void>) {
  const stop = new AbortController();
  stops.push(stop);
  const ended = followCommands({ url, token: door.token, run, signal: stop.signal, clock: () => server.clock.now });
  await vi.waitFor(async () => expect(await isConnected()).toBe(true), 15_000);
  return { stop, ended };
}
const statusOf = async (id: string) => (await gym.by.admin.get(`/doors/${doorId}/commands/${id}`)).body.command;

describe('POST /doors/{id}/open', () => {
  test('without a controller is refused', async () => {
    const reply = await gym.by.operator.post(`/doors/${doorId}/open`, { body: {} });
    expect(reply).toMatchObject({ status: 409, body: { message: 'No controller is connected to this door' } });
  });

  test('reaches the controller, from another server too, and says that it was done', async () => {
    const run = vi.fn(async () => undefined);
    const { stop, ended } = await connect(run);
    const there = await other.as(gym.users.operator);
    for (const [by, body] of [
      [gym.by.operator, {}],
      [there, { seconds: 30 }],
      [there, { type: 'hold_open' }],
    ] as const) {
      const { status, body: answer } = await by.post(`/doors/${doorId}/open`, { body });
      expect({ code: status, ...answer.command }).toMatchObject({ code: 202, status: 'waiting', doorId });
      await vi.waitFor(async () => expect((await statusOf(answer.command.id)).status).toBe('done'), 5_000);
    }
    expect(run.mock.calls).toMatchObject([
      [{ type: 'open', seconds: 5, doorId }],
      [{ type: 'open', seconds: 30 }],
      [{ type: 'hold_open' }],
    ]);
    stop.abort();
    await ended;
    await vi.waitFor(async () => expect(await isConnected()).toBe(false), 5_000);
  });

  test('a door is connected by the server’s clock, not the database’s', async () => {
    const began = server.clock.now;
    server.clock.now = addSeconds(began, -60);
    try {
      await openStream(server, gym, door.id);
      expect(await isConnected()).toBe(true);
      expect((await gym.by.admin.get(`/doors?locationId=${gym.locationId}`)).body.doors).toMatchObject([
        { isConnected: true },
      ]);
      server.clock.now = addSeconds(began, -14);
      expect(await isConnected()).toBe(false);
    } finally {
      server.clock.now = began;
    }
  });

  test('says what the controller said when it failed', async () => {
    const { stop } = await connect(async () => {
      throw new Error('The lock is stuck');
    });
    const { command } = (await gym.by.manager.post(`/doors/${doorId}/open`, { body: {} })).body;
    await vi.waitFor(
      async () =>
        expect(await statusOf(command.id)).toMatchObject({ status: 'failed', message: 'Error: The lock is stuck' }),
      5_000,
    );
    stop.abort();
  });

  test('says that nobody answered after ten seconds; the stream of a killed server does not count for long', async () => {
    await openStream(server, gym, door.id);
    const { command } = (await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).body;
    const began = server.clock.now;
    expect((await statusOf(command.id)).status).toBe('waiting');
    server.clock.now = addSeconds(began, 10);
    expect((await statusOf(command.id)).status).toBe('unanswered');
    server.clock.now = addSeconds(began, 46);
    expect((await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).status).toBe(409);
    server.clock.now = began;
  });

  test('a door that is not active stays closed', async () => {
    await openStream(server, gym, door.id);
    await gym.by.admin.put(`/doors/${doorId}`, { body: { isActive: false } });
    expect((await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).body.message).toBe(
      'This door is not active',
    );
  });

  test.each(levels)('%s', async (level) => {
    await openStream(server, gym, door.id);
    const { status } = await gym.by[level].post(`/doors/${doorId}/open`, { body: {} });
    expect(status).toBe(level === 'point_of_sale' ? 403 : 202);
  });

  test.each([[{ type: 'explode' }], [{ seconds: 0 }], [{ seconds: 3_601 }], [{ seconds: 1.5 }]])(
    '%j is refused',
    async (body) => {
      expect((await gym.by.admin.post(`/doors/${doorId}/open`, { body })).status).toBe(400);
    },
  );
});

describe('a controller', () => {
  test('acknowledges its own commands only, the first answer counts', async () => {
    await openStream(server, gym, door.id);
    const { command } = (await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).body;
    const path = `/devices/self/commands/${command.id}/acknowledgement`;
    const stranger = await addDevice(server, await createGym(server), 'door');
    const neighbor = await addDevice(server, gym, 'door');
    for (const { caller } of [stranger, neighbor])
      expect((await caller.post(path, { body: { done: true } })).status).toBe(404);
    expect((await door.caller.post(path, { body: { done: false, message: 'Stuck' } })).status).toBe(200);
    expect((await door.caller.post(path, { body: { done: true } })).status).toBe(200);
    expect(await statusOf(command.id)).toMatchObject({ status: 'failed', message: 'Stuck' });
    expect((await gym.by.admin.post(path, { body: { done: true } })).status).toBe(403);
  });

  test('is cut off at once when it is revoked', async () => {
    const { ended } = await connect(async () => undefined);
    await gym.by.admin.delete(`/devices/${door.id}`);
    await ended;
    expect((await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).status).toBe(409);
  });

  test('another company’s commands do not exist', async () => {
    await openStream(server, gym, door.id);
    const { command } = (await gym.by.admin.post(`/doors/${doorId}/open`, { body: {} })).body;
    const rival = await createGym(server);
    expect((await rival.by.admin.get(`/doors/${doorId}/commands/${command.id}`)).status).toBe(404);
  });
});
