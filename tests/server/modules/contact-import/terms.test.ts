import { describe, expect, test } from 'vitest';
import type { ImportedMembership } from '#domain/contact-import/contract.ts';
import { membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import { countVisitsLeft } from '#domain/contact-memberships/visitPacks.ts';
import { nextEnd } from '#domain/contact-memberships/billingPeriods.ts';
import { importedTerm, planNamed, plansByName, type ImportablePlan } from '#server/modules/contact-import/terms.ts';

const today = '2026-03-10';
const plans = {
  monthly: { id: 'm', name: 'Unlimited', priceCents: 9_900, type: 'no_contract', billingFrequency: 'monthly' },
  yearly: { id: 'y', name: 'Yearly', priceCents: 99_000, type: 'no_contract', billingFrequency: 'annually' },
  contract: {
    id: 'c',
    name: 'One Year',
    priceCents: 7_900,
    type: 'contract',
    contractLengthMonths: 12,
    billingFrequency: 'monthly',
  },
  halfYear: {
    id: 'h',
    name: 'Six Months',
    priceCents: 8_900,
    type: 'contract',
    contractLengthMonths: 6,
    billingFrequency: 'monthly',
  },
  once: {
    id: 'o',
    name: 'Ten Days',
    priceCents: 5_000,
    type: 'no_contract',
    billingFrequency: 'one_time',
    accessDurationDays: 10,
  },
} satisfies Record<string, ImportablePlan>;
const pack = { ...plans.once, visitLimit: 10, validFrom: 'purchase' } as const;
type Given = Partial<ImportedMembership> & { hasSavedCard?: boolean };
const term = (plan: keyof typeof plans, given: Given) =>
  importedTerm({ plan: plans[plan].name, hasSavedCard: false, ...given }, plans[plan], today);

test('a plan is found by its name, case-insensitively, unless it is unknown or two plans share it', () => {
  const named = plansByName([plans.monthly, plans.yearly, { ...plans.once, name: 'yearly ' }]);
  expect(planNamed(named, '  UNLIMITED ')).toBe(plans.monthly);
  expect(planNamed(named, 'Gold')).toBe(
    'There is no membership plan named "Gold" at this location. Add it first, or choose "Not imported" for its column',
  );
  expect(planNamed(named, 'Yearly')).toBe('More than one membership plan is named "Yearly". Rename one of them first');
});

describe('an imported membership', () => {
  test.each<[string, keyof typeof plans, Given, object]>([
    [
      'a start alone: the period of today is paid',
      'monthly',
      { startDate: '2025-01-05' },
      { startDate: '2025-01-05', endDate: '2026-04-04', periodsPaid: 15, status: 'active', renewal: 'manual' },
    ],
    [
      'a next bill date that ends a period',
      'monthly',
      { startDate: '2025-01-05', nextBillDate: '2026-04-05' },
      { startDate: '2025-01-05', endDate: '2026-04-04', periodsPaid: 15, status: 'active' },
    ],
    [
      'a next bill date on another day of the month',
      'monthly',
      { startDate: '2019-01-05', nextBillDate: '2026-04-01' },
      { startDate: '2026-03-01', since: '2019-01-05', endDate: '2026-03-31', periodsPaid: 1, status: 'active' },
    ],
    [
      'a next bill date alone',
      'monthly',
      { nextBillDate: '2026-03-20' },
      { startDate: '2026-02-20', since: '2026-02-20', endDate: '2026-03-19', status: 'active' },
    ],
    [
      'a bill on the last day of a month',
      'monthly',
      { nextBillDate: '2026-03-31' },
      { startDate: '2026-01-31', endDate: '2026-03-30', periodsPaid: 2 },
    ],
    [
      'a paid year',
      'yearly',
      { startDate: '2024-06-15', nextBillDate: '2026-06-15' },
      { endDate: '2026-06-14', periodsPaid: 2, status: 'active' },
    ],
    [
      'a bill that is overdue',
      'monthly',
      { startDate: '2026-01-08', nextBillDate: '2026-03-08' },
      { endDate: '2026-03-07', status: 'expired', renewal: 'manual' },
    ],
    [
      'a start in the future',
      'monthly',
      { startDate: '2026-04-01', nextBillDate: '2026-04-01' },
      { endDate: '2026-03-31', periodsPaid: 0, status: 'pending', renewal: 'manual' },
    ],
    [
      'a suspended one',
      'monthly',
      { nextBillDate: '2026-03-20', status: 'suspended' },
      { accessEnabled: false, status: 'suspended', renewal: 'manual' },
    ],
    [
      'one that has ended',
      'monthly',
      { startDate: '2020-01-01', endDate: '2021-05-31', status: 'expired' },
      { endDate: '2021-05-31', contractEndDate: null, status: 'expired', renewal: null },
    ],
    [
      'one that was canceled and is paid until later',
      'monthly',
      { startDate: '2020-01-01', endDate: '2026-03-31', status: 'expired' },
      { endDate: '2026-03-31', status: 'active', renewal: null },
    ],
    ['a saved card', 'monthly', { nextBillDate: '2026-03-20', hasSavedCard: true }, { renewal: 'card' }],
    [
      'a saved card of somebody who pays by hand',
      'monthly',
      { nextBillDate: '2026-03-20', hasSavedCard: true, renewal: 'manual' },
      { renewal: 'manual' },
    ],
    [
      'one that goes on at no cost',
      'monthly',
      { nextBillDate: '2026-03-20', price: 0 },
      { priceCents: 0, renewal: null },
    ],
    ['a price of its own', 'monthly', { nextBillDate: '2026-03-20', price: 79.99 }, { priceCents: 7_999 }],
    [
      'an end beside the next bill',
      'monthly',
      { startDate: '2026-01-01', nextBillDate: '2026-04-01', endDate: '2026-12-31' },
      { endDate: '2026-03-31', contractEndDate: '2026-12-31', renewal: 'manual' },
    ],
    [
      'the end of the paid period of one that renews',
      'monthly',
      { startDate: '2026-01-01', endDate: '2026-03-31', renewal: 'card' },
      { endDate: '2026-03-31', contractEndDate: null, renewal: 'card' },
    ],
    [
      'a contract',
      'contract',
      { startDate: '2025-06-01', nextBillDate: '2026-04-01' },
      { endDate: '2026-03-31', contractEndDate: '2026-05-31', renewal: 'manual' },
    ],
    [
      'a contract without a start date: it ends with a period, also when periods begin at the ends of months',
      'halfYear',
      { nextBillDate: '2026-03-31' },
      { startDate: '2026-01-31', endDate: '2026-03-30', contractEndDate: '2026-08-30' },
    ],
    [
      'a contract that began on another day than its periods: what is paid is not lost',
      'contract',
      { startDate: '2025-06-10', nextBillDate: '2026-04-01' },
      { since: '2025-06-10', endDate: '2026-03-31', contractEndDate: '2026-06-30', renewal: 'manual' },
    ],
    [
      'a contract in its last month',
      'contract',
      { startDate: '2025-04-01', nextBillDate: '2026-04-01' },
      { endDate: '2026-03-31', contractEndDate: '2026-03-31', renewal: null, status: 'active' },
    ],
    [
      'a contract that ended long ago and is still billed: what is paid is not lost, and nothing more is charged',
      'contract',
      { startDate: '2020-06-10', nextBillDate: '2026-04-01' },
      { endDate: '2026-03-31', contractEndDate: '2026-03-31', renewal: null, status: 'active' },
    ],
    [
      'a contract that ended on a day that is told',
      'contract',
      { startDate: '2020-06-10', nextBillDate: '2026-04-01', endDate: '2025-12-31' },
      { contractEndDate: '2025-12-31', renewal: null, status: 'expired' },
    ],
    [
      'a contract that ended long ago',
      'contract',
      { startDate: '2020-06-10' },
      { contractEndDate: '2021-06-09', renewal: null, status: 'expired' },
    ],
    [
      'one whose first bill is due today',
      'monthly',
      { startDate: today, nextBillDate: today },
      { endDate: '2026-03-09', status: 'expired', renewal: 'manual' },
    ],
    [
      'a plan that is paid once',
      'once',
      { startDate: '2026-03-05' },
      { endDate: '2026-03-14', renewal: null, status: 'active' },
    ],
    [
      'a plan that is paid once and has an end',
      'once',
      { startDate: '2026-03-01', endDate: '2026-03-09' },
      { endDate: '2026-03-09', contractEndDate: null, status: 'expired' },
    ],
  ])('%s', (_case, plan, given, expected) => expect(term(plan, given)).toMatchObject(expected));

  test('is previewed with the status that it then has, whatever its dates', () => {
    const days = [undefined, '2020-06-10', '2025-12-31', '2026-03-09', today, '2026-03-31', '2027-01-31'];
    const seen = new Set<string>();
    for (const [name, plan] of Object.entries({ ...plans, pack }))
      for (const startDate of days)
        for (const endDate of days)
          for (const nextBillDate of days)
            for (const status of [undefined, 'active', 'suspended', 'pending', 'expired'] as const)
              for (const visitsLeft of name === 'pack' ? [undefined, 0, 3] : [undefined]) {
                const given = { plan: name, hasSavedCard: false, startDate, endDate, nextBillDate, status, visitsLeft };
                const became = importedTerm(given, plan, today);
                if ('problems' in became) continue;
                const left = countVisitsLeft(plan === pack ? pack.visitLimit : null, became.visitsUsed);
                const stored = membershipStatus({ ...became, visitsLeft: left }, new Date(`${today}T12:00:00Z`), 'UTC');
                expect({ ...given, status: became.status }).toEqual({ ...given, status: stored });
                seen.add(stored);
              }
    expect([...seen].toSorted()).toEqual(['active', 'expired', 'pending', 'suspended']);
  });

  test.each(['2026-03-31', '2026-03-29', '2026-04-30', '2026-03-11', '2026-05-31', '2027-02-28'])(
    'the first bill after %s is for a whole period',
    (nextBillDate) => {
      const became = term('monthly', { startDate: '2018-07-17', nextBillDate });
      if ('problems' in became) throw new Error('Refused');
      const end = nextEnd({ billingFrequency: 'monthly', startDate: became.startDate, endDate: became.endDate }) ?? '';
      expect((Date.parse(end) - Date.parse(nextBillDate)) / 86_400_000).toBeGreaterThanOrEqual(26);
    },
  );

  test.each<[string, keyof typeof plans, Given, object]>([
    ['no date', 'monthly', {}, { startDate: 'Start date or next bill date is required' }],
    [
      'no start of a plan that is paid once',
      'once',
      { endDate: '2026-04-01' },
      { startDate: 'Start date is required' },
    ],
    [
      'an end before the start',
      'monthly',
      { startDate: '2026-02-01', endDate: '2026-01-01' },
      { endDate: 'End date must not be before the start date' },
    ],
    [
      'a bill before the start',
      'monthly',
      { startDate: '2026-02-01', nextBillDate: '2026-01-01' },
      { nextBillDate: 'Next bill date must not be before the start date' },
    ],
    [
      'a bill of a plan that is paid once',
      'once',
      { startDate: '2026-02-01', nextBillDate: '2026-04-01' },
      { nextBillDate: 'Ten Days is paid once and has no next bill date' },
    ],
    [
      'a renewal of a plan that is paid once',
      'once',
      { startDate: '2026-02-01', renewal: 'card' },
      { renewal: 'Ten Days is paid once and does not renew' },
    ],
    [
      'a renewal at no cost',
      'monthly',
      { startDate: '2026-02-01', renewal: 'card', price: 0 },
      { price: 'Price must be more than 0 when the membership renews' },
    ],
    [
      'an ended one without its end',
      'monthly',
      { startDate: '2026-02-01', status: 'expired' },
      { endDate: 'End date is required for a membership that has ended' },
    ],
    [
      'a pending one that has begun',
      'monthly',
      { startDate: '2026-03-10', status: 'pending' },
      { startDate: 'Start date of a pending membership must be in the future' },
    ],
    [
      'a bill inside the first period of one that has not begun',
      'monthly',
      { startDate: '2026-04-05', nextBillDate: '2026-04-10' },
      {
        nextBillDate:
          'Next bill date of a membership that has not begun must be its start date or a whole period later',
      },
    ],
  ])('%s is refused', (_case, plan, given, problems) => expect(term(plan, given)).toEqual({ problems }));
});

describe('an imported visit pack', () => {
  const waiting = { ...pack, validFrom: 'first_visit' } as const;
  const read = (plan: typeof pack | typeof waiting, given: Given) =>
    importedTerm({ plan: plan.name, hasSavedCard: false, startDate: today, ...given }, plan, today);

  test.each([
    ['has all of its visits', pack, {}, { visitsUsed: 0, firstVisitFrom: null }],
    ['has the visits that are left', pack, { visitsLeft: 3 }, { visitsUsed: 7 }],
    ['is over when none is left', pack, { visitsLeft: 0 }, { status: 'expired' }],
    ['waits for its first visit', waiting, {}, { endDate: null, firstVisitFrom: today }],
    ['has begun when a visit was used', waiting, { visitsLeft: 9 }, { visitsUsed: 1, firstVisitFrom: null }],
    [
      'has begun when its end is known',
      waiting,
      { endDate: '2999-01-01' },
      { endDate: '2999-01-01', firstVisitFrom: null },
    ],
    [
      'cannot have more than its plan',
      pack,
      { visitsLeft: 11 },
      { problems: { visitsLeft: `${pack.name} has 10 visits` } },
    ],
  ] as const)('%s', (_case, plan, given, expected) => expect(read(plan, given)).toMatchObject(expected));

  test('is one of a plan with a number of visits', () =>
    expect(term('monthly', { startDate: today, visitsLeft: 3 })).toMatchObject({
      problems: { visitsLeft: `${plans.monthly.name} has no number of visits` },
    }));
});
