import { describe, expect, test } from 'vitest';
import { lineItemTypeLabel } from '#domain/invoices/invoiceDescription.ts';
import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';
import { toFraction, percentLabel, toPercent } from '#domain/shared/percent.ts';
import { billingLabels, contractLabel, invoiceRowLabel, invoiceRowText } from '#src/ui/labels.ts';

const withTypes = (...types: string[]) => ({ metadata: { lineItems: types.map((type) => ({ type })) } });

describe('Row primary label', () => {
  test.each([
    ['Membership Purchase', withTypes('sales_item', 'membership')],
    ['Sales Items Purchase', withTypes('location_fee', 'sales_item')],
    ['Purchase', withTypes('location_fee')],
    ['Purchase', withTypes()],
    ['Purchase', { metadata: null }],
    ['Purchase', { metadata: {} }],
    ['Purchase', { metadata: { lineItems: null } }],
    ['Purchase', {}],
  ])('%s', (label, invoice) => {
    expect(invoiceRowLabel(invoice)).toBe(label);
  });
});

describe('Secondary text is the description without its prefix, or No description', () => {
  test.each([
    ['Membership purchase: Gold', 'Gold'],
    ['MEMBERSHIP PURCHASE - Gold', 'Gold'],
    ['Sales items purchase – 2 towels', '2 towels'],
    ['sales items purchase', 'No description'],
    [': Gold', 'Gold'],
    ['Gold: membership purchase', 'Gold: membership purchase'],
    ['  Gold ', 'Gold'],
    ['', 'No description'],
    [null, 'No description'],
    [undefined, 'No description'],
  ])('%j reads %j', (description, text) => {
    expect(invoiceRowText({ description })).toBe(text);
  });
});

test.each([
  ['sales_item', 'Sales item'],
  ['membership', 'Membership'],
  ['location_fee', 'Location fee'],
])('a line’s type %s is shown with underscore replaced and capitalized: %s', (type, label) => {
  expect(lineItemTypeLabel(type)).toBe(label);
});

test('the list says N Month Contract or No Contract', () => {
  const contract: PlanTerms = { type: 'contract', billingFrequency: 'monthly', contractLengthMonths: 12 };
  const pass: PlanTerms = { type: 'no_contract', billingFrequency: 'one_time', accessDurationDays: 30 };
  expect([contract, pass, { ...pass, contractLengthMonths: 12 }].map(contractLabel)).toEqual([
    '12 Month Contract',
    'No Contract',
    'No Contract',
  ]);
});

test('labels are Monthly, Annually and One-time', () => {
  expect(billingLabels).toEqual({ monthly: 'Monthly', annually: 'Annually', one_time: 'One-time' });
});

describe('The tax rate is stored as a fraction and is shown and edited as a percent', () => {
  test('0.0881 is 8.81 and back', () => {
    expect([toPercent(0.0881), toFraction(8.81), percentLabel(0.0881), percentLabel(0.086)]).toEqual([
      8.81,
      0.0881,
      '8.81%',
      '8.6%',
    ]);
  });

  test('every percent with two decimals comes back as it was', () => {
    const every = Array.from({ length: 10_001 }, (_, hundredths) => hundredths / 100);
    expect(every.filter((percent) => toPercent(toFraction(percent)) !== percent)).toEqual([]);
    expect(every.filter((percent, index) => toFraction(percent) !== index / 10_000)).toEqual([]);
  });
});
