import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#domain/shared/dates.ts';
import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';
import { changedTerm } from '#domain/contact-memberships/planChangeTerms.ts';
import {
  boughtTerm,
  endedBefore,
  graceUntil,
  monthsThrough,
  nextEnd,
  paidAhead,
  periodEnd,
  renewalDate,
  renewedEnd,
  restartedTerm,
  type RenewingTerm,
} from '#domain/contact-memberships/billingPeriods.ts';

const monthly: PlanTerms = { type: 'no_contract', billingFrequency: 'monthly' };
const yearly: PlanTerms = { type: 'no_contract', billingFrequency: 'annually' };
const pass = (accessDurationDays: number): PlanTerms => ({
  type: 'no_contract',
  billingFrequency: 'one_time',
  accessDurationDays,
});

describe('What a bought membership runs to', () => {
  test.each([
    ['a one-day pass ends on the day it starts', pass(1), '2026-03-15', '2026-03-15', null],
    ['thirty days over a leap February', pass(30), '2028-02-15', '2028-03-15', null],
    ['monthly from 15 March runs to 14 April', monthly, '2026-03-15', '2026-04-14', null],
    ['monthly from 31 January runs to 27 February', monthly, '2026-01-31', '2026-02-27', null],
    ['monthly from 31 January of a leap year runs to 28 February', monthly, '2028-01-31', '2028-02-28', null],
    ['annually from 29 February', yearly, '2028-02-29', '2029-02-27', null],
    [
      'a contract closes its length',
      { ...monthly, type: 'contract', contractLengthMonths: 12 },
      '2026-01-31',
      '2026-02-27',
      '2027-01-30',
    ],
    [
      'a length without a contract closes nothing',
      { ...monthly, contractLengthMonths: 12 },
      '2026-03-15',
      '2026-04-14',
      null,
    ],
  ] as [string, PlanTerms, string, string, string | null][])('%s', (_case, plan, start, endDate, contractEndDate) => {
    expect(boughtTerm(plan, start)).toEqual({ endDate, contractEndDate });
  });
});

describe('Each paid renewal moves endDate on by one period', () => {
  const term = {
    billingFrequency: 'monthly',
    startDate: '2026-01-31',
    endDate: '2026-02-27',
    contractEndDate: null,
  } as const;

  test('counted from the first start: 27 February, 30 March, 29 April', () => {
    const march = renewedEnd(term);
    expect(march).toBe('2026-03-30');
    expect(renewedEnd({ ...term, endDate: march })).toBe('2026-04-29');
  });

  test('renewals stop at the contract’s end', () => {
    expect(renewedEnd({ ...term, contractEndDate: '2026-03-30' })).toBe('2026-03-30');
    expect(renewedEnd({ ...term, endDate: '2026-03-30', contractEndDate: '2026-03-30' })).toBeNull();
  });

  test('one-time plans and terms without an end do not renew', () => {
    expect(renewedEnd({ ...term, billingFrequency: 'one_time' })).toBeNull();
    expect(renewedEnd({ ...term, endDate: null })).toBeNull();
  });

  test.each(['monthly', 'annually'] as const)(
    '%s: each period begins the day after the one before, none twice',
    (billingFrequency) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 3000 }), (offset) => {
          const startDate = addDays('2026-01-01', offset);
          const step = billingFrequency === 'monthly' ? 1 : 12;
          let end = boughtTerm({ type: 'no_contract', billingFrequency }, startDate).endDate;
          for (let period = 2; period <= 26; period += 1) {
            end = renewedEnd({ billingFrequency, startDate, endDate: end, contractEndDate: null });
            expect(addDays(end ?? '', 1)).toBe(addMonths(startDate, period * step));
          }
        }),
      );
    },
  );

  test('a contract of n months is renewed n - 1 times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 60 }), (offset, months) => {
        const startDate = addDays('2026-01-01', offset);
        const bought = boughtTerm(
          { type: 'contract', contractLengthMonths: months, billingFrequency: 'monthly' },
          startDate,
        );
        let renewals = 0;
        let end = bought.endDate;
        for (; end !== null; renewals += 1)
          end = renewedEnd({ billingFrequency: 'monthly', startDate, ...bought, endDate: end });
        expect(renewals - 1).toBe(months - 1);
      }),
    );
  });
});

test.each([
  ['the first month is what was bought', 'monthly', '2026-01-31', 1, '2026-02-27'],
  ['the second is counted from the first start', 'monthly', '2026-01-31', 2, '2026-03-30'],
  ['a year', 'annually', '2028-02-29', 4, '2032-02-28'],
  ['a pass has no periods', 'one_time', '2026-01-31', 1, null],
] as const)('The last day of a period: %s', (_case, billingFrequency, startDate, period, expected) => {
  expect(periodEnd({ billingFrequency, startDate }, period)).toBe(expected);
});

describe('a period that is paid after the grace period', () => {
  const term = {
    billingFrequency: 'monthly',
    startDate: '2026-01-31',
    endDate: '2026-02-27',
    contractEndDate: null,
  } as const;

  test('begins on the day of payment, and the ones after it follow', () => {
    const restarted = restartedTerm(term, 2, '2026-03-10');
    expect(restarted).toMatchObject({ endDate: '2026-04-09', contractEndDate: null, countedFrom: '2026-03-10' });
    expect([renewedEnd(restarted), periodEnd(restarted, 4)]).toEqual(['2026-05-09', '2026-06-09']);
    expect(restartedTerm(term, 2, '2026-08-31').endDate).toBe('2026-09-29');
  });

  test.each([
    ['two of three months', {}, '2026-04-29', '2026-05-09'],
    ['with the days of earlier freezes', { frozenDays: 10, endDate: '2026-03-09' }, '2026-05-09', '2026-05-09'],
    ['the last month', { endDate: '2026-03-30' }, '2026-04-29', '2026-04-09'],
    [
      'the rest of two years after one',
      { billingFrequency: 'annually', endDate: '2027-01-30' },
      '2028-01-30',
      '2027-03-09',
    ],
  ] as const)('leaves a contract as long as it was: %s', (_case, change, contractEndDate, expected) => {
    expect(restartedTerm({ ...term, ...change, contractEndDate }, 2, '2026-03-10').contractEndDate).toBe(expected);
  });

  test('leaves the earlier ones where they were', () => {
    const freezes = [
      { from: '2026-02-10', until: '2026-02-14', longestUntil: '2026-02-14' },
      { from: '2026-03-20', until: '2026-03-20', longestUntil: '2026-03-20' },
    ];
    const paid = { ...term, endDate: '2026-04-05', frozenDays: 6, freezes };
    const ended = [
      { endedOn: '2026-03-04', days: 28 },
      { endedOn: '2026-04-05', days: 31 },
    ];
    const restarted = restartedTerm(paid, 3, '2026-04-20');
    expect(restarted.endedPeriods).toEqual(ended);
    const year = changedTerm(restarted, { type: 'no_contract', billingFrequency: 'annually' }, 4);
    const annual: Parameters<typeof restartedTerm>[0] = { ...restarted, ...year, billingFrequency: 'annually' };
    const [again, shortened] = [
      restartedTerm(annual, 5, '2027-06-01'),
      restartedTerm({ ...annual, endDate: '2027-01-01' }, 5, '2027-06-01'),
    ];
    const month = { endedOn: '2026-05-19', days: 30 };
    expect(again.endedPeriods).toEqual([...ended, month, { endedOn: '2027-05-19', days: 365 }]);
    expect(shortened.endedPeriods).toEqual([...ended, month, { endedOn: '2027-01-01', days: 365 }]);
    expect([1, 3, 5].map((period) => periodEnd(again, period))).toEqual(['2026-03-04', '2026-05-19', '2028-05-31']);
    expect(endedBefore(again, 3)).toEqual(ended);
  });

  test('may be followed by a freeze, which moves its end', () => {
    expect(periodEnd({ ...restartedTerm(term, 2, '2026-03-10'), frozenDays: 7 }, 2)).toBe('2026-04-16');
  });
});

test.each([
  ['a period under the plan before', 2, 2],
  ['the last one under it', 3, 3],
  ['the first under the new one', 4, 15],
])('periods before a change from months to years keep their length: %s', (_case, period, months) => {
  expect(
    monthsThrough(
      {
        billingFrequency: 'annually',
        startDate: '2026-01-31',
        earlierMonths: 3,
        earlierPeriods: 3,
        earlierEnds: [1, 2, 3],
      },
      period,
    ),
  ).toBe(months);
});

describe('paid days, counted back in periods', () => {
  const term = { billingFrequency: 'monthly', startDate: '2026-01-31', endDate: '2026-03-30' } as const;
  test.each([
    ['the whole period', term, 31, { wholePeriods: 0, daysLeft: 31, periodDays: 31, months: 2, periodMonths: 1 }],
    ['its last day', term, 1, { wholePeriods: 0, daysLeft: 1, periodDays: 31, months: 2, periodMonths: 1 }],
    [
      'a period that is paid ahead',
      term,
      32,
      { wholePeriods: 1, daysLeft: 1, periodDays: 28, months: 1, periodMonths: 1 },
    ],
    [
      'a year',
      { ...term, billingFrequency: 'annually', endDate: '2027-01-30' },
      100,
      { wholePeriods: 0, daysLeft: 100, periodDays: 365, months: 12, periodMonths: 12 },
    ],
    [
      'an end that a refund brought forward',
      { ...term, endDate: '2026-03-20' },
      5,
      { wholePeriods: 0, daysLeft: 5, periodDays: 31, months: 2, periodMonths: 1 },
    ],
  ] as const)('%s', (_case, held, days, expected) => {
    expect(paidAhead(held, days)).toEqual(expected);
  });
});

describe('the end of period k: first start + k periods - 1 day + all frozen days', () => {
  test.each([
    ['monthly from January 31', { startDate: '2026-01-31' }, 2, '2026-03-30'],
    ['with ten frozen days', { startDate: '2026-01-31', frozenDays: 10 }, 2, '2026-04-09'],
    ['yearly from a leap day', { billingFrequency: 'annually', startDate: '2024-02-29' }, 4, '2028-02-28'],
    [
      'monthly, after a year that was billed before',
      { startDate: '2026-01-31', earlierMonths: 12, earlierPeriods: 1 },
      2,
      '2027-02-27',
    ],
    [
      'yearly, after three months that were billed before',
      { billingFrequency: 'annually', startDate: '2026-01-31', earlierMonths: 3, earlierPeriods: 3 },
      4,
      '2027-04-29',
    ],
  ] as const)('%s', (_case, billing, period, end) => {
    expect(periodEnd({ billingFrequency: 'monthly', ...billing }, period)).toBe(end);
  });

  test('and the one after it follows', () => {
    const frozen = { billingFrequency: 'monthly', startDate: '2026-01-31', frozenDays: 10 } as const;
    expect(nextEnd({ ...frozen, endDate: '2026-03-09' })).toBe('2026-04-09');
  });
});

describe('the renewal date', () => {
  const term: RenewingTerm = {
    billingFrequency: 'monthly',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    contractEndDate: null,
    autoRenew: true,
    cancelsOn: null,
    planned: null,
  };
  test.each([
    ['is the last paid day', {}, '2026-11-30'],
    ['is none without renewal', { autoRenew: false }, null],
    ['is none when it is canceled by then', { cancelsOn: '2026-11-30' }, null],
    ['is there while the last day is later', { cancelsOn: '2026-12-05' }, '2026-11-30'],
    ['is none at a contract’s end', { contractEndDate: '2026-11-30' }, null],
    [
      'unless the plan changes with it',
      {
        contractEndDate: '2026-11-30',
        planned: { plan: { type: 'no_contract', billingFrequency: 'monthly' }, period: 2 },
      },
      '2026-11-30',
    ],
    ['is none for a one-time plan', { billingFrequency: 'one_time' }, null],
  ] as const)('%s', (_case, change, day) => {
    expect(renewalDate({ ...term, ...change })).toBe(day);
  });

  test('the grace period follow the last paid day', () => {
    expect(graceUntil('2026-11-30', 3)).toBe('2026-12-03');
  });
});
