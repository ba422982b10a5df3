import { beforeEach, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Member = Awaited<ReturnType<MembersGym['bought']>>;

/** The last day and the days of each. */
const periods = async ({ id }: Member) =>
  (
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('membership_periods')
        .select(['last_day', 'days'])
        .where('contact_membership_id', '=', id)
        .orderBy('period')
        .execute(),
    )
  ).map(({ last_day, days }) => [last_day, days]);

const freeze = async (member: Member, from: string, until: string) =>
  expect((await member.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);

test('what was bought is the first period, and each renewal is one', async () => {
  const member = await gym.bought('2026-11-01');
  expect(await periods(member)).toEqual([['2026-11-30', 30]]);
  gym.setClock('2026-11-30');
  await gym.renew();
  expect(await periods(member)).toEqual([
    ['2026-11-30', 30],
    ['2026-12-31', 31],
  ]);
});

test('a freeze moves the ends on and after its first day, and no earlier one', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-30');
  await gym.renew();
  gym.setClock('2026-12-05');
  await freeze(member, '2026-12-05', '2026-12-14');
  expect(await periods(member)).toEqual([
    ['2026-11-30', 30],
    ['2027-01-10', 31],
  ]);
});

test('a period that was billed and is not paid yet moves with a freeze of the one before', async () => {
  const member = await gym.bought('2026-11-01', { autoRenew: false });
  expect((await member.call('put', 'renewal', { autoRenew: true, by: 'manual' })).status).toBe(200);
  gym.setClock('2026-11-28');
  await gym.renew();
  await freeze(member, '2026-11-29', '2026-12-08');
  expect(await periods(member)).toEqual([
    ['2026-12-10', 30],
    ['2027-01-10', 31],
  ]);
});

test('a period keeps its last day when its access is ended by a refund at Stripe', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  await gym.refundWhole(0);
  expect((await member.row()).endDate).toBe('2026-11-09');
  expect(await periods(member)).toEqual([['2026-11-30', 30]]);
});
