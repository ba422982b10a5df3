import { expect, test } from 'vitest';
import { actionText, changeText, changeTexts, fieldLabel } from '#domain/activity/text.ts';

const context = {
  zone: 'America/Denver',
  locationName: (id: string) => (id === 'north' ? 'Iron Peak North' : undefined),
};

test.each([
  ['contact.updated', 'Updated'],
  ['location.fee-created', 'Fee created'],
  ['company.stripe-keys-changed', 'Stripe keys changed'],
  ['drawer.cash-added', 'Cash added'],
])('%s is %s', (action, text) => {
  expect(actionText(action)).toBe(text);
});

test.each([
  ['price', 'price'],
  ['isActive', 'active'],
  ['homeLocationId', 'home location'],
  ['zipCode', 'ZIP code'],
  ['issues', 'issues'],
])('the field %s is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

test.each([
  ['price', 49, 59, 'Changed price from $49.00 to $59.00'],
  ['salesTaxRate', 0.08, 0.0881, 'Changed sales tax rate from 8% to 8.81%'],
  ['inventoryQuantity', 3, 0, 'Changed inventory quantity from 3 to 0'],
  ['phone', null, '3035550142', 'Set phone to (303) 555-0142'],
  ['phone', '3035550142', null, 'Removed phone (303) 555-0142'],
  ['isActive', true, false, 'Changed active from yes to no'],
  ['endDate', '2026-03-31', '2026-04-30', 'Changed end date from Mar 31, 2026 to Apr 30, 2026'],
  ['billingFrequency', 'one_time', 'monthly', 'Changed billing frequency from one time to monthly'],
  ['homeLocationId', 'north', 'south', 'Changed home location from Iron Peak North to another location'],
  ['agreements', ['Waiver'], ['Waiver', 'Rules'], 'Changed agreements from Waiver to Waiver, Rules'],
  ['stripeSecretKey', null, null, 'Changed Stripe secret key'],
  ['fee', 'Towel', 'Towel', 'Fee: Towel'],
] as const)('%s from %j to %j', (field, before, after, expected) => {
  const copy = <T>(value: T) => (Array.isArray(value) ? [...value] : value) as never;
  expect(changeText({ field, before: copy(before), after: copy(after) }, context)).toBe(expected);
});

test('a record that was created or deleted is named and not described', () => {
  const changes = [{ field: 'name', before: null, after: 'Towel' }];
  expect(
    ['contact.created', 'contact.deleted', 'contact.imported'].flatMap((action) =>
      changeTexts({ action, changes }, context),
    ),
  ).toEqual([]);
  expect(changeTexts({ action: 'location.fee-created', changes }, context)).toEqual(['Set name to Towel']);
});
