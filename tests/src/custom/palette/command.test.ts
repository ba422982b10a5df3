import { expect, test } from 'vitest';
import { matchesWords } from '#src/custom/palette/command.ts';

test.each([
  ['Check-ins', '', true],
  ['Check-ins', 'check', true],
  ['Check-ins', 'CHECK IN', true],
  ['Check-ins', 'checkin', true],
  ['Check-ins', 'in check', true],
  ['Settings', 'in', false],
  ['Switch location to Iron Peak Phoenix', 'phoe', true],
  ['Switch location to Iron Peak Phoenix', 'switch phoe', true],
  ['Switch location to Iron Peak Phoenix', 'switch denver', false],
  ['Café Órla', 'ór', true],
  ['Sign Out', '...', true],
])('each word typed begins a word: %s by %j: %s', (phrase, text, found) =>
  expect(matchesWords(phrase, text)).toBe(found),
);
