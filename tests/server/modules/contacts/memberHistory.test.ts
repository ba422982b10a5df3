import { beforeEach, expect, test } from 'vitest';
import type { MemberHistory } from '#domain/contacts/contract.ts';
import { addDays } from '#domain/shared/dates.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;
const today = '2026-11-20';
const ago = (days: number) => addDays(today, -days);

const server = await sharedServer();
beforeEach(async () => {
  // 20:00 of November 20 in Denver.
  server.clock.now = new Date('2026-11-21T03:00:00Z');
  gym = await createGym(server);
  make = builders(server, gym);
});

const history = async (level: keyof Gym['by'] = 'point_of_sale', more = '') => {
  const { status, body } = await gym.by[level].get(`/contacts/member-history?locationId=${gym.locationId}${more}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.days as MemberHistory;
};
const counts = async () => (await history()).map(({ members }) => members);
const bought = (day: string) => new Date(`${day}T18:00:00Z`);

test('a new gym had no members on any of the last seven days, today last', async () => {
  const days = await history();
  expect(days.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(ago));
  expect(days.every(({ members }) => members === 0)).toBe(true);
  expect(await history('operator', '&days=2')).toHaveLength(2);
});

test.each<[string, { start: string; granted: string; more?: object }, number[]]>([
  ['lasts', { start: ago(40), granted: ago(40) }, [1, 1, 1, 1, 1, 1, 1]],
  ['was bought three days ago', { start: ago(3), granted: ago(3) }, [0, 0, 0, 1, 1, 1, 1]],
  ['was bought two days ago and begins later', { start: addDays(today, 9), granted: ago(2) }, [0, 0, 0, 0, 1, 1, 1]],
  ['was recorded yesterday and began before', { start: ago(40), granted: ago(1) }, [1, 1, 1, 1, 1, 1, 1]],
  ['ended two days ago', { start: ago(40), granted: ago(40), more: { end_date: ago(2) } }, [1, 1, 1, 1, 1, 0, 0]],
  [
    'ended two days ago and has a day of grace',
    { start: ago(40), granted: ago(40), more: { end_date: ago(2), auto_renew: true, grace_days: 1 } },
    [1, 1, 1, 1, 1, 1, 0],
  ],
  [
    'was canceled for yesterday',
    { start: ago(40), granted: ago(40), more: { end_date: addDays(today, 20), cancels_on: ago(1) } },
    [1, 1, 1, 1, 1, 1, 0],
  ],
  [
    'is suspended',
    { start: ago(40), granted: ago(40), more: { access_enabled: false, end_date: ago(3) } },
    [1, 1, 1, 1, 1, 1, 1],
  ],
])('one whose membership %s', async (_what, { start, granted, more }, expected) => {
  await make.contactMembership(await make.contact(), { start_date: start, granted_at: bought(granted), ...more });
  expect(await counts()).toEqual(expected);
});

test('people are counted once, with a gap between two memberships, and not when they are archived or never paid', async () => {
  const twice = await make.contact();
  await make.contactMembership(twice, { start_date: ago(40), granted_at: bought(ago(40)), end_date: ago(5) });
  await make.contactMembership(twice, { start_date: ago(2), granted_at: bought(ago(2)) });
  await make.contactMembership(twice, { start_date: ago(1), granted_at: bought(ago(1)) });
  await make.contactMembership(await make.contact({ archived_at: new Date() }), {
    start_date: ago(40),
    granted_at: bought(ago(40)),
  });
  await make.contactMembership(await make.contact(), { start_date: ago(40), granted_at: null });
  expect(await counts()).toEqual([1, 1, 0, 0, 1, 1, 1]);
});

test('today’s number is that of the list, and each day’s that of an independent count', async () => {
  let seed = 5;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const terms: { person: number; from: string; to: string }[] = [];
  for (let person = 0; person < 25; person += 1) {
    const contactId = await make.contact();
    for (let count = random(3); count >= 0; count -= 1) {
      const [start, granted] = [ago(random(20)), ago(random(20))];
      const end = addDays(start, random(14));
      await make.contactMembership(contactId, { start_date: start, granted_at: bought(granted), end_date: end });
      terms.push({ person, from: start < granted ? start : granted, to: end });
    }
  }
  const days = await history();
  expect(days.map(({ members }) => members)).toEqual(
    days.map(
      ({ date }) =>
        new Set(terms.filter(({ from, to }) => from <= date && date <= to).map(({ person }) => person)).size,
    ),
  );
  const { body } = await gym.by.operator.get(`/contacts?memberFilter=members&limit=1&locationId=${gym.locationId}`);
  expect(days.at(-1)?.members).toBe(body.pagination.total);
});
