import { expect, test } from 'vitest';
import { clockTime, isWithinHours, toMinutes, type AccessHours } from '#domain/doors/accessHours.ts';

const zone = 'America/Denver';
const at = (from: string, to: string, ...weekdays: number[]): AccessHours => ({
  weekdays,
  from: toMinutes(from),
  to: toMinutes(to),
});
const offPeak = at('10:00', '16:00', 1, 2, 3, 4, 5);
const night = at('22:00', '06:00', 5);

test.each([
  ['no hours at all', [], '2026-03-10T03:00:00Z', true],
  ['their first minute', [offPeak], '2026-03-10T16:00:00Z', true],
  ['the second before', [offPeak], '2026-03-10T15:59:59Z', false],
  ['their last second', [offPeak], '2026-03-10T21:59:59Z', true],
  ['their end', [offPeak], '2026-03-10T22:00:00Z', false],
  ['another weekday', [offPeak], '2026-03-14T18:00:00Z', false],
  ['a second row', [offPeak, at('08:00', '20:00', 6)], '2026-03-14T18:00:00Z', true],
  ['Friday night', [night], '2026-03-14T04:30:00Z', true],
  ['the morning after', [night], '2026-03-14T11:59:00Z', true],
  ['the end of the morning after', [night], '2026-03-14T12:00:00Z', false],
  ['Friday morning', [night], '2026-03-13T11:00:00Z', false],
  ['Sunday night lasts into Monday', [at('22:00', '06:00', 7)], '2026-03-16T09:00:00Z', true],
  ['a whole day', [at('00:00', '00:00', 2)], '2026-03-11T05:59:00Z', true],
  ['a whole day is over at midnight', [at('00:00', '00:00', 2)], '2026-03-11T06:00:00Z', false],
  // At two the clocks go to three.
  ['the hour before the clocks go forward', [at('01:00', '02:30', 7)], '2026-03-08T08:59:00Z', true],
  ['the hour that is skipped ends them', [at('01:00', '02:30', 7)], '2026-03-08T09:00:00Z', false],
  // At two the clocks go back to one.
  ['an hour that comes twice, at first', [at('01:00', '02:00', 7)], '2026-11-01T07:30:00Z', true],
  ['an hour that comes twice, again', [at('01:00', '02:00', 7)], '2026-11-01T08:30:00Z', true],
  ['after the second time', [at('01:00', '02:00', 7)], '2026-11-01T09:00:00Z', false],
] as [string, AccessHours[], string, boolean][])('%s', (_case, hours, now, expected) => {
  expect(isWithinHours(hours, zone, new Date(now))).toBe(expected);
});

test('the location’s clock counts', () => {
  const now = new Date('2026-03-10T18:00:00Z');
  expect([isWithinHours([offPeak], zone, now), isWithinHours([offPeak], 'Asia/Kathmandu', now)]).toEqual([true, false]);
});

test('times as text', () => {
  expect([clockTime(0), clockTime(605), toMinutes('23:59')]).toEqual(['00:00', '10:05', 1439]);
});
