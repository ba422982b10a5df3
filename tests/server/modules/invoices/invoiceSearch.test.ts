import { expect, test } from 'vitest';
import { invoiceSearch } from '#server/modules/invoices/repo.ts';

test.each([
  ['a name', 'casey', ['casey'], []],
  ['a total as it is shown', '$1,234.50', ['$1,234.50'], ['1234.50']],
  ['a phone as it is shown', '(303) 555-0123', ['(303) 555-0123'], ['3035550123']],
  ['the number in the title of an invoice', 'Invoice #89ABCDEF', ['Invoice', '#89ABCDEF'], ['89ABCDEF']],
  ['a comma between names', 'Jones, Casey', ['Jones', 'Casey'], []],
])('invoices are searched by what is shown and by what is stored: %s', (_case, typed, words, others) => {
  expect(invoiceSearch(typed)).toEqual({ words, others });
});
