import { describe, expect, test } from 'vitest';
import { membershipPurchaseBody, purchasePaymentForm } from '#domain/contact-memberships/purchaseContract.ts';
import { itemSaleBody } from '#domain/pos/contract.ts';
import { sampleId, listMessages } from '#tests/domain/shared/support.ts';

describe('Purchase payment', () => {
  const form = {
    cardholderName: 'Ann Lee',
    billingStreet: '1 Main St',
    billingCity: 'Denver',
    billingState: 'CO',
    billingZip: '80202',
    startDate: '2026-03-10',
  };
  const schema = purchasePaymentForm('2026-03-10');

  test.each([
    ['cardholderName', '', 'Please enter the cardholder name'],
    ['billingStreet', null, 'Please complete the billing address'],
    ['billingCity', '', 'Please complete the billing address'],
    ['billingState', undefined, 'Please complete the billing address'],
    ['billingZip', ' ', 'Please complete the billing address'],
    ['startDate', '', 'Please select a start date'],
    ['startDate', null, 'Please select a start date'],
    ['startDate', '2026-03-09', 'Start date cannot be in the past'],
  ])('%s %j: %s', (field, value, message) => {
    expect(listMessages(schema, { ...form, [field]: value })).toEqual({ [field]: message });
  });

  test('a start date of today is taken', () => {
    expect(schema.parse(form)).toEqual({ ...form, autoRenew: false });
  });

  test('the request needs a contact, a membership and a start date', () => {
    expect(listMessages(membershipPurchaseBody, {})).toEqual({
      contactId: 'Contact is required',
      membershipId: 'Membership ID is required',
      startDate: 'Please select a start date',
    });
  });
});

const items = [{ salesItemId: sampleId, quantity: 1 }];
const sale = { contactId: sampleId, locationId: sampleId, items, notes: 'Point of Sale Transaction' };
const getSale = (lines: number) => ({ ...sale, paymentMethod: 'cash', items: Array(lines).fill(items[0]) });

describe('Purchase of sales items', () => {
  test('is by cash or by card, exactly one of them', () => {
    expect(listMessages(itemSaleBody, { ...sale, paymentMethod: 'cash' })).toEqual({});
    expect(listMessages(itemSaleBody, { ...sale, stripePayment: true })).toEqual({});
    for (const neither of [
      {},
      { paymentMethod: 'cash', stripePayment: true },
      { paymentMethod: 'card' },
      { stripePayment: false },
    ]) {
      expect(Object.keys(listMessages(itemSaleBody, { ...sale, ...neither }))).toHaveLength(1);
    }
  });

  test.each([0, -1, 1.5, 10_001, '1', null])('does not take a quantity of %j', (quantity) => {
    const cart = { ...sale, paymentMethod: 'cash', items: [{ salesItemId: sampleId, quantity }] };
    expect(Object.keys(listMessages(itemSaleBody, cart))).toEqual(['items.0.quantity']);
  });

  test('takes from 1 to 200 lines', () => {
    expect([0, 1, 200, 201].map((lines) => listMessages(itemSaleBody, getSale(lines)))).toEqual([
      { items: 'The cart is empty' },
      {},
      {},
      { items: 'A cart holds at most 200 lines' },
    ]);
  });
});
