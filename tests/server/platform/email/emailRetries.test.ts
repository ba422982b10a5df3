import { expect, test } from 'vitest';
import { emailRefusal, nextEmailAttempt } from '#server/platform/email/emailRetries.ts';

const now = new Date('2026-11-03T12:00:00Z');

test.each([
  [1, '2026-11-03T12:01:00.000Z'],
  [2, '2026-11-03T12:05:00.000Z'],
  [3, '2026-11-03T12:30:00.000Z'],
  [4, '2026-11-03T14:00:00.000Z'],
  [5, '2026-11-03T20:00:00.000Z'],
  [6, '2026-11-04T12:00:00.000Z'],
  [7, undefined],
  [20, undefined],
])('after %i failed attempts the next is at %s', (failed, next) => {
  expect(nextEmailAttempt(failed, now)?.toISOString()).toBe(next);
});

test.each([
  ['550 5.1.1 Mailbox unavailable', 'Mailbox unavailable'],
  ['550-5.1.1 No such user\r\n550 5.1.1 here', 'No such user 550 5.1.1 here'],
  ['451 Try again later', 'Try again later'],
  ['552 5.2.2', 'the email server gave no reason'],
  ['550', 'the email server gave no reason'],
  [`550 ${'x'.repeat(500)}`, 'x'.repeat(200)],
])('%s is shown as %s', (response, reason) => {
  expect(emailRefusal(response)).toBe(reason);
});
