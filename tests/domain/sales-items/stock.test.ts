import { expect, test } from 'vitest';
import { isStockLow, marginPercent } from '#domain/sales-items/stock.ts';

const item = { isActive: true, isPhysicalItem: true, inventoryQuantity: 5, lowStockLevel: null };

test.each([
  ['at its level', { lowStockLevel: 5 }, true],
  ['above its level', { lowStockLevel: 4 }, false],
  ['without a level', {}, false],
  ['sold out without a level', { inventoryQuantity: 0 }, true],
  ['inactive', { inventoryQuantity: 0, isActive: false }, false],
  ['without stock', { inventoryQuantity: 0, isPhysicalItem: false }, false],
])('%s it is low: %o', (_what, change, isLow) => {
  expect(isStockLow({ ...item, ...change })).toBe(isLow);
});

test.each([
  [10, 4, 60],
  [3, 1, 67],
  [4, 5, -25],
  [0, 1, undefined],
])('of a price of %d and a cost of %d, %o percent are left', (price, cost, percent) => {
  expect(marginPercent(price, cost)).toBe(percent);
});
