import { describe, expect, test } from 'vitest';
import {
  checkinTimeText,
  dateTimeText,
  dayRangeText,
  dayText,
  longDate,
  momentText,
  periodText,
  shortDate,
} from '#domain/shared/dateText.ts';

const stamp = '2026-01-05T22:04:00.000Z';

describe('Dates are in short US format', () => {
  test.each([
    [stamp, 'America/Denver', 'Jan 5, 2026'],
    [stamp, 'Asia/Tokyo', 'Jan 6, 2026'],
    ['2026-01-05', 'Asia/Tokyo', 'Jan 5, 2026'],
    ['2026-01-05', 'Pacific/Honolulu', 'Jan 5, 2026'],
    [new Date(stamp), 'America/Denver', 'Jan 5, 2026'],
  ])('%s in %s is %s', (value, zone, text) => {
    expect(shortDate(value, zone)).toBe(text);
  });

  test.each([['soon'], ['2026-02-30'], ['2026-13-01T00:00:00Z'], ['2026-02-30T00:00:00Z'], [''], [null], [undefined]])(
    'an unparseable date, %j, is Invalid Date',
    (value) => {
      expect([shortDate, longDate, checkinTimeText, dateTimeText].map((text) => text(value, 'America/Denver'))).toEqual(
        Array(4).fill('Invalid Date'),
      );
    },
  );
});

test('the check-in time is like Jan 5, 3:04 PM, with plain spaces', () => {
  expect(checkinTimeText(stamp, 'America/Denver')).toBe('Jan 5, 3:04 PM');
  expect(checkinTimeText('2026-01-05T07:05:00Z', 'America/Denver')).toBe('Jan 5, 12:05 AM');
});

test('the long format names the month in full', () => {
  expect(longDate(stamp, 'America/Denver')).toBe('January 5, 2026');
  expect(dateTimeText(stamp, 'America/Denver')).toBe('Jan 5, 2026, 3:04 PM');
});

test.each([
  ['2026-11-30', 'Nov 30'],
  ['2026-01-05', 'Jan 5'],
  ['2027-01-05', 'Jan 5, 2027'],
  ['2025-12-31', 'Dec 31, 2025'],
])('%s is said as %s in 2026', (day, text) => {
  expect(dayText(day, '2026-11-22')).toBe(text);
});

test.each([
  [stamp, '2026-12-31', 'Jan 5, 3:04 PM'],
  [stamp, '2027-01-02', 'Jan 5, 2026, 3:04 PM'],
  ['2027-01-01T06:59:00Z', '2026-12-31', 'Dec 31, 11:59 PM'],
  ['2027-01-01T06:59:00Z', '2027-01-01', 'Dec 31, 2026, 11:59 PM'],
])('a moment of another year than today has its year: %s on %s is %s', (moment, today, text) => {
  expect(momentText(moment, 'America/Denver', today)).toBe(text);
});

test.each([
  ['2026-11-29', '2026-12-28', 'Nov 29 to Dec 28, 2026'],
  ['2026-12-29', '2027-01-28', 'Dec 29, 2026 to Jan 28, 2027'],
])('a period from %s through %s is %s', (from, through, text) => {
  expect(periodText(from, through)).toBe(text);
});

test.each([
  ['2026-11-01', '2026-11-30', 'Nov 1 – Nov 30, 2026'],
  ['2026-12-29', '2027-01-28', 'Dec 29, 2026 – Jan 28, 2027'],
  ['2026-11-01', '2026-11-01', 'Nov 1, 2026'],
])('a range of days names its year once where it is one: %s to %s', (from, to, text) => {
  expect(dayRangeText(from, to)).toBe(text);
});
