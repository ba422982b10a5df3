import { expect, test } from 'vitest';
import { readDrawing } from '#domain/signatures/drawing.ts';
import { initials, isMinor, signingRefusal, signingRefusals } from '#domain/signatures/signing.ts';
import { drawing } from '#tests/support/signing.ts';

test.each([
  ['the day before the 18th birthday', '2008-11-28', true],
  ['the 18th birthday', '2008-11-27', false],
  ['born on February 29', '2008-02-29', false],
  ['born tomorrow', '2026-11-28', true],
] as const)('%s', (_case, born, expected) => {
  expect(isMinor(born, '2026-11-27')).toBe(expected);
});

test('February 29 counts as February 28 in other years', () => {
  expect([isMinor('2008-02-29', '2026-02-27'), isMinor('2008-02-29', '2026-02-28')]).toEqual([true, false]);
});

test.each([
  ['an adult', '1990-01-01', false, null],
  ['an adult with a guardian', '1990-01-01', true, null],
  ['a minor', '2015-01-01', false, signingRefusals.needsGuardian],
  ['a minor with a guardian', '2015-01-01', true, null],
  ['somebody of unknown age', null, true, signingRefusals.needsBirthDate],
] as const)('%s', (_case, dateOfBirth, hasGuardian, refusal) => {
  expect(signingRefusal({ dateOfBirth, hasGuardian }, '2026-11-27')).toBe(refusal);
});

test.each([
  ['Łukasz Nguyễn 李', 'Ł. N. 李.'],
  ['  Casey   Jones ', 'C. J.'],
  ['𠮷田', '𠮷.'],
])('the initials of %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test.each([
  ['a PNG', drawing, true],
  ['something else', 'R0lGODlh', false],
  ['no base64', 'iVBORw0KGgo*', false],
  ['base64 of a wrong length', 'iVBORw0KGgoAA', false],
  ['nothing', '', false],
])('%s as a drawing', (_case, text, expected) => {
  expect(readDrawing(text) !== null).toBe(expected);
});
