import { expect, test } from 'vitest';
import { agoText } from '#src/ui/agoText.ts';

const now = new Date('2026-03-10T12:30:00Z');

test.each([
  ['2026-03-10T12:31:00Z', 'this minute'],
  ['2026-03-10T12:29:50Z', 'this minute'],
  ['2026-03-10T12:05:00Z', '25 minutes ago'],
  ['2026-03-10T10:00:00Z', '2 hours ago'],
  ['2026-03-09T12:00:00Z', 'yesterday'],
  ['2026-03-05T12:00:00Z', '5 days ago'],
])('%s is %s', (time, text) => {
  expect(agoText(time, now, 'UTC')).toBe(text);
});

test('hours are said before midnight too', () => {
  expect(agoText('2026-03-09T22:00:00Z', new Date('2026-03-10T00:30:00Z'), 'UTC')).toBe('2 hours ago');
});

test.each([
  ['Pacific/Honolulu', 'yesterday'],
  ['Asia/Tokyo', '2 days ago'],
])('days are counted by the calendar of the place: %s', (timezone, text) => {
  expect(agoText('2026-03-08T14:00:00Z', new Date('2026-03-09T16:00:00Z'), timezone)).toBe(text);
});

test('the day on which clocks go back has 25 hours', () => {
  expect(agoText('2026-11-01T06:10:00Z', new Date('2026-11-02T06:30:00Z'), 'America/Denver')).toBe('24 hours ago');
});
