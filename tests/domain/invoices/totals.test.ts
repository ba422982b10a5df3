import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeCents, taxCents, computeTotals, taxShares } from '#domain/invoices/totals.ts';

/** The oracle: the same sums in whole ten-thousandths of a cent. */
function oracle(lines: { unitCents: number; quantity: number }[], rate: number) {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.unitCents) * BigInt(line.quantity), 0n);
  const tenThousandths = subtotal * BigInt(rate);
  const tax = tenThousandths / 10_000n + (tenThousandths % 10_000n >= 5000n ? 1n : 0n);
  return { subtotal: Number(subtotal), tax: Number(tax), total: Number(subtotal + tax) };
}

const line = fc.record({
  unitCents: fc.integer({ min: 0, max: 9_999_999 }),
  quantity: fc.integer({ min: 1, max: 1000 }),
});
const rate = fc.integer({ min: 0, max: 10_000 });

describe('Tax = subtotal times the location’s salesTaxRate; total = subtotal + tax', () => {
  test('random carts equal the integer oracle', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), rate, (lines, tenThousandths) => {
        expect(computeTotals(lines, tenThousandths / 10_000)).toEqual(oracle(lines, tenThousandths));
      }),
      { numRuns: 2000 },
    );
  });

  test('exact half cents round up', () => {
    const oddTens = fc.integer({ min: 0, max: 500_000 }).map((n) => ({ unitCents: (2 * n + 1) * 10, quantity: 1 }));
    const halfRates = fc.constantFrom(50, 150, 450, 650, 850, 1050, 9950);
    fc.assert(
      fc.property(oddTens, halfRates, (half, tenThousandths) => {
        const { subtotal, tax } = computeTotals([half], tenThousandths / 10_000);
        expect((subtotal * tenThousandths) % 1000).toBe(500);
        expect(tax).toBe(oracle([half], tenThousandths).tax);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [1000, 0.0825, 83],
    [100, 0.085, 9],
    [10_050, 0.07, 704],
    [9999, 0.0881, 881],
    [0, 0.0881, 0],
    [5000, 0, 0],
    [12_345, 1, 12_345],
  ])('tax on %d cents at %d is %d', (subtotal, fraction, tax) => {
    expect(taxCents(subtotal, fraction)).toBe(tax);
  });

  test('it is rounded once, on the subtotal, not line by line', () => {
    const lines = Array.from({ length: 3 }, () => ({ unitCents: 110, quantity: 1 }));
    expect(computeTotals(lines, 0.05)).toEqual({ subtotal: 330, tax: 17, total: 347 });
  });
});

describe('Location fees', () => {
  test.each([
    ['percentage', '10.00', 4999, 500],
    ['percentage', '2.50', 4900, 123],
    ['percentage', '2.50', 4998, 125],
    ['percentage', '0.00', 4999, 0],
    ['fixed', '2.50', 4999, 250],
    ['fixed', '10.00', 0, 1000],
  ] as const)('%s %s on a plan of %d cents is %d', (type, amount, plan, expected) => {
    expect(feeCents({ type, amount }, plan)).toBe(expected);
  });

  test('a percentage fee equals the integer oracle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 99_999_999 }), (hundredths, plan) => {
        const exact = BigInt(plan) * BigInt(hundredths);
        const expected = Number((exact * 2n + 10_000n) / 20_000n);
        expect(feeCents({ type: 'percentage', amount: (hundredths / 100).toFixed(2) }, plan)).toBe(expected);
      }),
    );
  });
});

test.each([
  ['one line has all of it', [500], 40, [40]],
  ['half a cent is rounded up', [50, 50], 1, [1, 0]],
  ['the last line has the remainder', [100, 100, 100], 100, [33, 33, 34]],
  ['no more is shared than there is', [100, 100, 100, 100], 2, [1, 1, 0, 0]],
  ['nothing costs nothing', [0, 0], 0, [0, 0]],
])('the tax of the lines: %s', (_case, totals, tax, expected) => {
  expect(taxShares(totals, tax)).toEqual(expected);
});
