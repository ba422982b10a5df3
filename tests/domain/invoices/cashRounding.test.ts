import { expect, test } from 'vitest';
import { refundRounding, settlingCash, toCashRounding } from '#domain/invoices/cashRounding.ts';

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

test.each([
  [5, [333, 333, 414], [335, 330, 415]],
  [5, [2, 2, 2], [0, 5, 0]],
  [10, [333, 333, 414], [330, 340, 410]],
  [0, [333, 333, 414], [333, 333, 414]],
])('at a coin of %d, cash refunds of %j hand out %j: no more than one refund of all of it', (step, refunds, handed) => {
  const earlier: { cents: number; rounding: number }[] = [];
  for (const cents of refunds) earlier.push({ cents, rounding: refundRounding(cents, step, earlier) });
  expect(earlier.map(({ cents, rounding }) => cents + rounding)).toEqual(handed);
});
