import { describe, expect, test } from 'vitest';
import { canRenew, clearTerms, planProblems, type PlanTerms } from '#domain/memberships/membershipPlan.ts';

const contract: PlanTerms = { type: 'contract', billingFrequency: 'monthly', contractLengthMonths: 12 };
const pass: PlanTerms = { type: 'no_contract', billingFrequency: 'one_time', accessDurationDays: 30 };

describe('Type contract needs contractLengthMonths, billing one_time needs accessDurationDays', () => {
  const length = 'Contract length is required for contract memberships';
  const duration = 'Access duration is required for one-time memberships';
  test.each([
    [contract, {}],
    [{ ...contract, contractLengthMonths: null }, { contractLengthMonths: length }],
    [{ ...contract, contractLengthMonths: 0 }, { contractLengthMonths: length }],
    [{ ...contract, contractLengthMonths: 60 }, {}],
    [
      { ...contract, contractLengthMonths: 61 },
      { contractLengthMonths: 'Contract length must be between 1 and 60 months' },
    ],
    [pass, {}],
    [{ ...pass, accessDurationDays: undefined }, { accessDurationDays: duration }],
    [{ ...pass, accessDurationDays: 0 }, { accessDurationDays: duration }],
    [
      { ...pass, type: 'contract', accessDurationDays: null },
      { contractLengthMonths: length, accessDurationDays: duration },
    ],
  ] as [PlanTerms, object][])('%j: %j', (plan, problems) => {
    expect(planProblems(plan)).toEqual(problems);
  });
});

describe('A number of visits and a start with the first of them are for one-time plans', () => {
  const visits = 'Only one-time memberships have a number of visits';
  test.each([
    [{ ...pass, visitLimit: 10 }, {}],
    [{ ...pass, visitLimit: 10, validFrom: 'first_visit' }, {}],
    [{ ...pass, validFrom: 'purchase' }, {}],
    [
      { ...pass, validFrom: 'first_visit' },
      { visitLimit: 'A membership that is valid from the first visit needs a number of visits' },
    ],
    [{ ...contract, visitLimit: 10 }, { visitLimit: visits }],
    [
      { ...contract, visitLimit: 10, validFrom: 'purchase' },
      { visitLimit: visits, validFrom: 'Only one-time memberships can be valid from the first visit' },
    ],
  ] as [PlanTerms, object][])('%j: %j', (plan, problems) => {
    expect(planProblems(plan)).toEqual(problems);
  });

  test('a pack is valid from the purchase unless it says otherwise, and a plan without a limit has no such day', () => {
    expect(clearTerms({ ...pass, visitLimit: 10 }).validFrom).toBe('purchase');
    expect(clearTerms({ ...pass, visitLimit: 10, validFrom: 'first_visit' }).validFrom).toBe('first_visit');
    expect(clearTerms({ ...pass, validFrom: 'purchase' }).validFrom).toBeNull();
    expect(clearTerms({ ...pass, visitLimit: 10, billingFrequency: 'monthly' })).toMatchObject({
      visitLimit: null,
      validFrom: null,
    });
  });
});

test('changing type to no_contract clears the contract length', () => {
  expect(clearTerms({ ...contract, type: 'no_contract' }).contractLengthMonths).toBeNull();
  expect(clearTerms(contract).contractLengthMonths).toBe(12);
});

test('changing billing frequency away from one_time clears the access duration', () => {
  expect(clearTerms({ ...pass, billingFrequency: 'annually' }).accessDurationDays).toBeNull();
  expect(clearTerms(pass).accessDurationDays).toBe(30);
});

test('automatic renewal is only for memberships that are not one-time', () => {
  expect([canRenew(contract), canRenew({ billingFrequency: 'annually' }), canRenew(pass)]).toEqual([true, true, false]);
});
