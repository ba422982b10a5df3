import { describe, expect, test } from 'vitest';
import { daysBetween } from '#domain/shared/dates.ts';
import {
  groupLabel,
  listGroups,
  monthEnds,
  namedPeriod,
  periodBounds,
  comparedPeriod,
  usualComparison,
  getWeekday,
} from '#domain/reports/reportPeriods.ts';

describe('a named period lasts from its first day until today', () => {
  // A Sunday.
  test.each([
    ['today', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-21', '2026-11-21'],
    ['week', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-01', '2026-11-22'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['quarter', '2026-10-01', '2026-11-22'],
    ['year', '2026-01-01', '2026-11-22'],
  ] as const)('%s', (name, from, to) => {
    expect(namedPeriod(name, '2026-11-22')).toEqual({ from, to });
  });

  test.each([
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['week', '2026-11-16', '2026-11-16', '2026-11-16'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['quarter', '2026-04-01', '2026-04-01', '2026-04-01'],
  ] as const)('%s on %s', (name, today, from, to) => {
    expect(namedPeriod(name, today)).toEqual({ from, to });
  });
});

test.each([
  // The same number of days just before.
  ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
  ['2026-11-01', '2026-11-01', '2026-10-31', '2026-10-31'],
  ['2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
  ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['2026-11-05', '2026-12-04', '2026-10-06', '2026-11-04'],
  // A week until a day, with the week before until the same weekday.
  ['2026-11-16', '2026-11-19', '2026-11-09', '2026-11-12'],
  // A month until a day, with the same days of the month before.
  ['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-02', '2025-12-01', '2025-12-02'],
  // Whole months, with as many before.
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
  ['2026-10-01', '2026-11-30', '2026-08-01', '2026-09-30'],
  ['2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
  // A quarter and a year until a day.
  ['2026-10-01', '2026-11-26', '2026-07-01', '2026-08-26'],
  ['2026-01-01', '2026-11-26', '2025-01-01', '2025-11-26'],
  ['2024-01-01', '2024-05-30', '2023-01-01', '2023-05-30'],
])('%s to %s is compared with %s to %s', (from, to, before, last) => {
  expect(comparedPeriod({ from, to })).toEqual({ from: before, to: last });
});

test.each([
  ['2026-11-01', '2026-11-26', '2025-11-01', '2025-11-26'],
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ['2024-02-10', '2024-03-10', '2023-02-10', '2023-03-10'],
  ['2025-02-28', '2025-02-28', '2024-02-28', '2024-02-28'],
])('%s to %s of last year is %s to %s', (from, to, before, last) => {
  expect(comparedPeriod({ from, to }, 'year')).toEqual({ from: before, to: last });
});

// The first day of a week, month, quarter or year is one of them, and so is the first month of a quarter or year.
test.each([
  ['week', '2026-11-30', ['2026-11-23', '2026-11-23']],
  ['week', '2026-12-06', ['2026-11-23', '2026-11-29']],
  ['month', '2026-12-01', ['2026-11-01', '2026-11-01']],
  ['month', '2026-03-30', ['2026-02-01', '2026-02-28']],
  ['quarter', '2026-10-01', ['2026-07-01', '2026-07-01']],
  ['quarter', '2026-01-20', ['2025-10-01', '2025-10-20']],
  ['quarter', '2026-12-31', ['2026-07-01', '2026-09-30']],
  ['year', '2026-01-01', ['2025-01-01', '2025-01-01']],
  ['year', '2026-03-20', ['2025-01-01', '2025-03-20']],
  ['today', '2026-12-01', ['2026-11-30', '2026-11-30']],
  ['yesterday', '2026-12-02', ['2026-11-30', '2026-11-30']],
  ['last_month', '2026-12-01', ['2026-10-01', '2026-10-31']],
] as const)('%s on %s is compared with the one before up to the same day', (name, today, [from, to]) => {
  expect(comparedPeriod(namedPeriod(name, today), usualComparison(name))).toEqual({ from, to });
});

describe('groups of days', () => {
  test('weeks begin on Monday; the first and the last have only the days of the period', () => {
    expect(listGroups({ from: '2026-11-01', to: '2026-11-11' }, 'week')).toEqual([
      { key: '2026-10-26', from: '2026-11-01', to: '2026-11-01' },
      { key: '2026-11-02', from: '2026-11-02', to: '2026-11-08' },
      { key: '2026-11-09', from: '2026-11-09', to: '2026-11-11' },
    ]);
  });

  test.each(['day', 'week', 'month'] as const)('by %s they hold each day of two years once', (grouping) => {
    const groups = listGroups({ from: '2023-12-31', to: '2025-12-31' }, grouping);
    expect(groups.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0)).toBe(732);
    for (const [index, { from, to }] of groups.entries()) {
      expect(from <= to).toBe(true);
      if (index > 0) expect(daysBetween(groups[index - 1]?.to ?? '', from)).toBe(1);
    }
  });

  test.each([
    ['day', 'Nov 2, 2026'],
    ['week', 'Week of Nov 2, 2026'],
    ['month', 'Nov 2026'],
  ] as const)('are named by %s: %s', (grouping, label) => {
    expect(groupLabel('2026-11-02', grouping)).toBe(label);
  });
});

test.each([
  ['America/Denver', '2026-11-01', '2026-11-01', '2026-11-01T06:00:00.000Z', '2026-11-02T07:00:00.000Z'],
  ['America/Denver', '2026-03-08', '2026-03-08', '2026-03-08T07:00:00.000Z', '2026-03-09T06:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-28', '2026-09-26T12:00:00.000Z', '2026-09-28T11:00:00.000Z'],
  // The day begins at one in the morning.
  ['America/Havana', '2026-03-08', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
])('in %s the days from %s to %s are those between two midnights', (zone, from, to, since, before) => {
  const bounds = periodBounds(zone, { from, to });
  expect([bounds.since.toISOString(), bounds.before.toISOString()]).toEqual([since, before]);
});

test('the ends of this month and those after it', () => {
  expect(monthEnds('2026-11-30', 4)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']);
});

test.each([
  ['2026-11-16', 0],
  ['2026-11-22', 6],
  ['2023-12-31', 6],
  ['2024-02-29', 3],
])('%s is weekday %i from Monday', (day, weekday) => {
  expect(getWeekday(day)).toBe(weekday);
});
