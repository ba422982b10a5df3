import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { agreementCreateFields, agreementForm, agreementUpdateBody } from '#domain/agreements/contract.ts';
import { checkinBody } from '#domain/checkins/contract.ts';
import { stripeKeysBody, stripeKeysProblem } from '#domain/stripe/contract.ts';
import { companyCreateBody, companyUpdateBody } from '#domain/companies/contract.ts';
import { feeCreateBody, feeForm } from '#domain/locations/feesContract.ts';
import { locationForm, locationUpdateBody } from '#domain/locations/contract.ts';
import { membershipCreateBody, membershipUpdateBody } from '#domain/memberships/contract.ts';
import { setupBody } from '#domain/setup/contract.ts';
import { inviteBody } from '#domain/users/contract.ts';
import { salesItemCreateBody, salesItemUpdateBody } from '#domain/sales-items/contract.ts';
import { sampleId, listMessages } from './support.ts';

const rejects = (schema: z.ZodType, valid: object, rows: [string, unknown, string][]) =>
  test.each(rows)('%s %j: %s', (field, value, message) => {
    expect(listMessages(schema, valid)).toEqual({});
    expect(listMessages(schema, { ...valid, [field]: value })).toEqual({ [field]: message });
  });

describe('Company', () => {
  rejects(companyCreateBody, { name: 'Iron Peak' }, [['name', undefined, 'Company name is required']]);
  rejects(companyUpdateBody, { name: 'Iron Peak' }, [
    ['name', '', 'Company name is required'],
    ['name', null, 'Company name is required'],
    ['email', 'nobody', 'Email is invalid'],
    ['country', 'Atlantis', 'Country is required'],
  ]);

  test('e-mail is only validated if given', () => {
    expect(companyUpdateBody.parse({ email: '' })).toEqual({ email: null });
  });
});

const ada = { firstName: 'Ada', lastName: 'Park', email: 'ada@gym.test' };

describe('Setup', () => {
  const location = { name: 'Denver', timezone: 'America/Denver', country: 'USA', salesTaxRate: 0.08 };
  rejects(setupBody, { ...ada, token: 't', password: 'long enough', companyName: 'Iron Peak', location }, [
    ['firstName', ' ', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
    ['email', 'ada', 'Email is invalid'],
    ['password', 'short', 'Password must be at least 8 characters long'],
    ['companyName', '', 'Company name is required'],
  ]);
  const body = { ...ada, token: 't', password: 'long enough', companyName: 'Iron Peak', location };
  test('takes no negative tax rate', () => {
    expect(setupBody.safeParse({ ...body, location: { ...location, salesTaxRate: -1 } }).success).toBe(false);
  });
});

describe('Invitation', () => {
  rejects(inviteBody, { ...ada, role: 'staff', locations: [{ locationId: sampleId, accessLevel: 'operator' }] }, [
    ['email', 'nobody', 'Email is invalid'],
    ['email', '', 'Email is required'],
    ['firstName', ' ', 'First name is required'],
    ['lastName', undefined, 'Last name is required'],
    ['role', 'owner', 'Role is required'],
    ['locations', [], 'Choose at least one location'],
  ]);
});

describe('Stripe keys', () => {
  const initial = 'Both Publishable Key and Secret Key are required for initial setup.';
  const change = 'Please enter at least one key to update the configuration.';
  test.each([
    [{ stripePublishableKey: ' pk ', stripeSecretKey: 'sk' }, false, null],
    [{ stripePublishableKey: 'pk', stripeSecretKey: '  ' }, false, initial],
    [{ stripeSecretKey: 'sk' }, false, initial],
    [{ stripeSecretKey: 'sk' }, true, null],
    [{ stripePublishableKey: null, stripeSecretKey: '' }, true, change],
    [{}, true, change],
  ])('%j with keys there %s: %s', (form, hasKeys, problem) => {
    expect(stripeKeysProblem(stripeKeysBody.parse(form), hasKeys)).toBe(problem);
  });

  test('only non-empty values are sent, trimmed', () => {
    expect(JSON.stringify(stripeKeysBody.parse({ stripePublishableKey: ' pk ', stripeSecretKey: '' }))).toBe(
      '{"stripePublishableKey":"pk"}',
    );
  });
});

describe('Location', () => {
  const bounds = 'Sales tax rate must be between 0 and 100';
  rejects(locationForm, { name: 'Denver', salesTaxRate: 8.81 }, [
    ['name', '', 'Location name is required'],
    ['email', 'nobody', 'Email is invalid'],
    ['salesTaxRate', -0.01, bounds],
    ['salesTaxRate', 100.01, bounds],
    ['salesTaxRate', null, bounds],
    ['salesTaxRate', '8.81', bounds],
    ['salesTaxRate', 8.815, 'Sales tax rate takes at most two decimals'],
    ['timezone', null, 'Timezone is required'],
    ['timezone', 'Mars/Base', 'Timezone is required'],
    ['timezone', '+05:45', 'Timezone is required'],
    ['timezone', 'europe/berlin', 'Timezone is required'],
    ['country', null, 'Country is required'],
    ['country', 'Atlantis', 'Country is required'],
  ]);

  test('the tax rate is sent as a fraction, without the floating-point error of a division by 100', () => {
    expect(locationUpdateBody.parse({ salesTaxRate: 8.81 / 100 })).toEqual({ salesTaxRate: 0.0881 });
    expect(listMessages(locationUpdateBody, { salesTaxRate: 8.81 })).toEqual({ salesTaxRate: bounds });
    expect(listMessages(locationUpdateBody, { salesTaxRate: '0.0881' })).toEqual({ salesTaxRate: bounds });
  });
});

describe('Fee form: name and amount required', () => {
  rejects(feeCreateBody, { name: 'Service', amount: '2.50' }, [
    ['name', '', 'Fee name is required'],
    ['amount', '', 'Amount is required'],
    ['amount', null, 'Amount is required'],
    ['amount', 2.5, 'Amount is required'],
    ['amount', '-1', 'Amount must be 0 or greater, with at most two decimals'],
    ['amount', '2.505', 'Amount must be 0 or greater, with at most two decimals'],
    ['amount', '1e3', 'Amount must be 0 or greater, with at most two decimals'],
    ['amount', '1000000', 'Amount must be at most 999,999.99'],
    ['type', 'daily', 'Type must be percentage or fixed'],
  ]);

  test('amount is normalized to a decimal string; a new fee is a percentage and active', () => {
    const service = { name: 'Service', type: 'percentage', amount: '2.50', isActive: true };
    expect(feeForm.parse({ name: 'Service', amount: 2.5 })).toEqual(service);
    expect(feeCreateBody.parse({ name: 'Service', amount: '2.5' })).toEqual(service);
    expect(listMessages(feeForm, { name: 'Service', amount: -1 })).toHaveProperty('amount');
  });
});

describe('Membership', () => {
  const gold = { name: 'Gold', price: 49.99 };
  const length = 'Contract length is required for contract memberships';
  const duration = 'Access duration is required for one-time memberships';
  rejects(membershipCreateBody, gold, [
    ['name', ' ', 'Membership name is required'],
    ['price', 0, 'Price must be greater than 0'],
    ['price', -1, 'Price must be greater than 0'],
    ['price', null, 'Price must be greater than 0'],
    ['price', '49.99', 'Price must be greater than 0'],
    ['price', Number.NaN, 'Price must be greater than 0'],
    ['price', 49.999, 'Must have at most two decimals'],
    ['price', 1_000_000, 'Must be at most 999,999.99'],
  ]);
  rejects(membershipCreateBody, { ...gold, type: 'contract', contractLengthMonths: 60 }, [
    ['contractLengthMonths', undefined, length],
    ['contractLengthMonths', null, length],
    ['contractLengthMonths', 0, length],
    ['contractLengthMonths', -1, length],
    ['contractLengthMonths', 61, 'Contract length must be between 1 and 60 months'],
  ]);
  rejects(membershipCreateBody, { ...gold, billingFrequency: 'one_time', accessDurationDays: 1 }, [
    ['accessDurationDays', undefined, duration],
    ['accessDurationDays', null, duration],
    ['accessDurationDays', 0, duration],
    ['accessDurationDays', 1.5, duration],
  ]);
  rejects(membershipUpdateBody, { type: 'contract', contractLengthMonths: 12, price: 1 }, [
    ['contractLengthMonths', null, length],
    ['price', 0, 'Price must be greater than 0'],
    ['name', null, 'Membership name is required'],
  ]);

  test('a new membership is no_contract, monthly and unpublished', () => {
    expect(membershipCreateBody.parse(gold)).toEqual({
      ...gold,
      type: 'no_contract',
      billingFrequency: 'monthly',
      isPublished: false,
      isActive: true,
      agreementIds: [],
    });
  });

  test('a change contains only the changed fields', () => {
    expect(membershipUpdateBody.parse({ type: 'contract' })).toEqual({ type: 'contract' });
    expect(membershipUpdateBody.parse({ locationId: '' })).toEqual({ locationId: null });
  });
});

describe('Sales item', () => {
  rejects(salesItemCreateBody, { locationId: sampleId, name: 'Water', price: 0, isPhysicalItem: true }, [
    ['name', '', 'Name is required'],
    ['price', -0.01, 'Price must be a positive number'],
    ['price', null, 'Price must be a positive number'],
    ['price', '3', 'Price must be a positive number'],
    ['price', 1.005, 'Must have at most two decimals'],
    ['inventoryQuantity', -1, 'Inventory quantity must be a positive number'],
    ['inventoryQuantity', 1.5, 'Inventory quantity must be a positive number'],
    ['locationId', '', 'Location is required'],
  ]);
  const invisible = 'A bar code has letters, digits and signs, and no spaces';
  for (const schema of [salesItemCreateBody, salesItemUpdateBody])
    rejects(schema, schema === salesItemCreateBody ? { locationId: sampleId, name: 'Water', price: 0 } : {}, [
      ['category', 'x'.repeat(61), 'Must be at most 60 characters'],
      ['barcode', '1'.repeat(65), 'Must be at most 64 characters'],
      ['barcode', '12 34', invisible],
      ['barcode', '12\u000734', invisible],
    ]);

  test('a new item is active, unpublished, not physical, inventory 0', () => {
    expect(salesItemCreateBody.parse({ locationId: sampleId, name: 'Water', price: 3 })).toEqual({
      locationId: sampleId,
      name: 'Water',
      price: 3,
      isActive: true,
      isPublished: false,
      isPhysicalItem: false,
      inventoryQuantity: 0,
      isFavorite: false,
    });
  });

  test('without inventoryQuantity the stock stays', () => {
    expect(salesItemUpdateBody.parse({ price: 4 })).toEqual({ price: 4 });
  });
});

describe('Agreement', () => {
  rejects(agreementForm, { name: 'Waiver', displayOrder: 1 }, [
    ['name', null, 'Agreement name is required'],
    ['name', 'x'.repeat(101), 'Must be at most 100 characters'],
    ['displayOrder', -1, 'Display order must be 0 or greater'],
    ['displayOrder', null, 'Display order must be 0 or greater'],
  ]);
  rejects(agreementCreateFields, { name: 'Waiver', displayOrder: '1' }, [
    ['displayOrder', '-1', 'Display order must be 0 or greater'],
    ['displayOrder', '1e3', 'Display order must be 0 or greater'],
  ]);

  test('multipart text is read, an absent order is 0, an empty location company-wide', () => {
    expect(agreementCreateFields.parse({ name: 'Waiver', displayOrder: '12', locationId: '' })).toEqual({
      name: 'Waiver',
      displayOrder: 12,
    });
    expect(agreementCreateFields.parse({ name: 'Waiver' }).displayOrder).toBe(0);
    expect(agreementUpdateBody.parse({ locationId: null })).toEqual({ locationId: null });
  });
});

describe('Check-in', () => {
  rejects(checkinBody, { contactId: sampleId, locationId: sampleId, doorId: 'Front Desk' }, [
    ['contactId', '', 'Contact is required'],
    ['contactId', 'me', 'Contact is required'],
    ['locationId', 'north', 'Location is required'],
    ['doorId', '', 'Door is required'],
    ['doorId', 7, 'Door is required'],
    ['doorId', 'Front\0Desk', 'Must not contain NUL bytes'],
  ]);
});
