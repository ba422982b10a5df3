import { expect, test } from 'vitest';
import { attemptsMax, nextAttempt, retryAfterMs } from '#domain/webhooks/attempts.ts';

const now = new Date('2026-03-01T00:00:00Z');
const hours = (ms: number) => ms / 3_600_000;

test.each([0, 0.5, 0.999])('ten attempts within 75 hours, whatever the jitter (%s)', (random) => {
  let at = now;
  let attempts = 1;
  for (let next = nextAttempt({ attempts }, at, random); next; next = nextAttempt({ attempts }, at, random)) {
    expect(next > at).toBe(true);
    at = next;
    attempts += 1;
  }
  expect([attempts, attemptsMax]).toEqual([10, 10]);
  expect(hours(at.getTime() - now.getTime())).toBeGreaterThan(60);
  expect(hours(at.getTime() - now.getTime())).toBeLessThan(75);
});

test('Retry-After makes an attempt later, never earlier, and by a day at most', () => {
  const wait = (askedMs: number) => (nextAttempt({ attempts: 2, askedMs }, now, 0)?.getTime() ?? 0) - now.getTime();
  expect(wait(1_000)).toBe(5 * 60_000);
  expect(wait(3_600_000)).toBe(3_600_000);
  expect(hours(wait(1e12))).toBe(24);
});

test.each([
  [undefined, undefined],
  ['120', 120_000],
  ['Sun, 01 Mar 2026 00:01:00 GMT', 60_000],
  ['Sat, 28 Feb 2026 00:01:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
])('Retry-After %s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
