import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import {
  discountCents,
  discountLimit,
  isWithinLimit,
  lineDiscounts,
  limitText,
  type DiscountTerms,
} from '#domain/pos/discounts.ts';

describe('a discount on one price', () => {
  test.each<[string, DiscountTerms, number, number]>([
    ['an amount is taken as it is', { cents: 150 }, 1_000, 150],
    ['an amount above the price takes the price', { cents: 1_500 }, 1_000, 1_000],
    ['a percentage is rounded half up to the cent', { percent: 10 }, 1_005, 101],
    ['and down below the half', { percent: 10 }, 1_004, 100],
    ['a percentage may have decimals', { percent: 12.5 }, 1_000, 125],
    ['everything is the whole price', { percent: 100 }, 999, 999],
    ['nothing comes off a free item', { percent: 50 }, 0, 0],
  ])('%s', (_sentence, terms, price, taken) => {
    expect(discountCents(terms, price)).toBe(taken);
  });
});

describe('discounts on a sale', () => {
  test.each<[string, Parameters<typeof lineDiscounts>[0], DiscountTerms | undefined, number[]]>([
    [
      'one on a line is on that line alone',
      [{ cents: 1_000, discount: { percent: 20 } }, { cents: 500 }],
      undefined,
      [200, 0],
    ],
    ['one on the sale is shared by price', [{ cents: 1_000 }, { cents: 500 }], { cents: 300 }, [200, 100]],
    [
      'the cent that is left over goes to the largest remainder',
      [{ cents: 500 }, { cents: 1_000 }],
      { cents: 100 },
      [33, 67],
    ],
    [
      'and to the earlier line among equals',
      [{ cents: 100 }, { cents: 100 }, { cents: 100 }],
      { cents: 100 },
      [34, 33, 33],
    ],
    [
      'the sale’s is on what is left after the lines’ own',
      [{ cents: 1_000, discount: { cents: 500 } }, { cents: 500 }],
      { percent: 10 },
      [550, 50],
    ],
    [
      'no line goes below zero',
      [{ cents: 1_000, discount: { percent: 100 } }, { cents: 10 }],
      { cents: 5_000 },
      [1_000, 10],
    ],
    ['free items have no share', [{ cents: 0 }, { cents: 700 }], { percent: 50 }, [0, 350]],
    ['a sale of nothing but free items stays free', [{ cents: 0 }], { cents: 100 }, [0]],
  ])('%s', (_sentence, lines, onSale, taken) => {
    expect(lineDiscounts(lines, onSale)).toEqual(taken);
  });

  const terms = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100) }),
    fc.record({ cents: fc.integer({ min: 1, max: 5_000_000 }) }),
  );
  const lines = fc.array(
    fc.record({ cents: fc.integer({ min: 0, max: 99_999_999 }), discount: fc.option(terms, { nil: undefined }) }),
    { minLength: 1, maxLength: 20 },
  );

  test('the reductions of the lines add up to the discounts, and never exceed a price', () => {
    fc.assert(
      fc.property(lines, fc.option(terms, { nil: undefined }), (cart, onSale) => {
        const taken = lineDiscounts(cart, onSale);
        const own = cart.map(({ cents, discount }) => (discount ? discountCents(discount, cents) : 0));
        const left = cart.reduce((sum, { cents }, index) => sum + cents - (own[index] ?? 0), 0);
        const expected = own.reduce((sum, cents) => sum + cents, 0) + (onSale ? discountCents(onSale, left) : 0);
        expect(taken.reduce((sum, cents) => sum + cents, 0)).toBe(expected);
        cart.forEach(({ cents }, index) => {
          expect(taken[index]).toBeGreaterThanOrEqual(own[index] ?? 0);
          expect(taken[index]).toBeLessThanOrEqual(cents);
        });
      }),
    );
  });

  test('a percentage on the sale or on each line is within a limit of the same percentage, however it rounds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9_999 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 100 }),
        (prices, percent) => {
          expect(
            isWithinLimit(
              prices.map((cents) => ({ cents })),
              { percent },
              percent,
            ),
          ).toBe(true);
          expect(
            isWithinLimit(
              prices.map((cents) => ({ cents, discount: { percent } })),
              undefined,
              percent,
            ),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('the limit of a level', () => {
  test.each([
    ['admin', 100],
    ['manager', 60],
    ['point_of_sale', 10],
    ['operator', 10],
  ] as const)('%s gives up to %d%%', (level, percent) => {
    expect(discountLimit(level, { ...settingsDefaults.payments, managerDiscount: 60 })).toBe(percent);
  });

  test.each<[string, Parameters<typeof isWithinLimit>[0], DiscountTerms | undefined, boolean]>([
    ['10% on the sale', [{ cents: 1_000 }], { percent: 10 }, true],
    ['the same as an amount', [{ cents: 1_000 }], { cents: 100 }, true],
    ['a cent more', [{ cents: 1_000 }], { cents: 101 }, false],
    ['11% on one line of many', [{ cents: 100, discount: { percent: 11 } }, { cents: 100_000 }], undefined, false],
    ['10% on each line and 10% on the sale', [{ cents: 1_000, discount: { percent: 10 } }], { percent: 10 }, false],
    ['5% on a line and 5% on the sale', [{ cents: 1_000, discount: { percent: 5 } }], { percent: 5 }, true],
  ])('%s, with a limit of 10%%', (_sentence, lines, onSale, isWithin) => {
    expect(isWithinLimit(lines, onSale, 10)).toBe(isWithin);
  });

  test('is described in words', () => {
    expect([limitText(10), limitText(0)]).toEqual([
      'Your access level can give discounts of up to 10%',
      'Your access level cannot give discounts',
    ]);
  });
});
