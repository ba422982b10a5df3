import { expect, test } from 'vitest';
import { readCode } from '#domain/contacts/memberCode.ts';

test.each([
  ['ABCDEFGHJK29', 'ABCDEFGHJK29'],
  ['abcdefghjk29', 'ABCDEFGHJK29'],
  [' ABCD-EFGH JK29 ', 'ABCDEFGHJK29'],
  ['ＡＢＣＤＥＦＧＨＪＫ２９', 'ABCDEFGHJK29'],
  ['ABCDEFGHJK2', null],
  ['ABCDEFGHJK294', null],
  ['ABCDEFGHJK20', null],
  ['ABCDEFGHJKI9', null],
  ['Katherynbush', null],
  ['maya@ex29.te', null],
  ['', null],
] as const)('"%s" is the code %j', (typed, code) => expect(readCode(typed)).toBe(code));
