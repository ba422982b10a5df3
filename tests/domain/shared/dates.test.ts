import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeZones } from '#domain/shared/timeZones.ts';
import {
  addDays,
  addMonths,
  beginsAt,
  dayIn,
  daysBetween,
  endOfDay,
  hasBegun,
  hasPassed,
  isCalendarDate,
  lastDays,
  passedAt,
  startOfDay,
  todayIn,
} from '#domain/shared/dates.ts';

const hourMs = 3_600_000;
const yearAround2027 = Array.from({ length: 400 }, (_, day) => addDays('2026-12-15', day));
const getHours = (zone: string, date: string) =>
  (endOfDay(zone, date).getTime() - startOfDay(zone, date).getTime()) / hourMs;

/** The days of 23 and of 25 hours in 2027, by each zone's law. */
const changes: Record<(typeof timeZones)[number], [string, string] | null> = {
  'America/New_York': ['2027-03-14', '2027-11-07'],
  'America/Chicago': ['2027-03-14', '2027-11-07'],
  'America/Denver': ['2027-03-14', '2027-11-07'],
  'America/Los_Angeles': ['2027-03-14', '2027-11-07'],
  'America/Phoenix': null,
  'America/Anchorage': ['2027-03-14', '2027-11-07'],
  'Pacific/Honolulu': null,
  'Europe/London': ['2027-03-28', '2027-10-31'],
  'Europe/Paris': ['2027-03-28', '2027-10-31'],
  'Asia/Tokyo': null,
  'Asia/Shanghai': null,
  'Australia/Sydney': ['2027-10-03', '2027-04-04'],
};

describe.each(timeZones)('A business day in %s', (zone) => {
  test('has 24 hours, but for both of 2027’s clock changes', () => {
    const odd = yearAround2027.map((date) => [date, getHours(zone, date)] as const).filter(([, hours]) => hours !== 24);
    const expected = changes[zone] === null ? [] : [[changes[zone][0], 23] as const, [changes[zone][1], 25] as const];
    expect(odd).toEqual(expected.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

  test('begins at the first instant that reads its date, and not a millisecond before', () => {
    for (const date of yearAround2027) {
      const start = startOfDay(zone, date);
      expect(dayIn(zone, start)).toBe(date);
      expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(date, -1));
      expect(start.toLocaleTimeString('en-GB', { timeZone: zone })).toBe('00:00:00');
    }
  });

  test('any instant lies between its day’s start and end', () => {
    const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2190-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        const date = dayIn(zone, instant);
        expect(startOfDay(zone, date).getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(endOfDay(zone, date).getTime()).toBeGreaterThan(instant.getTime());
      }),
    );
  });
});

describe('Where a zone’s clocks change at midnight itself', () => {
  test('a day that begins at 01:00 begins when the day before is over', () => {
    expect(startOfDay('America/Sao_Paulo', '2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(getHours('America/Sao_Paulo', '2018-11-04')).toBe(23);
  });

  test('a midnight that comes twice counts the first time', () => {
    expect(startOfDay('America/Havana', '2027-11-07').toISOString()).toBe('2027-11-07T04:00:00.000Z');
    expect(getHours('America/Havana', '2027-11-07')).toBe(25);
  });
});

test('today is that of the location’s time zone', () => {
  const now = new Date('2026-03-11T03:00:00Z');
  expect(timeZones.map((zone) => todayIn(zone, now).slice(-2)).join(' ')).toBe('10 10 10 10 10 10 10 11 11 11 11 11');
});

test('the last 7 days end with today, the clock change among them', () => {
  expect(lastDays('America/Denver', new Date('2027-03-16T05:30:00Z'), 7)).toEqual([
    '2027-03-09',
    '2027-03-10',
    '2027-03-11',
    '2027-03-12',
    '2027-03-13',
    '2027-03-14',
    '2027-03-15',
  ]);
});

describe('Calendar dates', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-05-31', 60, '2031-05-31'],
  ])('%s and %d months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  const days = fc.integer({ min: -40_000, max: 40_000 });

  test('days added and taken away again are where they began, as far apart as they were added', () => {
    fc.assert(
      fc.property(days, days, (start, count) => {
        const date = addDays('2027-01-01', start);
        expect(addDays(addDays(date, count), -count)).toBe(date);
        expect(daysBetween(date, addDays(date, count))).toBe(count);
      }),
    );
  });

  test('months added keep the day of the month or are the month’s last day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 600 }), (start, months) => {
        const date = addDays('2027-01-01', start);
        const later = addMonths(date, months);
        const kept = later.slice(8) === date.slice(8);
        expect(kept || (later.slice(8) < date.slice(8) && addDays(later, 1).slice(8) === '01')).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('%j is a day: %s', (text, isDay) => {
    expect(isCalendarDate(text)).toBe(isDay);
  });
});

test('a date-only end is the end of that day in the location’s time zone, a timestamp is itself', () => {
  expect(passedAt('America/Denver', '2027-03-14').toISOString()).toBe('2027-03-15T06:00:00.000Z');
  expect(passedAt('America/Denver', '2027-03-14T10:00:00Z').toISOString()).toBe('2027-03-14T10:00:00.000Z');
  expect(beginsAt('America/Denver', '2027-03-14').toISOString()).toBe('2027-03-14T07:00:00.000Z');
  expect(beginsAt('America/Denver', '2027-03-14T10:00:00Z').toISOString()).toBe('2027-03-14T10:00:00.000Z');
});

test('an end has passed and a start has begun at the very instant of its midnight, in each zone and across clock changes', () => {
  const zone = fc.constantFrom(...timeZones);
  const day = fc.constantFrom(...yearAround2027);
  const near = fc.integer({ min: -2, max: 2 });
  fc.assert(
    fc.property(zone, day, near, fc.boolean(), (place, date, milliseconds, isTimestamp) => {
      const [start, end] = [startOfDay(place, date), endOfDay(place, date)];
      const [begins, ends] = isTimestamp ? [start.toISOString(), end.toISOString()] : [date, date];
      const at = (instant: Date) => new Date(instant.getTime() + milliseconds);
      expect(hasBegun(place, begins, at(start))).toBe(beginsAt(place, begins) <= at(start));
      expect(hasPassed(place, ends, at(end))).toBe(passedAt(place, ends) <= at(end));
    }),
  );
});
