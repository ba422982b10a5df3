import { expect, test } from 'vitest';
import { daysUntilNow, computeUsual, weeksOfHistory } from '#server/modules/reports/usualDay.ts';

const times = (zone: string, now: string) =>
  daysUntilNow(zone, new Date(now)).map(({ date, since, until, before }) =>
    [date, since, until, before].map((part) => (part instanceof Date ? part.toISOString().slice(0, 16) : part)),
  );

test('today, and the same weekday of four weeks until the same time by the clock of the location', () => {
  expect(times('America/Denver', '2026-11-20T19:30:00Z')).toEqual([
    ['2026-11-20', '2026-11-20T07:00', '2026-11-21T07:00', '2026-11-21T07:00'],
    ['2026-11-13', '2026-11-13T07:00', '2026-11-13T19:30', '2026-11-14T07:00'],
    ['2026-11-06', '2026-11-06T07:00', '2026-11-06T19:30', '2026-11-07T07:00'],
    // Daylight saving time.
    ['2026-10-30', '2026-10-30T06:00', '2026-10-30T18:30', '2026-10-31T06:00'],
    ['2026-10-23', '2026-10-23T06:00', '2026-10-23T18:30', '2026-10-24T06:00'],
  ]);
});

test.each([
  [
    'the day on which the clock is set forward',
    'America/Denver',
    '2026-03-08T18:00:00Z',
    ['2026-03-08T07:00', '2026-03-09T06:00', '2026-03-09T06:00'],
    ['2026-03-01T07:00', '2026-03-01T19:00', '2026-03-02T07:00'],
  ],
  [
    'a time that a week ago the clock skipped',
    'America/Denver',
    '2026-03-15T08:30:00Z',
    ['2026-03-15T06:00', '2026-03-16T06:00', '2026-03-16T06:00'],
    ['2026-03-08T07:00', '2026-03-08T09:30', '2026-03-09T06:00'],
  ],
  [
    'shortly after midnight far from Greenwich',
    'Pacific/Auckland',
    '2026-11-20T11:10:00Z',
    ['2026-11-20T11:00', '2026-11-21T11:00', '2026-11-21T11:00'],
    ['2026-11-13T11:00', '2026-11-13T11:10', '2026-11-14T11:00'],
  ],
])('%s', (_what, zone, now, today, before) => {
  const [first, second] = times(zone, now).map(([, ...rest]) => rest);
  expect([first, second]).toEqual([today, before]);
});

test.each([
  [[], 0],
  [[0], 0],
  [[0, 1], 1],
  [[1, 4], 4],
  [[3], 3],
])('with something in the weeks %o, %d count', (weeks, count) => {
  expect(weeksOfHistory(weeks)).toBe(count);
});

test('usual is the mean, and unknown without a week', () => {
  expect(computeUsual(10, 4)).toBe(2.5);
  expect(computeUsual(0, 2)).toBe(0);
  expect(computeUsual(0, 0)).toBeNull();
});
