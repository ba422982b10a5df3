import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDoor } from '#door-controller/door.ts';
import { shellyLock, unifiLock } from '#door-controller/doorLocks.ts';
import { diskDouble } from '#tests/support/doorSimulation.ts';
import { lockDouble } from '#tests/support/lockDouble.ts';

const double = await lockDouble();
const { url, asked } = double;
afterAll(() => double.close());
beforeEach(() => {
  asked.length = 0;
  double.setStatus(200);
});

const rules = '/api/v1/developer/doors/door%2F1/lock_rule';

test('UniFi Access is asked to unlock the door, hold it open, lock it and take that back, with its token', async () => {
  const lock = unifiLock({ controller: url, token: 'secret', doorId: 'door/1' });
  await lock.unlock(5_000);
  await lock.holdOpen();
  await lock.lock();
  await lock.release();
  const asks = { method: 'PUT', token: 'Bearer secret' };
  expect(asked).toEqual([
    { ...asks, path: '/api/v1/developer/doors/door%2F1/unlock', body: undefined },
    { ...asks, path: rules, body: { type: 'keep_unlock' } },
    { ...asks, path: rules, body: { type: 'keep_lock' } },
    { ...asks, path: rules, body: { type: 'reset' } },
  ]);
});

test('a Shelly relay is turned on and turns itself off, or stays as it is held', async () => {
  const lock = shellyLock({ relay: url, id: 2 });
  await lock.unlock(5_000);
  await lock.holdOpen();
  await lock.lock();
  await lock.release();
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(4).fill('POST /rpc/Switch.Set'));
  expect(asked.map(({ body }) => body)).toEqual([
    { id: 2, on: true, toggle_after: 5 },
    { id: 2, on: true },
    { id: 2, on: false },
    { id: 2, on: false },
  ]);
});

test.each([401, 500])('a lock that answers %s did not open, and is held as it was', async (code) => {
  double.setStatus(code);
  await expect(unifiLock({ controller: url, token: 'old', doorId: '1' }).unlock(1)).rejects.toThrow(`${code}`);
  await expect(shellyLock({ relay: url, id: 0 }).unlock(1)).rejects.toThrow(`${code}`);
  const store = diskDouble();
  const door = createDoor(shellyLock({ relay: url, id: 0 }), store);
  for (const type of ['hold_open', 'lock', 'release'] as const) await expect(door.run({ type })).rejects.toThrow();
  expect(store.read().held).toBeUndefined();
});

test('a door that is held open is not closed by who passes; one that is locked still opens from the console', async () => {
  const store = diskDouble();
  const door = createDoor(shellyLock({ relay: url, id: 0 }), store);
  await door.run({ type: 'hold_open' });
  await door.letThrough(5_000);
  await door.run({ type: 'open' });
  expect([asked.length, store.read().held]).toEqual([1, 'open']);
  await door.run({ type: 'lock' });
  await door.run({ type: 'open', seconds: 30 });
  expect([asked.at(-1)?.body, store.read().held]).toEqual([{ id: 0, on: true, toggle_after: 30 }, 'locked']);
  await door.run({ type: 'release' });
  expect(store.read().held).toBeUndefined();
});
