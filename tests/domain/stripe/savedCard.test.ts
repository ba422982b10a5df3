import { expect, test } from 'vitest';
import { expiredCardText, hasExpired, lastDayOfCard, savedCardText } from '#domain/stripe/savedCard.ts';

test.each([
  [2026, 8, '2026-08-31'],
  [2026, 12, '2026-12-31'],
  [2028, 2, '2028-02-29'],
  [2027, 2, '2027-02-28'],
])('a card of %i/%i can be charged until %s', (year, month, lastDay) => {
  expect(lastDayOfCard(year, month)).toBe(lastDay);
});

const visa = { brand: 'visa', lastDigits: '4242', lastDay: '2026-08-31' };

test.each([
  ['2026-08-31', false, 'Visa ending in 4242, expires 08/26'],
  ['2026-09-01', true, 'Visa ending in 4242, expired 08/26'],
])('on %s it has expired: %s', (today, isExpired, words) => {
  expect([hasExpired(visa, today), savedCardText(visa, today)]).toEqual([isExpired, words]);
});

test.each([
  ['2026-08-31', '2026-08-20', undefined],
  ['2026-09-01', '2026-08-20', 'Visa ending in 4242 expires 08/26, before the renewal'],
  ['2026-09-01', '2026-09-01', 'Visa ending in 4242 expired 08/26'],
])('a card for a charge on %s is named on %s when it will have expired: %s', (chargedOn, today, words) => {
  expect(expiredCardText(visa, chargedOn, today)).toBe(words);
});

test.each([
  ['american_express', 'American Express ending in 0005'],
  ['jcb', 'JCB ending in 0005'],
])('%s is called by its name', (brand, name) => {
  expect(savedCardText({ ...visa, brand, lastDigits: '0005' }, '2026-01-01')).toContain(name);
});
