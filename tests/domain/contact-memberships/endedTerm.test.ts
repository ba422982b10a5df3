import { expect, test } from 'vitest';
import { movePeriods } from '#domain/contact-memberships/endedTerm.ts';

const periods = ['2026-11-30', '2026-12-31', '2027-01-31'].map((lastDay, index) => ({
  period: index + 1,
  lastDay,
  days: 30,
  accessEndedOn: null,
}));
const freeze = (from: string, until: string | null) => ({ from, until, longestUntil: until ?? '2027-03-31' });
const twoWeeks = freeze('2026-11-15', '2026-11-28');
const open = freeze('2026-12-10', null);

test.each([
  [
    'that begins in one of them moves its end and the later ones',
    [],
    [twoWeeks],
    ['2026-12-14', '2027-01-14', '2027-02-14'],
  ],
  [
    'of the last day moves that day',
    [],
    [freeze('2026-11-30', '2026-11-30')],
    ['2026-12-01', '2027-01-01', '2027-02-01'],
  ],
  [
    'after all of them moves none',
    [],
    [freeze('2027-02-01', '2027-02-09')],
    ['2026-11-30', '2026-12-31', '2027-01-31'],
  ],
  [
    'that is open moves them when it ends',
    [open],
    [freeze('2026-12-10', '2026-12-19')],
    ['2026-11-30', '2027-01-10', '2027-02-10'],
  ],
  [
    'that is shortened moves them back',
    [twoWeeks],
    [freeze('2026-11-15', '2026-11-21')],
    ['2026-11-23', '2026-12-24', '2027-01-24'],
  ],
])('a freeze %s', (_what, before, after, ends) => {
  expect(movePeriods(periods, before, after).map(({ lastDay }) => lastDay)).toEqual(ends);
});

test('of two freezes that are removed, each moves back the ends that it moved', () => {
  const both = [twoWeeks, freeze('2026-12-05', '2026-12-11')];
  expect(movePeriods(movePeriods(movePeriods(periods, [], both.slice(0, 1)), [], both.slice(1)), both, [])).toEqual(
    periods,
  );
});
