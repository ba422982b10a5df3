import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#domain/shared/dates.ts';
import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';
import {
  boughtTerm,
  followingPeriod,
  graceUntil,
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
    const restarted = restartedTerm(term, '2026-03-10');
    expect(restarted).toMatchObject({ contractEndDate: null, countedFrom: '2026-03-10' });
    expect([nextEnd(restarted), nextEnd({ ...restarted, endDate: '2026-04-09' })]).toEqual([
      '2026-04-09',
      '2026-05-09',
    ]);
    expect(nextEnd(restartedTerm(term, '2026-08-31'))).toBe('2026-09-29');
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
    expect(restartedTerm({ ...term, ...change, contractEndDate }, '2026-03-10').contractEndDate).toBe(expected);
  });

  test('may be followed by a freeze, which moves its end', () => {
    expect(nextEnd({ ...restartedTerm(term, '2026-03-10'), frozenDays: 7 })).toBe('2026-04-16');
  });
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

describe('the period that follows the paid days: first start + months - 1 day + all frozen days', () => {
  test.each([
    ['monthly from January 31', { endDate: '2026-02-27' }, '2026-03-30', 31],
    ['with ten frozen days', { frozenDays: 10, endDate: '2026-03-09' }, '2026-04-09', 31],
    [
      'yearly from a leap day',
      { billingFrequency: 'annually', startDate: '2024-02-29', endDate: '2027-02-27' },
      '2028-02-28',
      366,
    ],
    ['monthly, after a year that was billed before', { earlierMonths: 12, endDate: '2027-01-30' }, '2027-02-27', 28],
    [
      'yearly, after three months that were billed before',
      { billingFrequency: 'annually', earlierMonths: 3, endDate: '2026-04-29' },
      '2027-04-29',
      365,
    ],
    ['after days without access', { countedFrom: '2026-03-10', endDate: '2026-02-27' }, '2026-04-09', 31],
    [
      'after access that was ended: the rest of its period, which has its days',
      { endDate: '2026-03-09' },
      '2026-03-30',
      31,
    ],
  ] as const)('%s', (_case, change, lastDay, days) => {
    const term = { billingFrequency: 'monthly', startDate: '2026-01-31', ...change } as const;
    expect(followingPeriod(term, 2)).toMatchObject({ period: 2, lastDay, days });
    expect(nextEnd(term)).toBe(lastDay);
  });

  test.each([
    ['a plan without periods', { billingFrequency: 'one_time', endDate: '2026-02-27' }],
    ['a term without an end', { billingFrequency: 'monthly', endDate: null }],
  ] as const)('%s has none', (_case, change) => {
    expect(followingPeriod({ startDate: '2026-01-31', ...change }, 2)).toBeNull();
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
        planned: { type: 'no_contract', billingFrequency: 'monthly' },
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
