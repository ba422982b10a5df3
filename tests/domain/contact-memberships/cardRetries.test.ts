import { expect, test } from 'vitest';
import { nextRetryOn } from '#domain/contact-memberships/cardRetries.ts';

test.each([
  ['the first failure', '2027-04-14', 1, '2027-04-14', [1, 3, 6, 13], '2027-04-15'],
  ['the second', '2027-04-14', 2, '2027-04-15', [1, 3, 6, 13], '2027-04-17'],
  ['the fourth, over the end of a month', '2027-04-20', 4, '2027-04-26', [1, 3, 6, 13], '2027-05-03'],
  ['the last', '2027-04-14', 5, '2027-04-27', [1, 3, 6, 13], null],
  ['a day that the server was down', '2027-04-14', 2, '2027-04-20', [1, 3, 6, 13], '2027-04-21'],
  ['no retries', '2027-04-14', 1, '2027-04-14', [], null],
])('after %s', (_case, firstFailedOn, failures, today, retryDays, next) => {
  expect(nextRetryOn({ firstFailedOn, failures, today, retryDays })).toBe(next);
});
