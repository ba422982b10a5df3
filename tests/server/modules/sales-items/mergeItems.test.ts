import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeItems } from '#server/modules/sales-items/stock.ts';

test('the same item twice in one request counts once, in the order of ids', () => {
  const items = [
    { salesItemId: 'b', quantity: 1 },
    { salesItemId: 'a', quantity: 2 },
    { salesItemId: 'b', quantity: 3 },
  ];
  expect(mergeItems(items)).toEqual([
    { salesItemId: 'a', quantity: 2 },
    { salesItemId: 'b', quantity: 4 },
  ]);
});

test('merging keeps every item’s sum', () => {
  const items = fc.array(
    fc.record({ salesItemId: fc.constantFrom('a', 'b', 'c', 'd'), quantity: fc.integer({ min: 1, max: 50 }) }),
  );
  fc.assert(
    fc.property(items, (lines) => {
      const merged = mergeItems(lines);
      const ids = merged.map(({ salesItemId }) => salesItemId);
      expect(ids).toEqual([...new Set(lines.map(({ salesItemId }) => salesItemId))].toSorted());
      for (const { salesItemId, quantity } of merged) {
        const same = lines.filter((line) => line.salesItemId === salesItemId);
        expect(quantity).toBe(same.reduce((sum, line) => sum + line.quantity, 0));
      }
    }),
  );
});
