import { describe, expect, test } from 'vitest';
import { invoiceRowLabel, invoiceRowText, lineItemTypeLabel } from '#domain/rules/invoiceDescription.ts';

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
