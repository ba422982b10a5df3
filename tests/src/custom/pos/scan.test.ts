import { describe, expect, test } from 'vitest';
import { addProblem, isBarcodeNumber, nothingTyped, readScannedCode, typeKey } from '#src/custom/pos/scan.ts';
import { addItem, setQuantity } from '#src/custom/pos/cart.ts';
import { buildSalesItem } from '#tests/support/records.ts';

/** The bar code that Enter completes after these characters, each typed this many milliseconds after the previous one. */
const typed = (text: string, gaps: readonly number[], enterGap = gaps.at(-1) ?? 0) => {
  let [at, state] = [1000, nothingTyped];
  [...text].forEach((character, index) => {
    at += index === 0 ? 0 : (gaps[index - 1] ?? gaps.at(-1) ?? 0);
    state = typeKey(state, character, at);
  });
  return readScannedCode(state, at + enterGap);
};

test.each([
  ['a scan at 5 ms a character', typed('4006381333931', [5]), '4006381333931'],
  ['a slow scanner at 50 ms', typed('4006381333931', [50]), '4006381333931'],
  ['letters and signs', typed('GYM-01/A+', [8]), 'GYM-01/A+'],
  ['the shortest code', typed('1234', [8]), '1234'],
  ['three characters', typed('123', [8]), undefined],
  ['fingers at 80 ms', typed('towel', [80]), undefined],
  ['a pause in the middle leaves what came after it', typed('1234567', [8, 8, 300, 8]), '4567'],
  ['quick characters, and Enter after a pause', typed('4006381333931', [8], 400), undefined],
  ['with a space it is no bar code', typed('Cold Brew', [8]), undefined],
  ['64 characters', typed('x'.repeat(64), [8]), 'x'.repeat(64)],
  ['65 characters', typed('x'.repeat(65), [8]), undefined],
  ['Enter alone', readScannedCode(nothingTyped, 1000), undefined],
])('%s', (_case, code, expected) => {
  expect(code).toBe(expected);
});

test('of fingers, a pause and a scan only the scan counts', () => {
  let state = typeKey(nothingTyped, 'w', 1000);
  state = typeKey(state, 'a', 1120);
  for (const [index, character] of [...'40063'].entries()) state = typeKey(state, character, 1500 + index * 6);
  expect(readScannedCode(state, 1530)).toBe('40063');
});

test.each([
  ['4006', true],
  ['400', false],
  ['4006a', false],
])('whether %s in the search is a bar code: %s', (text, expected) => {
  expect(isBarcodeNumber(text)).toBe(expected);
});

describe('why nothing is added', () => {
  const water = buildSalesItem({ name: 'Water', isPhysicalItem: true, inventoryQuantity: 2 });
  const two = setQuantity(addItem([], water), water.id, 2);
  test.each([
    ['there is one', [], water, undefined],
    ['one of two is in the cart', addItem([], water), water, undefined],
    ['all are in the cart', two, water, 'All 2 in stock of Water are in the cart.'],
    ['sold out', [], { ...water, inventoryQuantity: 0 }, 'Water is out of stock.'],
    ['inactive', [], { ...water, isActive: false }, 'Water is inactive and cannot be sold.'],
    [
      'no stock to count',
      setQuantity(addItem([], buildSalesItem({ ...water, isPhysicalItem: false })), water.id, 10_000),
      { ...water, isPhysicalItem: false },
      'No more of Water fit in one sale.',
    ],
  ])('%s', (_case, cart, item, expected) => {
    expect(addProblem(cart, item)).toBe(expected);
  });
});
