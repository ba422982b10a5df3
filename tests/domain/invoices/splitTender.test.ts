import { expect, test } from 'vitest';
import { splitRefusal } from '#domain/invoices/splitTender.ts';

test.each([
  [2_646, 1_000, undefined],
  [2_646, 1, undefined],
  [2_646, 2_596, undefined],
  [2_646, 2_597, 'At least $0.50 must be left for the card'],
  [2_646, 2_645, 'At least $0.50 must be left for the card'],
  [2_646, 2_646, 'The cash must be less than the total of $26.46'],
  [2_646, 3_000, 'The cash must be less than the total of $26.46'],
  [40, 10, 'At least $0.50 must be left for the card'],
  [0, 100, 'The cash must be less than the total of $0.00'],
  [2_646, 0, 'The cash must be more than 0'],
  [2_646, -1, 'The cash must be more than 0'],
])('of %d cents, %d in cash: %s', (total, cash, refusal) => {
  expect(splitRefusal(total, cash)).toBe(refusal);
});
