import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nextEnd,
  type RenewingTerm,
  isLeftToStaff,
  isUnbilled,
  periodToBill,
  type UnbilledTerm,
} from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';

const term = (change: Partial<UnbilledTerm> = {}): UnbilledTerm => ({
  billingFrequency: 'monthly',
  startDate: '2026-05-01',
  endDate: '2026-10-31',
  contractEndDate: null,
  autoRenew: true,
  cancelsOn: null,
  planned: null,
  accessEnabled: true,
  graceDays: null,
  freezes: [],
  ...change,
});

describe('the period that is billed follows the paid days without a gap, or is the one that runs today', () => {
  test.each([
    ['on the last paid day', {}, '2026-10-31', '2026-11-01', '2026-11-30', 0],
    ['eight days late', {}, '2026-11-09', '2026-11-01', '2026-11-30', 0],
    ['on the last day of that period', {}, '2026-11-30', '2026-11-01', '2026-11-30', 0],
    ['31 days late', {}, '2026-12-01', '2026-12-01', '2026-12-31', 1],
    ['92 days late', { endDate: '2026-08-31' }, '2026-11-24', '2026-11-01', '2026-11-30', 2],
    [
      'in the rhythm of the first start, over a short month',
      { startDate: '2027-01-31', endDate: '2027-02-27' },
      '2027-04-05',
      '2027-03-31',
      '2027-04-29',
      1,
    ],
    ['yearly', { billingFrequency: 'annually', startDate: '2025-11-01' }, '2027-02-01', '2026-11-01', '2027-10-31', 0],
    [
      'yearly, a year late',
      { billingFrequency: 'annually', startDate: '2024-11-01', endDate: '2025-10-31' },
      '2027-02-01',
      '2026-11-01',
      '2027-10-31',
      1,
    ],
    [
      'counted again from a day after days without access',
      { countedFrom: '2026-12-10' },
      '2026-12-12',
      '2026-12-10',
      '2027-01-09',
      0,
    ],
    [
      'after a freeze of ten days',
      { frozenDays: 10, endDate: '2026-11-10' },
      '2026-12-20',
      '2026-12-11',
      '2027-01-10',
      1,
    ],
  ] as const)('%s', (_case, change, today, from, through, skipped) => {
    expect(periodToBill(term(change), today)).toEqual({ from, through, skipped });
  });

  test('a plan without periods has none', () => {
    expect(periodToBill(term({ billingFrequency: 'one_time' }), '2026-11-09')).toBeNull();
  });
});

describe('a membership is unbilled when its paid days are over, it renews and nobody was asked', () => {
  test.each([
    ['the day after', {}, '2026-11-01', true],
    ['on the last paid day', {}, '2026-10-31', false],
    ['without renewal', { autoRenew: false }, '2026-11-01', false],
    ['without access', { accessEnabled: false }, '2026-11-01', false],
    ['after a decline', { graceDays: 3 }, '2026-11-01', false],
    ['canceled for today', { cancelsOn: '2026-11-05' }, '2026-11-05', false],
    ['canceled for later', { cancelsOn: '2026-11-30' }, '2026-11-05', true],
    ['when the contract is over', { contractEndDate: '2026-11-30' }, '2026-12-01', false],
    [
      'when another plan follows the contract',
      {
        contractEndDate: '2026-10-31',
        planned: { type: 'no_contract', billingFrequency: 'monthly' },
      },
      '2026-12-01',
      true,
    ],
    [
      'while frozen',
      { freezes: [{ from: '2026-10-20', until: null, longestUntil: '2026-12-20' }] },
      '2026-11-01',
      false,
    ],
  ] as const)('%s', (_case, change, today, expected) => {
    expect(isUnbilled(term(change), today)).toBe(expected);
  });

  test.each([
    ['2026-12-01', false],
    ['2026-12-02', true],
  ])('and is left to staff after more than 31 days: on %s %s', (today, expected) => {
    expect(isLeftToStaff(term(), today)).toBe(expected);
  });
});

test('the period that runs today is the one that stepping from end to end finds', () => {
  const stepped = (of: RenewingTerm, today: CalendarDate) => {
    let from = addDays(of.endDate ?? '', 1);
    let through = nextEnd(of);
    let skipped = 0;
    for (; through !== null && through < today; skipped += 1) {
      from = addDays(through, 1);
      through = nextEnd({ ...of, endDate: through });
    }
    return through === null ? null : { from, through, skipped };
  };
  const days = (max: number) => fc.integer({ min: 0, max });
  fc.assert(
    fc.property(
      fc.constantFrom('monthly' as const, 'annually' as const, 'one_time' as const),
      days(2_000),
      days(1_000),
      days(3_000),
      days(40),
      fc.constantFrom(0, 1, 5),
      (billingFrequency, start, paid, off, frozenDays, earlierMonths) => {
        const startDate = addDays('2020-01-01', start);
        const endDate = addDays(startDate, paid);
        const of = term({
          billingFrequency,
          startDate,
          endDate,
          frozenDays,
          earlierMonths,
        });
        const today = addDays(endDate, off);
        expect(periodToBill(of, today)).toEqual(stepped(of, today));
      },
    ),
    { numRuns: 500 },
  );
});
