import { expect, test } from 'vitest';
import { isHardDecline, nextRetryOn } from '#domain/contact-memberships/cardRetries.ts';

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

test.each([
  ['a stolen card', { decline_code: 'stolen_card' }, true],
  ['a lost card', { decline_code: 'lost_card' }, true],
  ['a closed account', { decline_code: 'invalid_account' }, true],
  ['payments that the holder stopped', { decline_code: 'revocation_of_authorization' }, true],
  ['advice not to try again', { decline_code: 'generic_decline', advice_code: 'do_not_try_again' }, true],
  ['too little money', { decline_code: 'insufficient_funds', advice_code: 'try_again_later' }, false],
  ['no reason', { decline_code: 'generic_decline' }, false],
  ['nothing said', {}, false],
])('%s ends the retries: %#', (_case, decline, isHard) => {
  expect(isHardDecline(decline)).toBe(isHard);
});
