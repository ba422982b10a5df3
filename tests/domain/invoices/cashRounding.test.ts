import { expect, test } from 'vitest';
import { toCashRounding, settlingCash } from '#domain/invoices/cashRounding.ts';

test.each([
  [997, 0, 0],
  [997, 5, -2],
  [998, 5, 2],
  [1_000, 5, 0],
  [2, 5, -2],
  [3, 5, 2],
  [994, 10, -4],
  [995, 10, 5],
  [996, 10, 4],
])('%d cents at a coin of %d: rounding adds %d', (cents, step, rounding) => {
  expect(toCashRounding(cents, step)).toBe(rounding);
});

test('only what settles the rest is rounded: the exact rest, or the rounded one', () => {
  const settled = { cents: 995, rounding: -2 };
  expect(settlingCash(997, 5)).toEqual(settled);
  expect(settlingCash(997, 5, 997)).toEqual(settled);
  expect(settlingCash(997, 5, 995)).toEqual(settled);
  expect(settlingCash(997, 5, 996)).toBeUndefined();
  expect(settlingCash(997, 5, 500)).toBeUndefined();
});
