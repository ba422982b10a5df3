import { expect, test } from 'vitest';
import { changePercent, computeChurn, getFigure, toAge } from '#domain/reports/reportFigures.ts';
import { figureText } from '#domain/reports/reportText.ts';

test.each([
  [0, '0-7'],
  [7, '0-7'],
  [8, '8-30'],
  [30, '8-30'],
  [31, '31-60'],
  [60, '31-60'],
  [61, 'over-60'],
  [4_000, 'over-60'],
  [-1, '0-7'],
])('%i days are in the age %s', (days, age) => {
  expect(toAge(days)).toBe(age);
});

test.each([
  [1, 3, 0.3333],
  [0, 10, 0],
  [5, 5, 1],
  [2, 0, null],
])('%i left of %i members are a churn of %s', (left, atStart, churn) => {
  expect(computeChurn(left, atStart)).toBe(churn);
});

test.each([
  [120, 100, 20],
  [50, 100, -50],
  [0, 100, -100],
  [10, 0, null],
  [10, undefined, null],
  [null, 10, null],
  [-5, -10, 50],
])('from %s against %s before the change is %s percent', (now, before, percent) => {
  expect(changePercent(now, before)).toBe(percent);
});

test.each([
  ['net', 1234.5, '$1,234.50'],
  ['granted', 1234, '1,234'],
  ['churn', 0.0421, '4.2%'],
  ['churn', null, '—'],
] as const)('%s of %s reads %s', (name, value, text) => {
  expect(figureText(name, value)).toBe(text);
});

test.each([
  'invoices',
  'toCollect',
  'overdue',
  'writtenOff',
  'refunds',
  'moneyRefunded',
  'left',
  'churn',
  'recurringLost',
  'denied',
] as const)('more of %s is bad', (name) => {
  expect(getFigure(name).isBadWhenUp).toBe(true);
});
