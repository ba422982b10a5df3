import { describe, expect, test } from 'vitest';
import { graceUntil, nextEnd, paidAhead, periodEnd, renewalDate, type RenewingTerm } from '#domain/rules/billingPeriods.ts';
import { membershipStatus, termOn, type StoredTerm } from '#domain/rules/membershipStatus.ts';
import { changedTerm, contractFromNow, paidDaysLeft, planDifferenceCents, type ChangingTerm } from '#domain/rules/planChange.ts';

describe('the end of period k: first start + k periods - 1 day + all frozen days', () => {
  test.each([
    ['monthly from January 31', { startDate: '2026-01-31' }, 2, '2026-03-30'],
    ['with ten frozen days', { startDate: '2026-01-31', frozenDays: 10 }, 2, '2026-04-09'],
    ['yearly from a leap day', { billingFrequency: 'annually', startDate: '2024-02-29' }, 4, '2028-02-28'],
    ['monthly, after a year that was billed before', { startDate: '2026-01-31', earlierMonths: 12, earlierPeriods: 1 }, 2, '2027-02-27'],
    ['yearly, after three months that were billed before', { billingFrequency: 'annually', startDate: '2026-01-31', earlierMonths: 3, earlierPeriods: 3 }, 4, '2027-04-29'],
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
    billingFrequency: 'monthly', startDate: '2026-11-01', endDate: '2026-11-30', contractEndDate: null, autoRenew: true, cancelsOn: null, changesPlan: false,
  };
  test.each([
    ['is the last paid day', {}, '2026-11-30'],
    ['is none without renewal', { autoRenew: false }, null],
    ['is none when it is cancelled by then', { cancelsOn: '2026-11-30' }, null],
    ['is there while the last day is later', { cancelsOn: '2026-12-05' }, '2026-11-30'],
    ['is none at a contract’s end', { contractEndDate: '2026-11-30' }, null],
    ['unless the plan changes with it', { contractEndDate: '2026-11-30', changesPlan: true }, '2026-11-30'],
    ['is none for a one-time plan', { billingFrequency: 'one_time' }, null],
  ] as const)('%s', (_case, change, day) => {
    expect(renewalDate({ ...term, ...change })).toBe(day);
  });

  test('the days of grace follow the last paid day', () => {
    expect(graceUntil('2026-11-30', 3)).toBe('2026-12-03');
  });
});

describe('a changed plan', () => {
  const monthly = { billingFrequency: 'monthly', startDate: '2026-01-31', frozenDays: 5 } as const;
  test.each([
    ['to a year', { type: 'no_contract', billingFrequency: 'annually' }, { earlierMonths: 1, earlierPeriods: 1, earlierEnds: [1], endDate: '2027-03-04', contractEndDate: null }],
    ['to a contract', { type: 'contract', billingFrequency: 'monthly', contractLengthMonths: 6 }, { earlierMonths: 1, earlierPeriods: 1, earlierEnds: [1], endDate: '2026-04-04', contractEndDate: '2026-09-04' }],
    ['a length without a contract', { type: 'no_contract', billingFrequency: 'monthly', contractLengthMonths: 6 }, { earlierMonths: 1, earlierPeriods: 1, earlierEnds: [1], endDate: '2026-04-04', contractEndDate: null }],
  ] as const)('%s', (_case, plan, expected) => {
    expect(changedTerm(monthly, plan, 2)).toEqual(expected);
  });

  test('twice: each earlier period ends where it did', () => {
    const asYearly = { ...monthly, frozenDays: 0, ...changedTerm(monthly, { type: 'no_contract', billingFrequency: 'annually' }, 4) };
    const yearly = { ...asYearly, billingFrequency: 'annually' } as const;
    const again = { ...yearly, ...changedTerm(yearly, { type: 'no_contract', billingFrequency: 'monthly' }, 5), billingFrequency: 'monthly' } as const;
    expect(again.earlierEnds).toEqual([1, 2, 3, 15]);
    expect([1, 2, 3, 4, 5].map((period) => periodEnd(again, period))).toEqual(['2026-02-27', '2026-03-30', '2026-04-29', '2027-04-29', '2027-05-30']);
  });
});

describe('a plan that changes within the paid period', () => {
  const november = { billingFrequency: 'monthly', startDate: '2026-11-01', endDate: '2026-11-30', freezes: [] } as const;
  const frozen = { ...november, endDate: '2026-12-10', frozenDays: 10, freezes: [{ from: '2026-11-10', until: '2026-11-19', longestUntil: '2026-11-19' }] };
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
    ['in February it costs by its 28 days', { ...november, startDate: '2027-02-01', endDate: '2027-02-28' }, 3_000, 5_800, '2027-02-15', 1_400],
    ['frozen days are not counted', frozen, 3_000, 6_000, '2026-11-05', 2_600],
    ['days after a freeze are paid days', frozen, 3_000, 6_000, '2026-12-10', 100],
    ['a year costs by its 365 days', { ...november, billingFrequency: 'annually', endDate: '2027-10-31' }, 36_500, 73_000, '2027-10-31', 100],
    ['a period that is paid ahead costs its whole difference', { ...november, endDate: '2026-12-31' }, 3_000, 6_000, '2026-11-30', 3_100],
  ] as [string, ChangingTerm, number, number, string, number][])('%s', (_case, term, old, changed, today, cents) => {
    expect(difference(term, old, changed, today)).toBe(cents);
  });

  test.each([
    ['none without one', { type: 'no_contract', contractLengthMonths: 6 }, november, null],
    ['counted from the current period', { type: 'contract', contractLengthMonths: 6 }, november, '2027-04-30'],
    ['moved by the frozen days', { type: 'contract', contractLengthMonths: 6 }, frozen, '2027-05-10'],
    ['not before the paid days end', { type: 'contract', contractLengthMonths: 1 }, { ...november, endDate: '2026-12-31' }, '2026-12-31'],
  ] as const)('its contract is %s', (_case, plan, term, end) => {
    expect(contractFromNow(term, { billingFrequency: 'monthly', ...plan }, paidAhead(term, paidDaysLeft(term, '2026-11-20')))).toBe(end);
  });
});

describe('what a membership reads as today', () => {
  const zone = 'America/Denver';
  const term: StoredTerm = { accessEnabled: true, startDate: '2026-11-01', endDate: '2026-11-30', contractEndDate: null, cancelsOn: null, graceDays: null, freezes: [] };
  const frozen = [{ from: '2026-11-10', until: '2026-11-16', longestUntil: '2026-11-16' }];
  test.each([
    ['runs', {}, '2026-11-15', 'active'],
    ['is frozen', { freezes: frozen }, '2026-11-16', 'suspended'],
    ['is not frozen any more', { freezes: frozen }, '2026-11-17', 'active'],
    ['has a last day', { cancelsOn: '2026-11-20' }, '2026-11-20', 'active'],
    ['is over after it', { cancelsOn: '2026-11-20' }, '2026-11-21', 'expired'],
    ['was cancelled today with its access', { cancelsOn: '2026-11-20', accessEnabled: false }, '2026-11-20', 'suspended'],
    ['was cancelled yesterday with its access', { cancelsOn: '2026-11-20', accessEnabled: false }, '2026-11-21', 'expired'],
    ['runs to the end that an open freeze moved', { freezes: [{ from: '2026-11-28', until: null, longestUntil: '2026-12-07' }] }, '2026-12-10', 'active'],
  ] as const)('%s', (_case, change, today, status) => {
    const noon = new Date(`${today}T19:00:00Z`);
    expect(membershipStatus(termOn({ ...term, ...change }, today), noon, zone)).toBe(status);
  });

  test('the end date stays until the last day is past, and is that day then', () => {
    const cancelled = { ...term, cancelsOn: '2026-11-20' };
    expect(['2026-11-20', '2026-11-21'].map((today) => termOn(cancelled, today).endDate)).toEqual(['2026-11-30', '2026-11-20']);
  });
});
