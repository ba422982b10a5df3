import { describe, expect, test } from 'vitest';
import { restartedTerm, type RenewingTerm } from '#domain/contact-memberships/billingPeriods.ts';
import {
  countPaymentsLeft,
  lastBillingDay,
  lastDayByNotice,
  findLastDay,
  restartedLastDay,
} from '#domain/contact-memberships/cancellation.ts';

const monthly: RenewingTerm = {
  billingFrequency: 'monthly',
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  contractEndDate: null,
  autoRenew: true,
  cancelsOn: null,
  planned: null,
};
const monthEnds = { ...monthly, startDate: '2026-01-31', endDate: '2026-02-27' };
const yearly: RenewingTerm = {
  ...monthly,
  billingFrequency: 'annually',
  startDate: '2024-02-29',
  endDate: '2025-02-27',
};
const toYearly: RenewingTerm = {
  ...monthly,
  planned: { type: 'no_contract', billingFrequency: 'annually' },
};
const toContract: RenewingTerm = {
  ...monthly,
  planned: { type: 'contract', contractLengthMonths: 6, billingFrequency: 'monthly' },
};

describe('the last day by notice', () => {
  test.each([
    ['no notice: the end of the paid period', monthly, 0, '2026-11-15', '2026-11-30'],
    ['20 days reach into the next period', monthly, 20, '2026-11-15', '2026-12-31'],
    ['notice that ends on the last paid day', monthly, 15, '2026-11-15', '2026-11-30'],
    ['and a day later', monthly, 16, '2026-11-15', '2026-12-31'],
    ['90 days', monthly, 90, '2026-11-15', '2027-02-28'],
    ['on the last paid day itself', monthly, 0, '2026-11-30', '2026-11-30'],
    ['month ends do not drift', monthEnds, 30, '2026-02-20', '2026-03-30'],
    ['nor do leap days', yearly, 0, '2025-01-15', '2025-02-27'],
    ['a year of notice over a leap day', { ...yearly, endDate: '2027-02-27' }, 90, '2027-02-01', '2028-02-28'],
    [
      'a frozen term counts its frozen days',
      { ...monthly, endDate: '2026-12-10', frozenDays: 10 },
      20,
      '2026-11-30',
      '2027-01-10',
    ],
    [
      'a contract ends it not before its end',
      { ...monthly, contractEndDate: '2027-01-31' },
      0,
      '2026-11-15',
      '2027-01-31',
    ],
    [
      'notice beyond a contract ends with the contract, where renewals stop',
      { ...monthly, contractEndDate: '2026-12-31' },
      60,
      '2026-11-15',
      '2026-12-31',
    ],
    [
      'a membership that does not renew ends on its end date, whatever the notice',
      { ...monthly, autoRenew: false },
      60,
      '2026-11-15',
      '2026-11-30',
    ],
    ['before a planned change, the end of what is paid', toYearly, 15, '2026-11-15', '2026-11-30'],
    ['after it, a period of the new plan ends', toYearly, 20, '2026-11-15', '2027-11-30'],
    ['not after the end of the new plan’s contract', toContract, 300, '2026-11-15', '2027-05-31'],
    [
      'nor when the contract before it ran longer',
      { ...toContract, contractEndDate: '2027-10-31' },
      0,
      '2026-11-15',
      '2027-05-31',
    ],
    ['in the grace period it ends today', monthly, 0, '2026-12-02', '2026-12-02'],
    ['without an end, when the notice is over', { ...monthly, endDate: null }, 20, '2026-11-15', '2026-12-05'],
  ])('%s', (_case, term, notice, today, lastDay) => {
    expect(lastDayByNotice(term, notice, today)).toBe(lastDay);
  });
});

describe('the last day', () => {
  const contract = { ...monthly, contractEndDate: '2027-01-31' };
  test.each([
    ['now is today', monthly, { when: 'now' }, { lastDay: '2026-11-15' }],
    ['a date within the paid period', monthly, { when: 'date', date: '2026-11-20' }, { lastDay: '2026-11-20' }],
    ['a date past it', monthly, { when: 'date', date: '2027-03-05' }, { lastDay: '2027-03-05' }],
    [
      'a date past it without renewal',
      { ...monthly, autoRenew: false },
      { when: 'date', date: '2026-12-01' },
      { refusal: 'The membership does not renew after Nov 30, 2026' },
    ],
    [
      'a date past a contract’s end',
      contract,
      { when: 'date', date: '2027-02-10' },
      { refusal: 'The membership does not renew after Jan 31, 2027' },
    ],
    [
      'a date past the end of a planned plan’s contract',
      toContract,
      { when: 'date', date: '2027-06-10' },
      { refusal: 'The membership does not renew after May 31, 2027' },
    ],
    ['now in a contract', contract, { when: 'now' }, { refusal: 'The contract runs until Jan 31, 2027' }],
    [
      'a date in a contract',
      contract,
      { when: 'date', date: '2027-01-30' },
      { refusal: 'The contract runs until Jan 31, 2027' },
    ],
    ['the contract’s last day', contract, { when: 'date', date: '2027-01-31' }, { lastDay: '2027-01-31' }],
    ['now, released', contract, { when: 'now', release: true }, { lastDay: '2026-11-15' }],
    ['the period’s end, released', contract, { when: 'period_end', release: true }, { lastDay: '2026-11-30' }],
    ['the period’s end in a contract', contract, { when: 'period_end' }, { lastDay: '2027-01-31' }],
  ] as [string, RenewingTerm, Parameters<typeof findLastDay>[1], object][])('%s', (_case, term, request, expected) => {
    expect(findLastDay(term, request, 0, '2026-11-15')).toEqual(expected);
  });
});

describe('the last payment', () => {
  test.each([
    ['none when it ends with what is paid', monthly, '2026-11-30', null, 0],
    ['none within the paid period', monthly, '2026-11-20', null, 0],
    ['on the last paid day before the last period', monthly, '2026-12-31', '2026-11-30', 1],
    ['the last of several', monthly, '2027-02-10', '2027-01-31', 3],
    ['of a contract of a year', { ...monthly, contractEndDate: '2027-10-31' }, '2027-10-31', '2027-09-30', 11],
    ['of a yearly plan', yearly, '2027-02-27', '2026-02-27', 2],
    [
      'within the months of an earlier plan, of which some were refunded',
      { ...monthly, startDate: '2026-01-01', earlierMonths: 5, endDate: '2026-03-10' },
      '2026-04-30',
      '2026-03-31',
      2,
    ],
    ['none without renewal', { ...monthly, autoRenew: false }, '2026-12-31', null, 0],
    ['not after a contract’s end', { ...monthly, contractEndDate: '2026-12-31' }, '2027-03-31', '2026-11-30', 1],
    ['of a yearly plan that follows', toYearly, '2027-11-30', '2026-11-30', 1],
    ['not after the end of a contract that follows', toContract, '2027-10-31', '2027-04-30', 6],
  ])('%s', (_case, term, lastDay, on, count) => {
    expect([lastBillingDay(term, lastDay), countPaymentsLeft(term, lastDay)]).toEqual([on, count]);
  });
});

describe('the last day once periods are counted again from December 10', () => {
  test.each([
    ['the end of the period that it is in', monthly, '2026-12-31', '2027-01-09'],
    ['of a later one', monthly, '2027-01-31', '2027-02-09'],
    ['of the first, on that day', monthly, '2026-12-10', '2027-01-09'],
    ['stays when it has passed', monthly, '2026-12-09', '2026-12-09'],
    ['none', monthly, null, null],
    ['the end of a contract', { ...monthly, contractEndDate: '2027-01-31' }, '2027-01-31', '2027-02-09'],
    ['before that of one that was waived', { ...monthly, contractEndDate: '2027-10-31' }, '2026-12-31', '2027-01-09'],
    ['of a yearly plan that follows', toYearly, '2027-11-30', '2027-12-09'],
    ['of a contract that follows', toContract, '2027-05-31', '2027-06-09'],
  ])('%s', (_case, term, cancelsOn, expected) => {
    const before = { ...term, cancelsOn };
    expect(restartedLastDay(before, restartedTerm(before, '2026-12-10'), '2026-12-10')).toBe(expected);
  });
});
