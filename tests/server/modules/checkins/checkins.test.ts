import { addMinutes } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { freeze } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);

const at = (contactId: string, locationId = gym.locationId) => ({ contactId, locationId, doorId: 'Front Desk' });
const createMember = async () => {
  const contactId = await make.contact();
  await make.contactMembership(contactId);
  return contactId;
};
const recorded = (contactId: string) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('checkins').selectAll().where('contact_id', '=', contactId).execute(),
  );

describe('POST /checkins', () => {
  test.each(levels)('%s checks a member in: 201 with the check-in', async (level) => {
    const contactId = await createMember();
    const { status, body } = await gym.by[level].post('/checkins', { body: at(contactId) });
    expect(status).toBe(201);
    expect(body.checkin).toMatchObject({ accessGranted: true, reason: null, contactId, doorId: 'Front Desk' });
    expect(await recorded(contactId)).toMatchObject([{ created_by: gym.users[level].id, access_granted: true }]);
  });

  test.each([
    ['No membership found for this contact', undefined],
    ['Membership is not valid at this location', () => ({ location_id: gym.otherLocationId })],
    ['Membership access is suspended', () => ({ access_enabled: false })],
    ['Membership has not started yet', () => ({ start_date: '2999-01-01' })],
    ['Membership has expired', () => ({ end_date: '2024-01-31' })],
  ])('a denial is 403 with its reason, and recorded: %s', async (message, membership) => {
    const contactId = await make.contact();
    if (membership) await make.contactMembership(contactId, membership());
    const { status, body } = await gym.by.operator.post('/checkins', { body: at(contactId) });
    expect({ status, message: body.message }).toEqual({ status: 403, message });
    expect(body.checkin).toMatchObject({ accessGranted: false, reason: message });
    expect(await recorded(contactId)).toMatchObject([{ access_granted: false, reason: message }]);
  });

  test('a denial because of a freeze says how long it lasts; one because access is off does not', async () => {
    const contactId = await make.contact();
    const membershipId = await make.contactMembership(contactId, { access_enabled: false });
    const deny = async () => (await gym.by.operator.post('/checkins', { body: at(contactId) })).body;
    expect(await deny()).not.toHaveProperty('frozenUntil');
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('contact_memberships').set({ access_enabled: true }).where('id', '=', membershipId).execute(),
    );
    await freeze(server, gym, membershipId, '2020-01-01', '2999-12-31');
    expect(await deny()).toMatchObject({ message: 'Membership access is suspended', frozenUntil: '2999-12-31' });
  });

  test('a second check-in within the minutes of the settings is recorded as the same visit; after them, or with 0, it is another visit', async () => {
    const place = await createGym(server);
    const contactId = await builders(server, place).contact();
    await builders(server, place).contactMembership(contactId);
    const began = server.clock.now;
    const checkIn = async (minutesLater: number, locationId = place.locationId) => {
      server.clock.now = addMinutes(began, minutesLater);
      return (await place.by.admin.post('/checkins', { body: at(contactId, locationId) })).body;
    };
    const seen = { checkinTime: began.toISOString(), locationName: `${place.companyName} North` };
    expect(await checkIn(0)).toEqual({ checkin: expect.any(Object) });
    expect((await checkIn(120, place.otherLocationId)).sameVisit).toEqual(seen);
    expect((await checkIn(241)).sameVisit).toBeUndefined();
    await place.by.admin.put(`/companies/${place.companyId}/settings`, { body: { checkins: { repeatMinutes: 0 } } });
    expect((await checkIn(242)).sameVisit).toBeUndefined();
    server.clock.now = began;
    const rows = await server.database.scoped([place.companyId], (tx) =>
      tx.selectFrom('checkins').select('access_granted').where('contact_id', '=', contactId).execute(),
    );
    expect(rows.map(({ access_granted }) => access_granted)).toEqual([true, true, true, true]);
  });

  test('an earlier denied one does not count as a visit', async () => {
    const contactId = await make.contact();
    await gym.by.operator.post('/checkins', { body: at(contactId) });
    await make.contactMembership(contactId);
    expect((await gym.by.operator.post('/checkins', { body: at(contactId) })).body).toEqual({
      checkin: expect.any(Object),
    });
  });

  test('a last day with access lasts until midnight in the location’s time zone', async () => {
    const contactId = await make.contact();
    await make.contactMembership(contactId, { end_date: '2026-03-10' });
    const early = { now: new Date('2026-03-11T05:59:00Z') };
    const late = { now: new Date('2026-03-11T06:01:00Z') };
    const tryAt = async ({ now }: { now: Date }) => {
      const before = server.clock.now;
      server.clock.now = now;
      const caller = await server.as(gym.users.operator);
      const { status } = await caller.post('/checkins', { body: at(contactId) });
      server.clock.now = before;
      return status;
    };
    expect(await tryAt(late)).toBe(403);
    expect(await tryAt(early)).toBe(201);
  });

  test('staff name a location; without one it is 400', async () => {
    const contactId = await createMember();
    const { status, body } = await gym.by.operator.post('/checkins', { body: { contactId, doorId: 'Front Desk' } });
    expect([status, body.errors]).toEqual([400, { locationId: 'Location is required' }]);
    expect(await recorded(contactId)).toEqual([]);
  });

  test('a location without access is 404, even in the caller’s company', async () => {
    const { status } = await gym.by.operator.post('/checkins', { body: at(await createMember(), gym.otherLocationId) });
    expect(status).toBe(404);
  });
});

describe('Idempotency-Key', () => {
  const keyed = (key: string) => ({ 'idempotency-key': key });

  test('20 concurrent check-ins with one key create one row and get one answer', async () => {
    const contactId = await createMember();
    const call = () => gym.by.operator.post('/checkins', { body: at(contactId), headers: keyed('twenty') });
    const replies = await Promise.all(Array.from({ length: 20 }, call));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await recorded(contactId)).toHaveLength(1);
  });

  test('the same key with another body is 422', async () => {
    const contactId = await createMember();
    await gym.by.operator.post('/checkins', { body: at(contactId), headers: keyed('reused') });
    const other = { ...at(contactId), doorId: 'Side door' };
    const { status } = await gym.by.operator.post('/checkins', { body: other, headers: keyed('reused') });
    expect(status).toBe(422);
    expect(await recorded(contactId)).toHaveLength(1);
  });

  test('a denial is stored and repeated, even after the membership was corrected', async () => {
    const contactId = await make.contact();
    const call = () => gym.by.operator.post('/checkins', { body: at(contactId), headers: keyed('denied') });
    const first = await call();
    await make.contactMembership(contactId);
    expect(first.status).toBe(403);
    expect(await call()).toMatchObject({ status: 403, body: first.body });
    expect(await recorded(contactId)).toHaveLength(1);
  });

  test('a 404 is stored and repeated', async () => {
    const contactId = '01900000-0000-7000-8000-00000000abcd';
    const call = () => gym.by.operator.post('/checkins', { body: at(contactId), headers: keyed('missing') });
    expect((await call()).status).toBe(404);
    await make.contact({ id: contactId });
    await make.contactMembership(contactId);
    expect((await call()).status).toBe(404);
  });

  test('another user’s same key is their own', async () => {
    const contactId = await createMember();
    for (const level of ['operator', 'manager'] as const) {
      const { status } = await gym.by[level].post('/checkins', { body: at(contactId), headers: keyed('mine') });
      expect(status).toBe(201);
    }
    expect(await recorded(contactId)).toHaveLength(2);
  });

  test.each(['', 'x'.repeat(256), 'tab\there'])(
    'a key that is not 1 to 255 printable characters is 400: %j',
    async (key) => {
      const { status } = await gym.by.operator.post('/checkins', {
        body: at(await createMember()),
        headers: keyed(key),
      });
      expect(status).toBe(400);
    },
  );
});
