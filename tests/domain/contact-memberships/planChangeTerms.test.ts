import { describe, expect, test } from 'vitest';
import { planChangeBody } from '#domain/contact-memberships/actionsContract.ts';
import { nextEnd, paidAhead } from '#domain/contact-memberships/billingPeriods.ts';
import {
  changedTerm,
  contractFromNow,
  paidDaysLeft,
  planDifferenceCents,
  type ChangingTerm,
} from '#domain/contact-memberships/planChangeTerms.ts';

test('a plan change takes the dearest plan’s difference with its tax as the total that was shown', () => {
  const change = { membershipId: '0198c0de-0000-7000-8000-000000000001', when: 'now' };
  const withTax = 2 * 999_999.99;
  expect(planChangeBody.parse({ ...change, expectedTotal: withTax }).expectedTotal).toBe(withTax);
  expect(planChangeBody.safeParse({ ...change, expectedTotal: 21_474_836.48 }).success).toBe(false);
});

describe('a changed plan', () => {
  const monthly = {
    billingFrequency: 'monthly',
    startDate: '2026-01-31',
    endDate: '2026-03-04',
    frozenDays: 5,
  } as const;
  test.each([
    ['to a year', { type: 'no_contract', billingFrequency: 'annually' }, 1, null],
    ['to a contract', { type: 'contract', billingFrequency: 'monthly', contractLengthMonths: 6 }, 0, '2026-09-04'],
    [
      'a length without a contract',
      { type: 'no_contract', billingFrequency: 'monthly', contractLengthMonths: 6 },
      0,
      null,
    ],
  ] as const)('%s', (_case, plan, earlierMonths, contractEndDate) => {
    expect(changedTerm(monthly, plan)).toEqual({ earlierMonths, contractEndDate });
  });

  test('twice: months are counted on from the first start', () => {
    const toMonths = { type: 'no_contract', billingFrequency: 'monthly' } as const;
    const toYears = { type: 'no_contract', billingFrequency: 'annually' } as const;
    const quarter = { billingFrequency: 'monthly', startDate: '2026-01-31', endDate: '2026-04-29' } as const;
    const yearly = { ...quarter, ...changedTerm(quarter, toYears), billingFrequency: 'annually' } as const;
    expect(nextEnd(yearly)).toBe('2027-04-29');
    const paid = { ...yearly, endDate: '2027-04-29' };
    const again = { ...paid, ...changedTerm(paid, toMonths), billingFrequency: 'monthly' } as const;
    expect([yearly.earlierMonths, again.earlierMonths, nextEnd(again)]).toEqual([3, 15, '2027-05-30']);
  });

  test('after access that was ended within a month: with that month', () => {
    const ended = { billingFrequency: 'monthly', startDate: '2026-01-31', endDate: '2026-03-09' } as const;
    expect(changedTerm(ended, { type: 'no_contract', billingFrequency: 'annually' }).earlierMonths).toBe(1);
  });
});

describe('a plan that changes within the paid period', () => {
  const november = {
    billingFrequency: 'monthly',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    freezes: [],
  } as const;
  const frozen = {
    ...november,
    endDate: '2026-12-10',
    frozenDays: 10,
    freezes: [{ from: '2026-11-10', until: '2026-11-19', longestUntil: '2026-11-19' }],
  };
  const difference = (term: ChangingTerm, old: number, changed: number, today: string) =>
    planDifferenceCents(old, changed, paidAhead(term, paidDaysLeft(term, today)));

  test.each([
    ['on its first day costs the whole difference', november, 3_000, 6_000, '2026-11-01', 3_000],
    ['before it begins as well', november, 3_000, 6_000, '2026-10-20', 3_000],
    ['on its last day costs one of thirty', november, 3_000, 6_000, '2026-11-30', 100],
    ['on the sixteenth costs fifteen of thirty', november, 3_000, 6_000, '2026-11-16', 1_500],
    ['half a cent rounds up', november, 1_000, 1_001, '2026-11-16', 1],
    ['less than half a cent rounds down', november, 1_000, 1_001, '2026-11-17', 0],
    ['a lower price costs nothing', november, 6_000, 3_000, '2026-11-01', 0],
    ['nothing is left after it', november, 3_000, 6_000, '2026-12-01', 0],
    [
      'in February it costs by its 28 days',
      { ...november, startDate: '2027-02-01', endDate: '2027-02-28' },
      3_000,
      5_800,
      '2027-02-15',
      1_400,
    ],
    ['frozen days are not counted', frozen, 3_000, 6_000, '2026-11-05', 2_600],
    ['days after a freeze are paid days', frozen, 3_000, 6_000, '2026-12-10', 100],
    [
      'a year costs by its 365 days',
      { ...november, billingFrequency: 'annually', endDate: '2027-10-31' },
      36_500,
      73_000,
      '2027-10-31',
      100,
    ],
    [
      'a period that is paid ahead costs its whole difference',
      { ...november, endDate: '2026-12-31' },
      3_000,
      6_000,
      '2026-11-30',
      3_100,
    ],
  ] as [string, ChangingTerm, number, number, string, number][])('%s', (_case, term, old, changed, today, cents) => {
    expect(difference(term, old, changed, today)).toBe(cents);
  });

  test.each([
    ['none without one', { type: 'no_contract', contractLengthMonths: 6 }, november, null],
    ['counted from the current period', { type: 'contract', contractLengthMonths: 6 }, november, '2027-04-30'],
    ['moved by the frozen days', { type: 'contract', contractLengthMonths: 6 }, frozen, '2027-05-10'],
    [
      'not before the paid days end',
      { type: 'contract', contractLengthMonths: 1 },
      { ...november, endDate: '2026-12-31' },
      '2026-12-31',
    ],
  ] as const)('its contract is %s', (_case, plan, term, end) => {
    expect(
      contractFromNow(
        term,
        { billingFrequency: 'monthly', ...plan },
        paidAhead(term, paidDaysLeft(term, '2026-11-20')),
      ),
    ).toBe(end);
  });
});
