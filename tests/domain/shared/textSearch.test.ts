import { expect, test } from 'vitest';
import { hasWords } from '#domain/shared/textSearch.ts';

test.each([
  ['Water 20 oz', '20 water', true],
  ['Water 20 oz', 'water 30', false],
  ['Crème Brûlée Bar', 'creme brulee', true],
  ['Men’s Tank', 'mens tank', true],
  ["Men's Tank", 'men’s', true],
  ['Mens Tank', "men's", true],
  ['D’Angelo’s Special', 'dangelos', true],
  ['D’Angelo’s Special', 'angelo', true],
  ['Groß', 'GROSS', true],
  ['Water', '', true],
  ['Water', "'", false],
  ['Men’s Tank', "'", true],
])('%j is found by %j: %s', (text, typed, isFound) => {
  expect(hasWords(text, typed)).toBe(isFound);
});
