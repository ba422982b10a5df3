import { expect, test } from 'vitest';
import { countVisitsLeft, packTerm, visitsLeftText, visitsText } from '#domain/contact-memberships/visitPacks.ts';
import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';

test.each([
  [null, 0, null],
  [10, 0, 10],
  [10, 7, 3],
  [10, 10, 0],
] as const)('of %j visits with %i used, %j are left', (limit, used, left) =>
  expect(countVisitsLeft(limit, used)).toBe(left),
);

test.each([
  [null, ''],
  [undefined, ''],
  [0, 'No visits left'],
  [1, '1 visit left'],
  [3, '3 visits left'],
  [1_000, '1,000 visits left'],
] as const)('%j left is "%s"', (left, text) => expect(visitsLeftText(left)).toBe(text));

test('visits are counted in words', () => expect([1, 10].map(visitsText)).toEqual(['1 visit', '10 visits']));

const pack: PlanTerms = { type: 'no_contract', billingFrequency: 'one_time', accessDurationDays: 30, visitLimit: 10 };
test.each([
  [pack, { endDate: '2026-03-30', contractEndDate: null, firstVisitFrom: null }],
  [
    { ...pack, validFrom: 'first_visit', type: 'contract', contractLengthMonths: 2 },
    { endDate: null, contractEndDate: null, firstVisitFrom: '2026-03-01' },
  ],
  [
    { ...pack, validFrom: 'purchase', type: 'contract', contractLengthMonths: 2 },
    { endDate: '2026-03-30', contractEndDate: '2026-04-30', firstVisitFrom: null },
  ],
] as [PlanTerms, object][])('%j bought for March 1', (plan, term) =>
  expect(packTerm(plan, '2026-03-01')).toEqual({ startDate: '2026-03-01', ...term }),
);
