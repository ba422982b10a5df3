import { addMinutes } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { addDevice, doorCalls } from '#tests/support/devices.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
/** A Tuesday, at noon in Denver. */
const noon = new Date('2026-03-10T18:00:00Z');
let gym: Gym;
let make: ReturnType<typeof builders>;
let door: Awaited<ReturnType<typeof addDevice>>;
beforeEach(async () => {
  server.clock.now = noon;
  gym = await createGym(server);
  make = builders(server, gym);
  door = await addDevice(server, gym, 'door');
});

const { createMember, ask, report, log, listed } = doorCalls(() => ({ gym, make, door }));
describe('a door reports what it did', () => {
  const at = (minutes: number) => addMinutes(noon, minutes).toISOString();

  test('as it happened, marked, once by its key, in the order of the request', async () => {
    const { code, contactId } = await createMember();
    const sent = [
      { key: 'b', code, at: at(-10), granted: false, reasonCode: 'unknown_code' },
      { key: 'a', code, at: at(-20), granted: true },
      { key: 'c', code: 'nobody', at: at(-5), granted: true },
      { key: 'd', code, at: at(-1), granted: false, type: 'exit' },
    ];
    const results = await report(...sent);
    expect(results).toMatchObject([
      { key: 'b', checkin: { accessGranted: false, reasonCode: 'unknown_code' } },
      { key: 'a', checkin: { accessGranted: true, reasonCode: null } },
      { key: 'c', checkin: { accessGranted: true }, conflict: 'unknown_code' },
      { key: 'd', checkin: { accessGranted: true } },
    ]);
    expect(await report(...sent)).toEqual(results);
    expect((await listed()).pagination.total).toBe(2);
    expect(await log()).toMatchObject([
      { type: 'exit', isOffline: true, contact: { id: contactId } },
      { contact: null, conflict: 'unknown_code' },
      { accessGranted: false, isOffline: true },
      { accessGranted: true, at: at(-20), device: { id: door.id, name: 'Front door' } },
    ]);
    expect(await log('&conflicts=true')).toHaveLength(1);
  });

  test('what the server would have refused is recorded with the conflict', async () => {
    const blocked = await createMember();
    await gym.by.admin.post(`/contacts/${blocked.contactId}/blocks`, { body: { reason: 'Any' } });
    const pack = await createMember({ visit_limit: 1, end_date: '2026-04-01' });
    const replaced = await createMember();
    await gym.by.admin.post(`/contacts/${replaced.contactId}/code`, { body: {} });
    server.clock.now = addMinutes(noon, 300);
    const results = await report(
      { key: 'before', code: blocked.code, at: at(-1), granted: true },
      { key: 'after', code: blocked.code, at: at(1), granted: true },
      { key: 'visit 1', code: pack.code, at: at(-200), granted: true },
      { key: 'visit 2', code: pack.code, at: at(200), granted: true },
      { key: 'old', code: replaced.code, at: at(-1), granted: true },
      { key: 'new', code: replaced.code, at: at(1), granted: true },
    );
    expect(results.map(({ conflict }: { conflict?: string }) => conflict ?? null)).toEqual([
      null,
      'blocked',
      null,
      'no_visits',
      null,
      'replaced_code',
    ]);
    expect(
      (await listed()).checkins.every(({ checkin }: { checkin: { accessGranted: boolean } }) => checkin.accessGranted),
    ).toBe(true);
  });

  test('what it did counts, when it did not wait for the answer', async () => {
    const { code, contactId } = await createMember({ visit_limit: 3, end_date: '2026-04-01' });
    const left = async () =>
      (await gym.by.admin.get(`/contacts/${contactId}/memberships`)).body.memberships[0].visitsLeft;
    const { body } = await ask(code, {}, { 'idempotency-key': 'k' });
    expect([body.checkin.accessGranted, await left()]).toEqual([true, 2]);
    const [same] = await report({ key: 'k', code, at: at(0), granted: true });
    expect([same.checkin.id, await left()]).toEqual([body.checkin.id, 2]);
    const [other] = await report({ key: 'k', code, at: at(0), granted: false });
    expect(other.checkin).toMatchObject({ id: body.checkin.id, accessGranted: false });
    expect([await left(), (await listed()).pagination.total]).toEqual([3, 1]);
  });

  test('a clock that cannot be right is noted, and the nearest time taken', async () => {
    const { code } = await createMember();
    await report(
      { key: 'past', code, at: '1970-01-01T00:00:00Z', granted: true },
      { key: 'future', code, at: '9999-12-31T23:59:59+14:00', granted: true },
    );
    expect(await log()).toMatchObject([
      { at: at(5), reportedAt: '9999-12-31T09:59:59.000Z' },
      { at: at(-30 * 24 * 60), reportedAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  test.each([
    [[]],
    [[{ key: '', code: 'x', at: noon.toISOString(), granted: true }]],
    [[{ key: 'k', code: 'x', at: 'yesterday', granted: true }]],
    [[{ key: 'k', code: 'x', at: noon.toISOString() }]],
    [[{ key: 'k', code: 'x', at: noon.toISOString(), granted: true, reasonCode: 'because' }]],
    [[{ key: 'k\0', code: 'x', at: noon.toISOString(), granted: true }]],
    [
      Array.from({ length: 501 }, (_, index) => ({
        key: `${index}`,
        code: 'x',
        at: noon.toISOString(),
        granted: true,
      })),
    ],
  ])('a wrong batch is refused: %#', async (checkins) => {
    expect((await door.caller.post('/devices/self/checkins', { body: { checkins } })).status).toBe(400);
  });

  test('500 are taken; staff and kiosks may not report', async () => {
    // Of a code that nobody has: 500 entries of a member take seconds.
    const many = Array.from({ length: 500 }, (_, index) => ({
      key: `k${index}`,
      code: 'x',
      at: at(-index),
      granted: true,
    }));
    expect(await report(...many)).toHaveLength(500);
    const kiosk = await addDevice(server, gym, 'kiosk');
    const body = { checkins: [many[0]] };
    expect((await kiosk.caller.post('/devices/self/checkins', { body })).status).toBe(403);
    expect((await gym.by.admin.post('/devices/self/checkins', { body })).status).toBe(403);
  });
});
