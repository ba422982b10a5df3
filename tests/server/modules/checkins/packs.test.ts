import { addHours, addMinutes } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { dayNumber } from '#tests/support/trials/modelCalendar.ts';
import { instantAt } from '#tests/support/trials/moments.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let today: string;
const noon = new Date('2026-03-10T18:00:00Z');
beforeEach(async () => {
  server.clock.now = noon;
  gym = await createPayingGym(server, stripe);
  today = todayIn(gym.timezone, noon);
});

const createPack = (change: object = {}) =>
  gym.make.plan({
    name: 'Ten Visits',
    billing_frequency: 'one_time',
    access_duration_days: 90,
    visit_limit: 10,
    valid_from: 'purchase',
    ...change,
  });
const buy = async (membershipId: string, startDate = today) => {
  const body = {
    contactId: gym.contactId,
    membershipId,
    startDate,
    autoRenew: false,
    notes: '',
    paymentMethod: 'cash',
  };
  return (await gym.by.operator.post('/memberships/purchase', { body })).body.contactMembership;
};
const buyPack = async (change: object = {}) => buy(await createPack(change));
const checkIn = (doorId = 'Front Desk', key?: string) =>
  gym.by.operator.post('/checkins', {
    body: { contactId: gym.contactId, locationId: gym.locationId, doorId },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const undo = async (reply: { body: { checkin: { id: string } } }, as: keyof PayingGym['by'] = 'manager') =>
  gym.by[as].delete(`/checkins/${reply.body.checkin.id}`);
const held = async () => (await gym.by.operator.get(`/contacts/${gym.contactId}/memberships`)).body.memberships;
const left = async (id?: string) => (await held()).find((row: { id: string }) => !id || row.id === id)?.visitsLeft;
const setRepeat = (repeatMinutes: number) =>
  gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { repeatMinutes } } });
const later = (minutes: number) => {
  server.clock.now = addMinutes(noon, minutes);
};
/** Signs everyone in again, since sessions last some hours. */
const moveTo = async (now: Date) => {
  server.clock.now = now;
  for (const level of levels) gym.by[level] = await server.as(gym.users[level]);
};
const standing = async () =>
  (await gym.by.operator.get(`/contacts/${gym.contactId}/standing?locationId=${gym.locationId}`)).body.summary
    .membership;

describe('a pack', () => {
  test('has its visits when it is bought, and each visit uses one', async () => {
    expect(await buyPack()).toMatchObject({ visitLimit: 10, visitsLeft: 10, startDate: today });
    expect(await checkIn()).toMatchObject({ status: 201, body: { visitsLeft: 9 } });
    expect(await left()).toBe(9);
    expect(await standing()).toMatchObject({ status: 'active', visitsLeft: 9 });
  });

  test('a second check-in within the settings’ minutes uses none, after them another one', async () => {
    await buyPack();
    await checkIn();
    later(120);
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 9, sameVisit: expect.any(Object) });
    later(241);
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 8 });
    await setRepeat(0);
    later(242);
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 7 });
  });

  test('that is used up has expired and says so at the door, while its dates stay', async () => {
    const { endDate } = await buyPack({ visit_limit: 1 });
    await setRepeat(0);
    await checkIn();
    expect(await checkIn()).toMatchObject({ status: 403, body: { message: 'Membership has no visits left' } });
    expect(await held()).toMatchObject([{ visitsLeft: 0, endDate }]);
    expect(await standing()).toMatchObject({ status: 'expired', visitsLeft: 0, endDate });
  });

  test('its last visit lets the member in again within the settings’ minutes', async () => {
    await buyPack({ visit_limit: 1 });
    await checkIn();
    later(30);
    expect(await checkIn()).toMatchObject({ status: 201, body: { visitsLeft: 0 } });
    later(151);
    expect((await checkIn()).status).toBe(403);
  });

  test('the one that ends first is used first', async () => {
    const long = await buyPack({ access_duration_days: 200 });
    const short = await buyPack({ access_duration_days: 30, visit_limit: 1 });
    await setRepeat(0);
    await checkIn();
    expect([await left(short.id), await left(long.id)]).toEqual([0, 10]);
    await checkIn();
    expect([await left(short.id), await left(long.id)]).toEqual([0, 9]);
  });

  test('one whose term begins with its first visit is used after those that have begun', async () => {
    const waiting = await buyPack({ access_duration_days: 5, valid_from: 'first_visit' });
    const begun = await buyPack({ access_duration_days: 200 });
    await checkIn();
    expect([await left(waiting.id), await left(begun.id)]).toEqual([10, 9]);
  });

  test('is not used while a membership without a limit lets the member in', async () => {
    const pack = await buyPack();
    await gym.make.contactMembership(gym.contactId, { end_date: '2026-03-31' });
    expect((await checkIn()).body).not.toHaveProperty('visitsLeft');
    expect(await left(pack.id)).toBe(10);
    expect(await standing()).toMatchObject({ visitsLeft: null });
    await moveTo(new Date('2026-04-01T18:00:00Z'));
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 9 });
  });

  test('is used where the other membership is not valid', async () => {
    await buyPack();
    await gym.make.contactMembership(gym.contactId, { location_id: gym.otherLocationId });
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 9 });
  });

  test('of another location does not let anybody in, and keeps its visits', async () => {
    const id = await gym.make.contactMembership(gym.contactId, {
      location_id: gym.otherLocationId,
      billing_frequency: 'one_time',
      end_date: '2026-12-31',
      visit_limit: 3,
    });
    expect(await checkIn()).toMatchObject({
      status: 403,
      body: { message: 'Membership is not valid at this location' },
    });
    expect(await left(id)).toBe(3);
  });

  test('keeps its number of visits when its plan is changed or deleted', async () => {
    const planId = await createPack();
    await buy(planId);
    await gym.by.admin.put(`/memberships/${planId}`, { body: { visitLimit: 2 } });
    expect(await left()).toBe(10);
    await gym.by.admin.delete(`/memberships/${planId}`);
    expect((await checkIn()).body).toMatchObject({ visitsLeft: 9 });
  });

  test('cannot be frozen', async () => {
    const { id } = await buyPack();
    const body = { from: today, until: addDays(today, 9), reason: 'Away' };
    const { status } = await gym.by.admin.post(`/contacts/${gym.contactId}/memberships/${id}/freezes`, { body });
    expect(status).toBe(409);
  });

  test('that is refunded and ended lets nobody in, and undoing a visit does not change that', async () => {
    const { id } = await buyPack({ visit_limit: 1 });
    const first = await checkIn();
    const { body } = await gym.by.operator.get(`/invoices?locationId=${gym.locationId}`);
    const [{ invoice }] = body.invoices;
    const refund = { amount: invoice.total, destination: 'cash', reason: 'Moved', membership: 'end_now' };
    expect((await gym.by.manager.post(`/invoices/${invoice.id}/refunds`, { body: refund })).status).toBe(201);
    expect((await undo(first)).status).toBe(200);
    expect(await left(id)).toBe(1);
    expect((await checkIn()).status).toBe(403);
  });

  test('lets the member in until midnight by the location’s clock on its last day', async () => {
    await buyPack({ access_duration_days: 1 });
    await moveTo(new Date('2026-03-11T05:59:00Z'));
    expect((await checkIn()).status).toBe(201);
    await moveTo(new Date('2026-03-11T08:01:00Z'));
    expect(await checkIn()).toMatchObject({ status: 403, body: { message: 'Membership has expired' } });
  });
});

describe('a pack that is valid from its first visit', () => {
  const waiting = { valid_from: 'first_visit', access_duration_days: 30 };

  test('has no end until then, however late that is, and its term counts from that day', async () => {
    expect(await buyPack(waiting)).toMatchObject({ startDate: today, endDate: null, startsWithFirstVisit: true });
    await moveTo(new Date('2027-01-31T18:00:00Z'));
    expect((await checkIn()).status).toBe(201);
    expect(await held()).toMatchObject([
      { startDate: '2027-01-31', endDate: '2027-03-01', visitsLeft: 9, startsWithFirstVisit: false },
    ]);
    await moveTo(new Date('2027-03-02T18:00:00Z'));
    expect(await checkIn()).toMatchObject({ status: 403, body: { message: 'Membership has expired' } });
  });

  test('does not begin before the day for which it was sold', async () => {
    await buy(await createPack(waiting), addDays(today, 3));
    expect(await checkIn()).toMatchObject({ status: 403, body: { message: 'Membership has not started yet' } });
  });

  test('is open again when its only visit is undone, and not when another one is left', async () => {
    await buyPack(waiting);
    await moveTo(addHours(noon, 24));
    const first = await checkIn();
    await moveTo(addHours(noon, 27));
    const second = await checkIn();
    expect((await undo(first)).status).toBe(200);
    expect(await held()).toMatchObject([{ startDate: addDays(today, 1), visitsLeft: 9 }]);
    await undo(second);
    expect(await held()).toMatchObject([{ startDate: today, endDate: null, visitsLeft: 10 }]);
  });
});

describe('undoing a check-in', () => {
  test('gives the visit back, and the member has not been there', async () => {
    await buyPack({ visit_limit: 1 });
    const reply = await checkIn();
    expect(await undo(reply)).toMatchObject({ status: 200, body: { message: 'Check-in undone' } });
    expect(await left()).toBe(1);
    const { body } = await gym.by.operator.get(`/checkins?contactId=${gym.contactId}`);
    expect(body.pagination.total).toBe(0);
    expect((await undo(reply)).status).toBe(404);
    expect(await checkIn()).toMatchObject({ status: 201, body: { visitsLeft: 0 } });
  });

  test('gives nothing back for a check-in that used none', async () => {
    await buyPack();
    await checkIn();
    await undo(await checkIn());
    expect(await left()).toBe(9);
  });

  test('of the first of two check-ins of one visit leaves the visit to the other', async () => {
    await buyPack();
    const first = await checkIn();
    later(5);
    const second = await checkIn();
    await undo(first);
    expect(await left()).toBe(9);
    await undo(second);
    expect(await left()).toBe(10);
  });

  test('pressed twice at once gives one visit back', async () => {
    await buyPack();
    await setRepeat(0);
    const [reply] = [await checkIn(), await checkIn()];
    const replies = await Promise.all([undo(reply), undo(reply), undo(reply)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await left()).toBe(9);
  });

  test('is possible on its day by the location’s clock', async () => {
    await gym.make.contactMembership(gym.contactId);
    await moveTo(new Date('2026-03-11T05:30:00Z'));
    const reply = await checkIn();
    await moveTo(new Date('2026-03-11T05:59:00Z'));
    expect((await undo(reply)).status).toBe(200);
    const late = await checkIn();
    await moveTo(new Date('2026-03-11T06:01:00Z'));
    expect(await undo(late)).toMatchObject({
      status: 409,
      body: { message: 'A check-in can be undone on the same day only' },
    });
  });

  test('of a denied one is refused', async () => {
    expect(await undo(await checkIn())).toMatchObject({ status: 409 });
  });

  test.each([
    ['admin', 200],
    ['manager', 200],
    ['operator', 403],
    ['point_of_sale', 403],
  ] as const)('by %s: %i', async (level, expected) => {
    await buyPack();
    expect((await undo(await checkIn(), level)).status).toBe(expected);
  });

  test('of another company or without a token is refused', async () => {
    await buyPack();
    const { body } = await checkIn();
    const rival = await createPayingGym(server, stripe);
    expect((await rival.by.admin.delete(`/checkins/${body.checkin.id}`)).status).toBe(404);
    expect((await server.anonymous.delete(`/checkins/${body.checkin.id}`)).status).toBe(401);
    expect((await gym.by.manager.delete('/checkins/nonsense')).status).toBe(404);
    expect(await left()).toBe(9);
  });
});

describe('at once', () => {
  test('two doors and one last visit: one gets in', async () => {
    await setRepeat(0);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await buyPack({ visit_limit: 1 });
      const replies = await Promise.all([checkIn('North'), checkIn('South')]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 403]);
      expect(await left(id)).toBe(0);
    }
  });

  test('two doors within the settings’ minutes are one visit', async () => {
    await buyPack({ visit_limit: 1 });
    const replies = await Promise.all([checkIn('North'), checkIn('South')]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await left()).toBe(0);
  });

  test('a double press with the same key uses one visit', async () => {
    await buyPack();
    await setRepeat(0);
    const replies = await Promise.all(Array.from({ length: 5 }, () => checkIn('Front Desk', 'pressed')));
    expect(new Set(replies.map(({ body }) => body.checkin.id)).size).toBe(1);
    expect(await left()).toBe(9);
  });

  test('three visits and ten doors: three get in', async () => {
    await buyPack({ visit_limit: 2 });
    await buyPack({ visit_limit: 1, access_duration_days: 10 });
    await setRepeat(0);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, door) => checkIn(`Door ${door}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  });
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'a pack that is valid from its first visit begins on the day of that visit in %s, to the last millisecond, and ends with its last day',
  async (timezone) => {
    gym = await createPayingGym(server, stripe, { timezone });
    const pack = await buy(
      await createPack({ valid_from: 'first_visit', access_duration_days: 30 }),
      todayIn(timezone, noon),
    );
    const visit = async (day: string, time: string) => {
      await moveTo(instantAt(timezone, dayNumber(day), time));
      return (await checkIn()).status;
    };
    // 2028 has a February 29.
    expect(await visit('2028-01-31', '23:59:59.999')).toBe(201);
    expect((await held())[0]).toMatchObject({
      id: pack.id,
      startDate: '2028-01-31',
      endDate: '2028-02-29',
      visitsLeft: 9,
    });
    expect(await visit('2028-02-29', '23:59:59.999')).toBe(201);
    expect(await left()).toBe(8);
    expect(await visit('2028-03-01', '00:00:00.000')).toBe(403);
    expect(await left()).toBe(8);
  },
);
