import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCents } from '#domain/shared/money.ts';
import { centsFromText } from '#src/ui/forms/moneyText.ts';

test.each([
  ['.50', 50],
  [',50', 50],
  ['.5', 50],
  ['0', 0],
  ['12', 1_200],
  ['12.', 1_200],
  ['12,', 1_200],
  ['12.5', 1_250],
  ['12.50', 1_250],
  ['12,50', 1_250],
  ['12,5', 1_250],
  ['1,250', 125_000],
  ['1,250.00', 125_000],
  ['1250', 125_000],
  ['1250,00', 125_000],
  ['1,234,567.89', 123_456_789],
  ['$20', 2_000],
  ['$ 1,000.5', 100_050],
  ['  7.25 ', 725],
])('%j is read as %i cents', (typed, cents) => expect(centsFromText(typed)).toBe(cents));

test.each([
  '',
  ' ',
  '.',
  ',',
  '$',
  '12.505',
  '12,505.123',
  '1.250,00',
  '1.250',
  '1,25,000',
  '12,3456',
  '1 250',
  '-5',
  '+5',
  '1e3',
  '12.5.0',
  '12,50,',
  '5 USD',
  'ten',
  '٣',
  '1,250,00',
])('%j is refused and never misread', (typed) => expect(centsFromText(typed)).toBeUndefined());

test('every amount is read back from how it is shown', () => {
  fc.assert(fc.property(fc.nat(99_999_999_99), (cents) => centsFromText(formatCents(cents)) === cents));
});
