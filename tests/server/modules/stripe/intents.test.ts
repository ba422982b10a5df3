import { expect, test } from 'vitest';
import { isHardDecline } from '#server/modules/stripe/intents.ts';

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
