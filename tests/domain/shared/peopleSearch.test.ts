import { expect, test } from 'vitest';
import { peopleSearch } from '#domain/shared/peopleSearch.ts';

test.each([
  ['the last name first', 'Harper, Anthony', ['Harper', 'Anthony'], []],
  ['without a blank after the comma', 'Harper,Anthony', ['Harper', 'Anthony'], []],
  ['parts of both names', ' harp  ant ', ['harp', 'ant'], []],
  ['an e-mail address', 'anthony@mail.test', ['anthony@mail.test'], []],
  ['a phone as it is shown', '(720) 555-0190', ['(720) 555-0190'], ['7205550190']],
  ['a phone with its extension', '720-555-0190 x45', ['720-555-0190 x45'], ['720555019045']],
  ['a name and a phone', 'Ann 555-0190', ['Ann', '5550190'], []],
  ['an amount', '1,234.50', ['1,234.50'], []],
  ['a comma and no more', ',', [','], []],
  ['more words than anybody has', 'a b c d e f g h i j k l', [...'abcdefghij'], []],
])('a search for people is read word by word: %s', (_case, typed, words, others) => {
  expect(peopleSearch(typed)).toEqual({ words, others });
});
