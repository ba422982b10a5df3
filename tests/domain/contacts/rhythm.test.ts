import { expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { driftText, findDrift } from '#domain/contacts/rhythm.ts';

const today = '2026-11-26';
const visits = (count: number, first: number, last: number) => ({
  count,
  first: addDays(today, -first),
  last: addDays(today, -last),
});

test.each([
  ['3 a week, away for 12 days', visits(24, 68, 12), { perWeek: 3, days: 12 }],
  ['daily, away for 10 days', visits(50, 60, 10), { perWeek: 7, days: 10 }],
  ['daily, away for 9 days', visits(50, 60, 9), null],
  ['once a week, away for 20 days', visits(7, 68, 20), null],
  ['once a week, away for 21 days', visits(7, 69, 21), { perWeek: 1, days: 21 }],
  ['three visits only', visits(3, 40, 30), null],
  ['four visits in four days, then away for 10', visits(4, 13, 10), null],
  ['four visits in four days, then away for 11', visits(4, 14, 11), { perWeek: 2, days: 11 }],
  ['here today', visits(20, 60, 0), null],
])('%s', (_what, days, expected) => {
  expect(findDrift(days, today)).toEqual(expected);
});

test('a drift is told as it was and as it is', () => {
  expect(driftText({ perWeek: 3, days: 12 })).toBe('3 a week, now 0 for 12 days');
});
