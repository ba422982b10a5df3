import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from '#domain/shared/dates.ts';
import { listGroups } from '#domain/reports/reportPeriods.ts';
import { selectDays } from '#server/modules/reports/windows.ts';

const compiler = new Kysely<never>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('Nothing is asked here')) }),
});

/** Zones that skip midnight, have it twice, or skip a whole day. */
test.each([
  ['UTC', '1969-12-30', '1970-01-04'],
  ['Asia/Kathmandu', '1985-12-30', '1986-01-03'],
  ['America/Denver', '2026-01-01', '2026-12-31'],
  ['Australia/Lord_Howe', '2026-03-30', '2026-10-10'],
  ['America/Havana', '2026-01-01', '2026-12-31'],
  ['Asia/Beirut', '2026-03-20', '2026-11-05'],
  ['Africa/Cairo', '2026-04-01', '2026-11-05'],
  ['Pacific/Apia', '2011-12-27', '2012-01-03'],
  ['Africa/Casablanca', '2026-02-10', '2026-03-25'],
  ['America/Nuuk', '2026-03-20', '2026-11-01'],
])('each day in %s begins at its first moment and ends where the next one begins', (timezone, from, to) => {
  const days = listGroups({ from, to }, 'day').map(({ key }) => key);
  const { parameters } = selectDays(
    [
      { id: 'a', timezone },
      { id: 'b', timezone: 'Asia/Tokyo' },
    ],
    { from, to },
  ).compile(compiler);
  expect(parameters).toEqual([
    ['a'],
    days,
    days.map((day) => startOfDay(timezone, day)),
    days.map((day) => endOfDay(timezone, day)),
    ['b'],
    days,
    days.map((day) => new Date(`${day}T00:00:00+09:00`)),
    days.map((day) => new Date(`${day}T24:00:00+09:00`)),
  ]);
});
