import { describe, expect, test } from 'vitest';
import {
  closedTerm,
  freezeLengthRefusal,
  freezeOn,
  freezeStartRefusal,
  frozenDays,
  frozenDaysWithin,
  longestUntil,
  plannedFreezeRefusal,
  settledTerm,
  type Freeze,
} from '#domain/contact-memberships/freezes.ts';

const freeze = (from: string, until: string | null, longest = until ?? '2026-12-31'): Freeze => ({
  from,
  until,
  longestUntil: longest,
});
const limits = { freezeMinDays: 7, freezeMaxDays: 90, freezeDaysPerYear: 120 };

describe('frozen days', () => {
  test.each([
    ['one day is frozen on that day', [freeze('2026-03-10', '2026-03-10')], 1],
    ['both ends count', [freeze('2026-03-10', '2026-03-19')], 10],
    ['over a leap day', [freeze('2028-02-28', '2028-03-01')], 3],
    ['over both clock changes', [freeze('2026-03-01', '2026-11-30')], 275],
    ['several add up', [freeze('2026-01-01', '2026-01-07'), freeze('2026-03-01', '2026-03-07')], 14],
    ['an open one counts when it ends', [freeze('2026-03-10', null)], 0],
  ])('%s', (_case, freezes, days) => {
    expect(frozenDays(freezes)).toBe(days);
  });

  test.each([
    ['inside', '2026-01-01', '2026-12-31', 10],
    ['cut at the start', '2026-03-15', '2026-12-31', 5],
    ['cut at the end', '2026-01-01', '2026-03-12', 3],
    ['its first day alone', '2026-01-01', '2026-03-10', 1],
    ['its last day alone', '2026-03-19', '2026-12-31', 1],
    ['outside', '2026-03-20', '2026-12-31', 0],
  ])('within a period: %s', (_case, from, to, days) => {
    expect(frozenDaysWithin([freeze('2026-03-10', '2026-03-19')], from, to)).toBe(days);
  });
});

test.each([
  ['the day before', '2026-03-09', false],
  ['the first day', '2026-03-10', true],
  ['the last day', '2026-03-19', true],
  ['the day after', '2026-03-20', false],
])('a freeze holds on both of its ends: %s', (_case, day, holds) => {
  expect(freezeOn([freeze('2026-03-10', '2026-03-19')], day) !== undefined).toBe(holds);
});

describe('a term with an open freeze', () => {
  const term = {
    endDate: '2026-03-31',
    contractEndDate: '2026-12-31',
    freezes: [freeze('2026-03-10', null, '2026-03-19')],
  };

  test('is as it was on the longest day', () => {
    expect(settledTerm(term, '2026-03-19')).toEqual(term);
  });

  test('has its ends moved on the day after', () => {
    expect(settledTerm(term, '2026-03-20')).toEqual({
      endDate: '2026-04-10',
      contractEndDate: '2027-01-10',
      freezes: [freeze('2026-03-10', '2026-03-19')],
    });
  });

  test('is closed by a cancellation: the open one lasts its longest, a planned one is dropped', () => {
    const planned = {
      ...term,
      endDate: '2026-04-07',
      contractEndDate: null,
      freezes: [...term.freezes, freeze('2026-03-25', '2026-03-31')],
    };
    expect(closedTerm(planned, '2026-03-12')).toEqual({
      endDate: '2026-04-10',
      contractEndDate: null,
      freezes: [freeze('2026-03-10', '2026-03-19')],
    });
    expect(closedTerm({ ...planned, frozenDays: 7 }, '2026-03-09')).toEqual({
      endDate: '2026-03-31',
      contractEndDate: null,
      frozenDays: 0,
      freezes: [],
    });
  });
});

describe('where a freeze may begin', () => {
  const term = { startDate: '2026-03-01', endDate: '2026-03-31' };
  test.each([
    [
      'before the membership starts',
      '2026-02-28',
      'The membership starts on Mar 1, 2026. A freeze cannot begin before that.',
    ],
    ['on its first day', '2026-03-01', null],
    ['on the last paid day', '2026-03-31', null],
    ['after it', '2026-04-01', 'A freeze begins on or before the last paid day, Mar 31, 2026'],
  ])('%s', (_case, from, refusal) => {
    expect(freezeStartRefusal(from, term)).toBe(refusal);
  });
});

describe('how long a freeze may last', () => {
  const year = [freeze('2026-01-01', '2026-03-31')];
  test.each([
    ['the shortest', freeze('2026-05-01', '2026-05-07'), [], null],
    ['a day less', freeze('2026-05-01', '2026-05-06'), [], 'A freeze lasts at least 7 days'],
    ['the longest', freeze('2026-05-01', '2026-07-29'), [], null],
    ['a day more', freeze('2026-05-01', '2026-07-30'), [], 'A freeze lasts at most 90 days'],
    ['an open one to its longest day', freeze('2026-05-01', null, longestUntil('2026-05-01', limits)), [], null],
    ['all that is left of the year', freeze('2026-05-01', '2026-05-30'), year, null],
    [
      'a day more than that',
      freeze('2026-05-01', '2026-05-31'),
      year,
      'A membership is frozen for at most 120 days in twelve months, and 30 are left',
    ],
    ['with one from more than twelve months ago', freeze('2027-04-01', '2027-06-29'), year, null],
    [
      'with one that reaches into the twelve months',
      freeze('2027-02-28', '2027-05-28'),
      year,
      'A membership is frozen for at most 120 days in twelve months, and 88 are left',
    ],
    [
      'on the last day of another',
      freeze('2026-03-31', '2026-04-10'),
      year,
      'There is another freeze from Jan 1, 2026 to Mar 31, 2026',
    ],
    ['on the day after another', freeze('2026-04-01', '2026-04-10'), year, null],
  ])('%s', (_case, wanted, others, refusal) => {
    expect(freezeLengthRefusal(wanted, others, limits)).toBe(refusal);
  });

  test('without limits it only must not overlap', () => {
    expect(freezeLengthRefusal(freeze('2026-05-01', '2027-05-01'), year, null)).toBeNull();
    expect(freezeLengthRefusal(freeze('2026-02-01', '2026-02-01'), year, null)).not.toBeNull();
  });
});

describe('planned freezes', () => {
  const [begun, planned] = [freeze('2026-03-10', '2026-03-12'), freeze('2026-04-20', '2026-04-30')];
  const refusal = (end: string) =>
    `The freeze from Apr 20, 2026 would begin after the last paid day, ${end}. Change or undo it first.`;
  test.each([
    ['begins on the last day that is paid without it', [planned], '2026-05-01', null],
    ['begins on the day after', [planned], '2026-04-30', refusal('Apr 19, 2026')],
    ['has one before it, which moved the end', [begun, planned], '2026-05-01', null],
    ['has another after it', [planned, freeze('2026-05-01', '2026-05-07')], '2026-05-08', null],
    [
      'has another after it, whose days do not count',
      [planned, freeze('2026-05-01', '2026-05-07')],
      '2026-05-07',
      refusal('Apr 19, 2026'),
    ],
    ['is open: it moves the end when it ends', [freeze('2026-04-20', null)], '2026-04-20', null],
    ['has begun', [begun], '2026-03-01', null],
    ['of a membership without an end', [planned], null, null],
  ])('%s', (_case, freezes, end, expected) => {
    expect(plannedFreezeRefusal(freezes, end, '2026-03-11')).toBe(expected);
  });
});
