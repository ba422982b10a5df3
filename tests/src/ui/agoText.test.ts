import { expect, test } from 'vitest';
import { agoText } from '#src/ui/agoText.ts';

const now = new Date('2026-03-10T00:30:00Z');

test.each([
  ['2026-03-10T00:31:00Z', 'this minute'],
  ['2026-03-10T00:29:50Z', 'this minute'],
  ['2026-03-10T00:05:00Z', '25 minutes ago'],
  ['2026-03-09T22:00:00Z', '2 hours ago'],
  ['2026-03-08T23:00:00Z', 'yesterday'],
  ['2026-03-05T12:00:00Z', '5 days ago'],
])('%s is %s', (time, text) => {
  expect(agoText(time, now)).toBe(text);
});
