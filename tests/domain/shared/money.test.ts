import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, roundHalfUp } from '#domain/shared/decimal.ts';
import { formatCents, formatMoney, fromCents, toCents } from '#domain/shared/money.ts';

const someCents = fc.integer({ min: 0, max: 99_999_999 });

describe('Money', () => {
  test.each([
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [0.1 + 0.2, '$0.30'],
    [999_999.99, '$999,999.99'],
    [-5, '−$5.00'],
  ])('%d is shown with a dollar sign and two decimals: %s', (dollars, text) => {
    expect(formatMoney(dollars)).toBe(text);
  });

  test('another currency has its own sign', () => {
    expect(formatCents(123_450, 'eur')).toBe('€1,234.50');
    expect(formatCents(123_450, 'usd')).toBe('$1,234.50');
  });

  test.each([
    [1.005, 101],
    [1.004, 100],
    [4.35, 435],
    [1.15, 115],
    [-1.005, -101],
    ['2.50', 250],
    ['.5', 50],
    [1e-7, 0],
    [1e21, 1e23],
  ])('%s dollars are %d cents, half up', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  test.each(['', 'abc', '1,5', 'NaN', 'Infinity', '0x10', '.', '-', '1e9999'])('%j is not an amount', (text) => {
    expect(() => decimal(text)).toThrow(RangeError);
  });

  test('cents to dollars and back is exact for every amount', () => {
    fc.assert(fc.property(someCents, (cents) => void expect(toCents(fromCents(cents))).toBe(cents)));
  });

  test('a formatted amount is parsed back to the same cents', () => {
    fc.assert(
      fc.property(someCents, (cents) => void expect(toCents(formatCents(cents).replaceAll(/[$,]/g, ''))).toBe(cents)),
    );
  });

  test('rounding is half up and half away from zero below it', () => {
    expect(['0.5', '1.5', '2.4999', '-0.5', '-1.4'].map((text) => Number(roundHalfUp(decimal(text))))).toEqual([
      1, 2, 2, -1, -1,
    ]);
  });
});
