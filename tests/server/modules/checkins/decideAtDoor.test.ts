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

const { codeOf, createMember, ask, report, log, listed } = doorCalls(() => ({ gym, make, door }));
const reasonOf = async (code: string, more: object = {}) => (await ask(code, more)).body.checkin.reasonCode;
const set = (checkins: object) => gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins } });

describe('a door asks', () => {
  test('and is answered 200 for granted and for denied, with the first name only', async () => {
    const { code, contactId } = await createMember();
    const { status, body } = await ask(code);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        checkin: { id: expect.any(String), accessGranted: true, reason: null, reasonCode: null },
        firstName: 'Robin',
        unlockMs: 5_000,
      },
    });
    await gym.by.admin.post(`/contacts/${contactId}/blocks`, { body: { reason: 'Secret' } });
    const refused = await ask(code.toLowerCase());
    expect(refused).toMatchObject({ status: 200, body: { firstName: 'Robin', unlockMs: 0 } });
    expect(refused.body.checkin).toMatchObject({
      accessGranted: false,
      reason: 'Access is blocked',
      reasonCode: 'blocked',
    });
    const { checkins } = await listed();
    expect(checkins.map(({ checkin }: { checkin: object }) => checkin)).toMatchObject([
      { accessGranted: false, reason: 'Access is blocked', doorId: 'Front door' },
      { accessGranted: true, doorId: 'Front door' },
    ]);
    expect(JSON.stringify(refused.body)).not.toContain('Secret');
  });

  test('each reason has its code', async () => {
    const membership = async (change: object) => (await createMember(change)).code;
    const contactId = await make.contact();
    expect(await reasonOf(await codeOf(contactId))).toBe('no_membership');
    expect(await reasonOf('AAAA2222BBBB')).toBe('unknown_code');
    expect(await reasonOf('short')).toBe('unknown_code');
    expect(await reasonOf(await membership({ start_date: '2026-03-11' }))).toBe('not_started');
    expect(await reasonOf(await membership({ end_date: '2026-03-09' }))).toBe('expired');
    expect(await reasonOf(await membership({ access_enabled: false }))).toBe('suspended');
    expect(await reasonOf(await membership({ end_date: '2026-03-01', grace_days: 3 }))).toBe('past_due');
    expect(await reasonOf(await membership({ location_id: gym.otherLocationId }))).toBe('wrong_location');
    const pack = { visit_limit: 1, visits_used: 1, end_date: '2026-04-01' };
    expect(await reasonOf(await membership(pack))).toBe('no_visits');
    const within = await ask(await membership({ end_date: '2026-03-09', grace_days: 3 }));
    expect(within.body.checkin).toMatchObject({ accessGranted: true, reasonCode: 'past_due', reason: null });
  });

  test('the desk hears of an unpaid renewal too, and keeps its texts', async () => {
    const { contactId } = await createMember({ end_date: '2026-03-09', grace_days: 3 });
    const { status, body } = await gym.by.operator.post('/checkins', {
      body: { contactId, locationId: gym.locationId },
    });
    expect({ status, warning: body.warning }).toEqual({
      status: 201,
      warning: { reasonCode: 'past_due', message: 'The renewal of the membership is not paid' },
    });
  });

  test('a code that was replaced no longer works', async () => {
    const { contactId, code } = await createMember();
    await gym.by.admin.post(`/contacts/${contactId}/code`, { body: {} });
    expect(await reasonOf(code)).toBe('replaced_code');
    expect(await reasonOf(await codeOf(contactId))).toBe(null);
  });

  test('hours of the plan are those of the location’s clock', async () => {
    const membership_id = await make.plan();
    const { code } = await createMember({ membership_id });
    const body = { membershipId: membership_id, weekdays: [2], from: '12:30', to: '13:00' };
    await gym.by.admin.post('/access-hours', { body });
    expect(await reasonOf(code)).toBe('outside_hours');
    server.clock.now = addMinutes(noon, 30);
    expect(await reasonOf(code)).toBe(null);
  });

  test('visits a day count as visits do: not the same one twice, and one that is undone not at all', async () => {
    const membership_id = await make.plan({ visits_per_day: 1 });
    const { code } = await createMember({ membership_id });
    const first = await ask(code);
    server.clock.now = addMinutes(noon, 60);
    expect(await reasonOf(code)).toBe(null);
    server.clock.now = addMinutes(noon, 200);
    expect(await reasonOf(code)).toBe('daily_limit');
    server.clock.now = addMinutes(noon, 24 * 60);
    gym.by.admin = await server.as(gym.users.admin);
    const next = await ask(code);
    expect(next.body.checkin.accessGranted).toBe(true);
    server.clock.now = addMinutes(noon, 28 * 60);
    expect(await reasonOf(code)).toBe('daily_limit');
    expect((await gym.by.admin.delete(`/checkins/${next.body.checkin.id}`)).status).toBe(200);
    expect(await reasonOf(code)).toBe(null);
    expect(first.body.checkin.accessGranted).toBe(true);
  });

  test('two doors at once and one visit a day: one gets in', async () => {
    const membership_id = await make.plan({ visits_per_day: 1 });
    const { code } = await createMember({ membership_id });
    await set({ repeatMinutes: 0 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(code)));
    expect(replies.filter(({ body }) => body.checkin.accessGranted)).toHaveLength(1);
  });

  test('pass sharing refuses a second entry at a door until they went out, and never at the desk', async () => {
    const { contactId, code } = await createMember();
    await set({ reentry: 'refuse', reentryMinutes: 15 });
    const both = await Promise.all([ask(code), ask(code)]);
    expect(both.map(({ body }) => body.checkin.reasonCode).toSorted()).toEqual(['already_inside', null].toSorted());
    const desk = await gym.by.operator.post('/checkins', { body: { contactId, locationId: gym.locationId } });
    expect([desk.status, desk.body.warning.reasonCode]).toEqual([201, 'already_inside']);
    expect((await ask(code, { type: 'exit' })).body).toMatchObject({
      checkin: { accessGranted: true },
      unlockMs: 5_000,
    });
    expect(await reasonOf(code)).toBe(null);
    server.clock.now = addMinutes(noon, 15);
    expect(await reasonOf(code)).toBe(null);
    await set({ reentry: 'warn' });
    expect((await ask(code)).body.checkin).toMatchObject({ accessGranted: true, reasonCode: 'already_inside' });
  });

  test('an exit is always granted and logged, and no visit', async () => {
    const { contactId, code } = await createMember({ end_date: '2020-01-01' });
    await gym.by.admin.post(`/contacts/${contactId}/blocks`, { body: { reason: 'Any' } });
    for (const body of [{ code }, { code: 'nobody' }, {}]) {
      const reply = await door.caller.post('/checkins', { body: { ...body, type: 'exit' } });
      expect(reply).toMatchObject({ status: 200, body: { checkin: { accessGranted: true, reasonCode: null } } });
    }
    const desk = { contactId, locationId: gym.locationId, type: 'exit', doorId: 'Back' };
    expect((await gym.by.operator.post('/checkins', { body: desk })).status).toBe(201);
    expect((await listed()).pagination.total).toBe(0);
    expect((await log()).map(({ type, doorId }: { type: string; doorId: string }) => `${type} ${doorId}`)).toEqual(
      ['exit Back', ...Array.from({ length: 3 }, () => 'exit Front door')].toSorted(),
    );
  });

  test('doors go by their name; another company’s is not found', async () => {
    const { code } = await createMember();
    const body = { locationId: gym.locationId, name: 'Side' };
    const { id } = (await gym.by.admin.post('/doors', { body })).body.door;
    await ask(code, { doorId: id });
    await ask(code, { doorId: 'Turnstile 3' });
    await gym.by.admin.put(`/devices/${door.id}`, { body: { doorIds: [id] } });
    await ask(code);
    const names = (await log()).map(({ doorId }: { doorId: string }) => doorId);
    expect(names.toSorted()).toEqual(['Side', 'Side', 'Turnstile 3']);
    const rival = await createGym(server);
    const theirs = (await rival.by.admin.post('/doors', { body: { locationId: rival.locationId, name: 'R' } })).body
      .door;
    expect((await ask(code, { doorId: theirs.id })).status).toBe(404);
    expect((await ask(code, { locationId: rival.locationId })).status).toBe(404);
    expect((await ask(code, { locationId: gym.otherLocationId })).status).toBe(404);
  });

  test('a door sends codes only, and another company’s code is unknown', async () => {
    const { contactId } = await createMember();
    expect((await door.caller.post('/checkins', { body: { contactId } })).status).toBe(400);
    const theirs = await addDevice(server, await createGym(server), 'door');
    const { code } = await createMember();
    const { body } = await theirs.caller.post('/checkins', { body: { code } });
    expect([body.checkin.reasonCode, body.firstName]).toEqual(['unknown_code', null]);
  });

  test('the same key is one entry, also at once', async () => {
    const { code } = await createMember();
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(code, {}, { 'idempotency-key': 'scan 1' })));
    expect(new Set(replies.map(({ body }) => body.checkin.id)).size).toBe(1);
    expect((await listed()).pagination.total).toBe(1);
  });

  test('one that asks too often is told when to ask again; one that is revoked is not let in', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => ask('AAAA2222BBBB')));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    await gym.by.admin.delete(`/devices/${door.id}`);
    expect((await ask('AAAA2222BBBB')).status).toBe(401);
  });

  test('an unknown code is in the log without a contact, and in no list of check-ins', async () => {
    await ask('AAAA2222BBBB');
    expect(await log()).toMatchObject([{ contact: null, reasonCode: 'unknown_code', accessGranted: false }]);
    expect((await listed()).pagination.total).toBe(0);
  });
});

/** What people hold up to a reader by mistake. */
const noCodes = [`https://tickets.test/${'x'.repeat(3_000)}`, ' ', '\0', 'half \ud83d', 'BEGIN:VCARD\r\nN:Lee'];

test.each(noCodes)('%j held up to a reader is a code that nobody has, asked or reported', async (text) => {
  expect(await ask(text)).toMatchObject({
    status: 200,
    body: { checkin: { reasonCode: 'unknown_code' }, unlockMs: 0 },
  });
  const { code } = await createMember();
  const at = addMinutes(noon, -1).toISOString();
  // It does not keep what happened next from being recorded.
  expect(
    await report({ key: 'a', code: text, at, granted: false }, { key: 'b', code, at, granted: true }),
  ).toMatchObject([
    { key: 'a', checkin: { accessGranted: false, reasonCode: 'unknown_code' } },
    { key: 'b', checkin: { accessGranted: true } },
  ]);
  expect(await log()).toHaveLength(3);
  expect((await listed()).pagination.total).toBe(1);
});
