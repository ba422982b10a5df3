import { expect, test } from 'vitest';
import { guessDateOrder, needsDateOrder, readBirthday } from '#domain/contact-import/dates.ts';

const today = '2026-03-10';

test.each([
  ['one day past the twelfth says month first', ['3/4/1990', '3/25/1990'], 'month'],
  ['one day past the twelfth says day first', ['3/4/1990', '25/3/1990'], 'day'],
  ['a single mistake does not turn the others', ['3/25/1990', '4/26/1991', '13/4/1990'], 'month'],
  ['nothing that decides is read as in the United States', ['3/4/1990', ''], 'month'],
  ['dots are written day first', ['3.4.1990', '5.6.1991'], 'day'],
  ['no dates at all', ['x'], 'month'],
] as const)('the column as a whole decides the order: %s', (_case, column, order) => {
  expect(guessDateOrder(column)).toBe(order);
});

test.each([
  ['1990-03-04', 'month', '1990-03-04'],
  ['1990-3-4', 'month', '1990-03-04'],
  ['1990/03/04', 'day', '1990-03-04'],
  ['19900304', 'day', '1990-03-04'],
  ['1990-03-04T00:00:00.000Z', 'month', '1990-03-04'],
  ['3/4/1990 12:00:00 AM', 'month', '1990-03-04'],
  ['3/4/1990', 'month', '1990-03-04'],
  ['3/4/1990', 'day', '1990-04-03'],
  ['03-04-1990', 'day', '1990-04-03'],
  ['4.3.1990', 'day', '1990-03-04'],
  ['3/4/90', 'month', '1990-03-04'],
  ['3/4/26', 'month', '2026-03-04'],
  ['3/4/27', 'month', '1927-03-04'],
  ['Mar 4, 1990', 'day', '1990-03-04'],
  ['March 4th 1990', 'day', '1990-03-04'],
  ['4 March 1990', 'month', '1990-03-04'],
  ['4-Mar-90', 'month', '1990-03-04'],
  ['Sept 4, 1990', 'month', '1990-09-04'],
  ['32936', 'month', '1990-03-04'],
  ['32936.5', 'day', '1990-03-04'],
  ['2936', 'month', '2936'],
  ['132936', 'month', '132936'],
  ['2/30/1990', 'month', '2/30/1990'],
  ['13/4/1990', 'month', '13/4/1990'],
  ['4 Foo 1990', 'month', '4 Foo 1990'],
  ['unknown', 'month', 'unknown'],
] as const)('%s, %s first, is %s', (text, order, date) => {
  expect(readBirthday(text, order, today)).toBe(date);
});

test('the order matters only to dates that are all numbers with the year last', () => {
  expect([['3/4/1990'], ['1990-03-04', 'Mar 4, 1990', '']].map(needsDateOrder)).toEqual([true, false]);
});
