import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

describe('GET /checkins', () => {
  test('lists newest first with the contact, filtered by result, searched by member name or e-mail', async () => {
    const alone = await createGym(server);
    const { contact, checkin } = builders(server, alone);
    const ann = await contact({ first_name: 'Ann', last_name: 'Oakley', email: 'ann@oak.test' });
    const bob = await contact({ first_name: 'Bob', last_name: '100%_sure', email: 'bob@oak.test' });
    await checkin(ann, { checkin_time: new Date('2026-01-05T10:00:00Z') });
    await checkin(bob, {
      checkin_time: new Date('2026-01-06T10:00:00Z'),
      access_granted: false,
      reason: 'Membership has expired',
    });
    const list = async (query: string) => {
      const { body } = await alone.by.point_of_sale.get(`/checkins?locationId=${alone.locationId}&${query}`);
      return body.checkins.map((row: { contact: { firstName: string } }) => row.contact.firstName);
    };
    expect(await list('')).toEqual(['Bob', 'Ann']);
    expect(await list('sortBy=contactFirstName&sortOrder=asc')).toEqual(['Ann', 'Bob']);
    expect(await list('accessGranted=granted')).toEqual(['Ann']);
    expect(await list('accessGranted=denied')).toEqual(['Bob']);
    expect(await list('search=oakl')).toEqual(['Ann']);
    expect(await list('search=OAK.TEST')).toEqual(['Bob', 'Ann']);
    expect(await list('search=%25_s')).toEqual(['Bob']);
    expect(await list('search=_%25')).toEqual([]);
  });

  test('pages do not overlap when the sorted values are equal', async () => {
    const alone = await createGym(server);
    const { contact, checkin } = builders(server, alone);
    const visitor = await contact();
    const time = new Date('2026-01-05T10:00:00Z');
    for (let index = 0; index < 25; index += 1) await checkin(visitor, { checkin_time: time });
    const ids = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { body } = await alone.by.operator.get(`/checkins?page=${page}&sortBy=accessGranted`);
      body.checkins.forEach((row: { checkin: { id: string } }) => ids.add(row.checkin.id));
      expect(body.pagination).toMatchObject({
        page,
        limit: 10,
        total: 25,
        totalPages: 3,
        hasNext: page < 3,
        hasPrev: page > 1,
      });
    }
    expect(ids.size).toBe(25);
  });

  test('for one contact it lists every visit at the accessible locations, and nobody else’s, newest first', async () => {
    const alone = await createGym(server);
    const { contact, checkin } = builders(server, alone);
    const [ann, bob] = [
      await contact({ first_name: 'Ann', last_name: 'Oakley' }),
      await contact({ first_name: 'Bob' }),
    ];
    const here = await checkin(ann, { checkin_time: new Date('2026-01-05T10:00:00Z') });
    const denied = await checkin(ann, {
      checkin_time: new Date('2026-01-06T10:00:00Z'),
      access_granted: false,
      reason: 'Membership has expired',
    });
    const there = await checkin(ann, {
      checkin_time: new Date('2026-01-07T10:00:00Z'),
      location_id: alone.otherLocationId,
    });
    await checkin(bob);
    const visits = async (level: 'admin' | 'operator' | 'point_of_sale', query = '') => {
      const { body } = await alone.by[level].get(`/checkins?contactId=${ann}${query}`);
      return {
        ids: body.checkins.map((row: { checkin: { id: string } }) => row.checkin.id),
        total: body.pagination.total,
      };
    };
    expect(await visits('admin')).toEqual({ ids: [there, denied, here], total: 3 });
    expect(await visits('operator')).toEqual({ ids: [denied, here], total: 2 });
    expect(await visits('point_of_sale')).toEqual({ ids: [denied, here], total: 2 });
    expect(await visits('admin', `&locationId=${alone.otherLocationId}`)).toEqual({ ids: [there], total: 1 });
    expect(await visits('operator', '&accessGranted=denied&limit=1')).toEqual({ ids: [denied], total: 1 });
    expect(await visits('operator', '&limit=1&page=2')).toEqual({ ids: [here], total: 2 });
    expect(await visits('admin', '&limit=2&page=2')).toEqual({ ids: [here], total: 3 });
    expect(await visits('admin', '&limit=1&page=9')).toEqual({ ids: [], total: 3 });
    expect(await visits('admin', '&sortBy=checkinTime&sortOrder=asc')).toEqual({
      ids: [here, denied, there],
      total: 3,
    });
    expect(await visits('admin', '&sortBy=accessGranted&sortOrder=asc')).toEqual({
      ids: [denied, here, there],
      total: 3,
    });
    expect(await visits('admin', '&sortBy=contactFirstName&sortOrder=asc')).toEqual({
      ids: [here, denied, there],
      total: 3,
    });
    expect(await visits('admin', '&search=oakl')).toEqual({ ids: [there, denied, here], total: 3 });
    expect(await visits('admin', '&search=bob')).toEqual({ ids: [], total: 0 });
  });

  test('for a contact without visits it is empty; for a deleted one it is 404, with or without visits', async () => {
    const { contact, checkin } = builders(server, gym);
    const [newcomer, gone] = [await contact(), await contact({ archived_at: new Date() })];
    const of = async (contactId: string) => (await gym.by.point_of_sale.get(`/checkins?contactId=${contactId}`)).status;
    const { body } = await gym.by.point_of_sale.get(`/checkins?contactId=${newcomer}`);
    expect({ ...body, pagination: body.pagination.total }).toEqual({ checkins: [], pagination: 0 });
    expect(await of(gone)).toBe(404);
    await checkin(gone);
    expect(await of(gone)).toBe(404);
  });
});

describe('GET /checkins/summary', () => {
  test('counts by the location’s own midnight, with zeros for a day without any', async () => {
    const alone = await createGym(server, { timezone: 'America/Los_Angeles' });
    const { contact, checkin } = builders(server, alone);
    const visitor = await contact();
    server.clock.now = new Date('2026-03-11T06:30:00Z');
    await checkin(visitor, { checkin_time: new Date('2026-03-10T06:59:00Z') });
    await checkin(visitor, { checkin_time: new Date('2026-03-10T07:01:00Z') });
    await checkin(visitor, { checkin_time: new Date('2026-03-11T06:29:00Z'), access_granted: false });
    const caller = await server.as(alone.users.operator);
    const { body } = await caller.get(`/checkins/summary?locationId=${alone.locationId}&days=3`);
    server.clock.now = new Date();
    expect(body.days).toEqual([
      { date: '2026-03-08', granted: 0, denied: 0 },
      { date: '2026-03-09', granted: 1, denied: 0 },
      { date: '2026-03-10', granted: 1, denied: 1 },
    ]);
  });

  test('for several locations the first and the last day are complete in each, even east of the first', async () => {
    const both = await createGym(server, { timezone: 'America/Los_Angeles' });
    await server.database.scoped([both.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: 'Asia/Tokyo' }).where('id', '=', both.otherLocationId).execute(),
    );
    const { contact, checkin } = builders(server, both);
    const visitor = await contact();
    const inTokyo = (at: string) => checkin(visitor, { checkin_time: new Date(at), location_id: both.otherLocationId });
    // It is the afternoon of 11 March in Tokyo, and still 10 March in Los Angeles.
    server.clock.now = new Date('2026-03-11T06:30:00Z');
    // Half past midnight of 9 March in Tokyo.
    await inTokyo('2026-03-08T15:30:00Z');
    await inTokyo('2026-03-11T06:00:00Z');
    await checkin(visitor, { checkin_time: new Date('2026-03-08T15:30:00Z') });
    await checkin(visitor, { checkin_time: new Date('2026-03-11T06:00:00Z') });
    const caller = await server.as(both.users.admin);
    const { body } = await caller.get('/checkins/summary?days=3');
    server.clock.now = new Date();
    expect(body.days).toEqual([
      { date: '2026-03-09', granted: 1, denied: 0 },
      { date: '2026-03-10', granted: 1, denied: 0 },
      { date: '2026-03-11', granted: 1, denied: 0 },
    ]);
  });
});
