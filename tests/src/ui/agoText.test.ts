import { expect, test } from 'vitest';
import { agoText } from '#src/ui/agoText.ts';

const now = new Date('2026-03-10T12:30:00Z');
const afterMidnight = new Date(2026, 2, 10, 0, 30);

test.each([
  ['2026-03-10T12:31:00Z', 'this minute'],
  ['2026-03-10T12:29:50Z', 'this minute'],
  ['2026-03-10T12:05:00Z', '25 minutes ago'],
  ['2026-03-10T10:00:00Z', '2 hours ago'],
  ['2026-03-09T12:00:00Z', 'yesterday'],
  ['2026-03-05T12:00:00Z', '5 days ago'],
])('%s is %s', (time, text) => {
  expect(agoText(time, now)).toBe(text);
});

test('hours are said before midnight too', () => {
  expect(agoText(new Date(2026, 2, 9, 22, 0).toISOString(), afterMidnight)).toBe('2 hours ago');
});
