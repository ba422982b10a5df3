import { expect, test } from 'vitest';
import { readPairingCode } from '#domain/devices/pairingCode.ts';

test.each([
  ['ABCDEFGH', 'ABCDEFGH'],
  [' abcd-efgh ', 'ABCDEFGH'],
  ['2345 6789', '23456789'],
  ['ＡＢＣＤ－ＥＦＧＨ', 'ABCDEFGH'],
  ['{"v":1,"url":"https://gym.test","code":"ABCDEFGH"}', 'ABCDEFGH'],
  ['{"v":1,"url":"https://gym.test"}', null],
  ['{"code":7}', null],
  ['{', null],
  ['ABCDEFG', null],
  ['ABCDEFGHJ', null],
  ['ABCDEFG0', null],
  ['', null],
])('%j is read as %j', (text, code) => expect(readPairingCode(text)).toBe(code));
