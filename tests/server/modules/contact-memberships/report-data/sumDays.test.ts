import { expect, test } from 'vitest';
import { sumMemberDays } from '#server/modules/contact-memberships/index.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { readReport } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';
import { forgetMemberDays, expectMemberDays } from '#tests/support/trials/memberDays.ts';

const server = await sharedServer();
const { context } = server;

test('members are the same from the sums of finished days as from their history, where clocks change', () =>
  // Both change their clocks within these days, the first at midnight.
  expectMemberDays(server, ['America/Havana', 'Australia/Lord_Howe'], 1, 45));

/** A gym with ten members since September, of which three have left. */
async function memberGym() {
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  const gym = await createGym(server);
  const make = builders(server, gym);
  const people: string[] = [];
  const join = async (granted_at: Date, change = {}) => {
    const person = await make.contact();
    people.push(person);
    await make.contactMembership(person, { start_date: '2026-09-10', auto_renew: true, granted_at, ...change });
  };
  for (let index = 0; index < 10; index += 1)
    await join(
      new Date('2026-09-10T18:00:00Z'),
      index < 3 ? { end_date: '2026-10-09', auto_renew: false } : { end_date: '2027-09-09' },
    );
  const read = async () => {
    const { totals, series } = await readReport(gym.by.admin, 'memberships?groupBy=day&from=2026-09-01&to=2026-11-20');
    return { totals, series };
  };
  const live = async () => {
    await forgetMemberDays(server, gym.companyId);
    return read();
  };
  const through = () =>
    server.database.scoped([gym.companyId], async (tx) => {
      const day = await tx
        .selectFrom('finished_days')
        .select('through')
        .where('subject', '=', 'memberships')
        .executeTakeFirst();
      return day?.through;
    });
  return { gym, people, join, read, live, through };
}

test('two servers that sum at once count each day once', async () => {
  const { read, live, through } = await memberGym();
  await Promise.all([sumMemberDays(context), sumMemberDays(context)]);
  expect(await through()).toBe('2026-11-17');
  const summed = await read();
  expect(summed.totals).toMatchObject({ joined: 10, left: 3, atEnd: 7 });
  expect(await live()).toEqual(summed);
});

test('a member who joins in the past or is deleted reopens the days since then; a renewal reopens none', async () => {
  const { gym, people, join, read, live, through } = await memberGym();
  await sumMemberDays(context);
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('contact_memberships')
      .set({ end_date: '2028-09-09' })
      .where('contact_id', '=', people[5]!)
      .execute(),
  );
  expect(await through()).toBe('2026-11-17');
  await join(new Date('2026-10-20T18:00:00Z'), { end_date: '2027-10-19' });
  expect(await through()).toBe('2026-10-19');
  expect((await read()).totals).toMatchObject({ joined: 11, left: 3, atEnd: 8 });
  await sumMemberDays(context);
  expect(await through()).toBe('2026-11-17');
  await server.database.scoped([gym.companyId], (tx) =>
    tx.deleteFrom('contacts').where('id', '=', people[0]!).execute(),
  );
  expect(await through()).toBe('2026-09-09');
  const reopened = await read();
  expect(reopened.totals).toMatchObject({ joined: 10, left: 2, atEnd: 8 });
  await sumMemberDays(context);
  expect(await read()).toEqual(reopened);
  expect(await live()).toEqual(reopened);
});

test('a change in the past that is not committed yet is waited for', async () => {
  const { gym, people, read, live } = await memberGym();
  let summing: Promise<void> | undefined;
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx.deleteFrom('contacts').where('id', '=', people[0]!).execute();
    summing = sumMemberDays(context);
    await waitForBlockedQuery(tx);
  });
  await summing;
  const summed = await read();
  expect(summed.totals).toMatchObject({ joined: 9, left: 2 });
  expect(await live()).toEqual(summed);
});

test('a company sees its own sums only', async () => {
  const [{ gym }, other] = [await memberGym(), await memberGym()];
  await sumMemberDays(context);
  const companies = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('member_day_sums').select('company_id').distinct().execute(),
  );
  expect(companies).toEqual([{ company_id: gym.companyId }]);
  await expect(
    server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('member_day_sums').execute()),
  ).rejects.toThrow(/permission denied/);
  expect(other.gym.companyId).not.toBe(gym.companyId);
});
