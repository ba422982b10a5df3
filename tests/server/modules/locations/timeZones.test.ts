import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allTimeZones } from '#domain/shared/timeZones.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { readReport } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

test('PostgreSQL knows every time zone that is offered', async () => {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(server.database.unscoped);
  const known = new Set(rows.map(({ name }) => name));
  expect(allTimeZones().filter((zone) => !known.has(zone))).toEqual([]);
});

test('a gym in Nepal is added as such', async () => {
  const body = { companyId: gym.companyId, name: 'Patan', timezone: 'Asia/Kathmandu', country: 'Nepal' };
  expect(await gym.by.admin.post('/locations', { body })).toMatchObject({
    status: 201,
    body: { location: { timezone: 'Asia/Kathmandu', country: 'Nepal' } },
  });
});

// The server's own list has it; the bundled database's has not.
test('a time zone that only the database does not know is refused with words', async () => {
  const timezone = 'US/Pacific-New';
  expect(await gym.by.admin.put(`/locations/${gym.locationId}`, { body: { timezone } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('The database does not know') },
  });
});

// One moment before and one after midnight, by the local clock: in summer time, with three quarters of an hour, after the half hour of Lord Howe's, in the
// hour back of Ramadan, and where the last hour of the day is skipped.
test.each([
  ['Europe/Berlin', '2026-07-10T21:59:00Z', '2026-07-10', '2026-07-10T22:01:00Z', '2026-07-11'],
  ['Asia/Kathmandu', '2026-07-10T18:14:00Z', '2026-07-10', '2026-07-10T18:16:00Z', '2026-07-11'],
  ['Australia/Lord_Howe', '2026-10-03T13:29:00Z', '2026-10-03', '2026-10-03T13:31:00Z', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-10-04T12:59:00Z', '2026-10-04', '2026-10-04T13:01:00Z', '2026-10-05'],
  ['Africa/Casablanca', '2026-02-15T23:59:00Z', '2026-02-15', '2026-02-16T00:01:00Z', '2026-02-16'],
  ['America/Nuuk', '2026-03-29T00:59:00Z', '2026-03-28', '2026-03-29T01:01:00Z', '2026-03-29'],
])(
  'a gym in %s has its own today, check-ins and report days around %s',
  async (timezone, before, dayBefore, after, dayAfter) => {
    const caller = await server.as(gym.users.admin);
    const { status, body } = await caller.post('/locations', {
      body: { companyId: gym.companyId, name: timezone, timezone, country: 'Other' },
    });
    expect(status).toBe(201);
    const { id } = body.location;
    const make = builders(server, { companyId: gym.companyId, locationId: id });
    const contact = await make.contact();
    for (const moment of [before, after]) await make.checkin(contact, { checkin_time: new Date(moment) });
    for (const [moment, day] of [
      [before, dayBefore],
      [after, dayAfter],
    ] as const) {
      server.clock.now = new Date(moment);
      const admin = await server.as(gym.users.admin);
      const today = await admin.get(`/reports/today?locationId=${id}`);
      expect(today).toMatchObject({ status: 200 });
      expect(JSON.stringify(today.body)).toContain(`"date":"${day}"`);
      const summary = await admin.get(`/checkins/summary?locationId=${id}&days=1`);
      expect(summary.body.days).toMatchObject([{ date: day, granted: 1 }]);
      const report = await readReport(admin, `attendance?locationId=${id}&from=${day}&to=${day}`);
      expect(report.totals.granted).toBe(1);
    }
  },
);
