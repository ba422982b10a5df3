import { addDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { sumCheckinDays } from '#server/modules/checkins/index.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { numbers } from '#tests/support/ledger.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const { context } = server;
const hourMs = 3_600_000;

/** Around the clock change of November 1, in a time zone with a quarter of an hour. */
async function visitedGym(timezone: string) {
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  const gym = await createGym(server, { timezone });
  const contactId = await builders(server, gym).contact();
  const { int, chance, pick } = numbers(7);
  const visit = (time: number) => ({
    id: uuid(),
    company_id: gym.companyId,
    location_id: pick([gym.locationId, gym.otherLocationId]),
    contact_id: contactId,
    checkin_time: new Date(time),
    access_granted: chance(0.8),
    reason: pick([null, 'Membership has expired', 'Membership access is suspended']),
    created_by: null,
  });
  const add = (count: number) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('checkins')
        .values(Array.from({ length: count }, () => visit(server.clock.now.getTime() - int(0, 40 * 24 * hourMs))))
        .execute(),
    );
  const remove = (count: number) =>
    server.database.scoped([gym.companyId], async (tx) => {
      const rows = await tx.selectFrom('checkins').select('id').orderBy('checkin_time').limit(count).execute();
      const ids = rows.map(({ id }) => id);
      await tx.deleteFrom('checkins').where('id', 'in', ids).execute();
    });
  const read = async () => {
    const admin = await server.as(gym.users.admin);
    const responses = await Promise.all(
      ['day', 'week', 'month'].flatMap((groupBy) =>
        ['from=2026-10-15&to=2026-11-20', 'from=2026-11-01&to=2026-11-10', 'from=2026-11-18&to=2026-11-20'].map(
          (days) => admin.get(`/reports/attendance?groupBy=${groupBy}&${days}`),
        ),
      ),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    return responses.map(({ body }) => body.report);
  };
  return { gym, add, remove, read };
}

test.each(['America/Denver', 'Asia/Kathmandu'])(
  'attendance in %s is the same from the sums of finished days as from the check-ins, also after late ones and deletions',
  async (timezone) => {
    const [summed, live] = [await visitedGym(timezone), await visitedGym(timezone)];
    for (const { add } of [summed, live]) await add(400);
    const before = await summed.read();
    await sumCheckinDays(context);
    await server.database.acrossCompanies(async (tx) => {
      for (const table of ['finished_days', 'checkin_hour_sums'] as const)
        await tx.deleteFrom(table).where('company_id', '=', live.gym.companyId).execute();
    });
    expect(await summed.read()).toEqual(before);
    for (const { add, remove } of [summed, live]) {
      await add(100);
      await remove(150);
    }
    expect(await summed.read()).toEqual(await live.read());
    const sums = await server.database.scoped([summed.gym.companyId], (tx) =>
      tx.selectFrom('checkin_hour_sums').select('visits').execute(),
    );
    expect(sums.filter(({ visits }) => visits < 0)).toHaveLength(150);
  },
);

test('attendance of days that a clock that was ahead took for finished counts the check-ins that came after it was right again', async () => {
  const [wrong, live] = [await visitedGym('America/Denver'), await visitedGym('America/Denver')];
  for (const { add } of [wrong, live]) await add(100);
  await sumCheckinDays({ ...context, clock: () => addDays(server.clock.now, 10) });
  await sumCheckinDays(context);
  await server.database.acrossCompanies(async (tx) => {
    for (const table of ['finished_days', 'checkin_hour_sums'] as const)
      await tx.deleteFrom(table).where('company_id', '=', live.gym.companyId).execute();
  });
  for (const { add } of [wrong, live]) await add(300);
  expect(await wrong.read()).toEqual(await live.read());
});
