import { describe, expect, test } from 'vitest';
import { readAmount, readRenewal, readStatus } from '#domain/contact-import/words.ts';

describe('words', () => {
  test.each([
    ['Active', 'active'],
    ['CURRENT', 'active'],
    ['Declined', 'active'],
    ['On Hold', 'suspended'],
    ['Frozen', 'suspended'],
    ['Not Started', 'pending'],
    ['Terminated', 'expired'],
    ['Non-member', 'expired'],
    ['Cancelled', 'expired'],
    ['Alumni', 'expired'],
    ['Alert', 'active'],
    ['Pending Active', 'pending'],
    ['No Membership', 'expired'],
    ['Pending Cancel', 'Pending Cancel'],
    ['Wizard', 'Wizard'],
  ])('the status %s is %s', (text, status) => expect(readStatus(text)).toBe(status));

  test.each([
    ['Credit Card', 'card'],
    ['Autopay', 'card'],
    ['Yes', 'card'],
    ['Cash', 'manual'],
    ['Paid in Full', 'none'],
    ['No', 'none'],
    ['Barter', 'Barter'],
  ])('the renewal %s is %s', (text, renewal) => expect(readRenewal(text)).toBe(renewal));

  test.each([
    ['$1,234.50', 1234.5],
    ['49', 49],
    ['49,00 €', 49],
    ['USD 12.5', 12.5],
    ['(12.00)', -12],
    ['-3', -3],
    ['1,234', 1234],
    ['1.234,50 €', 1234.5],
    ['12,50', 12.5],
    ['1.234.567,5', 1234567.5],
    ['1.23,50', Number.NaN],
    ['1,234,50', Number.NaN],
    ['free', Number.NaN],
    ['', Number.NaN],
    ['12.', Number.NaN],
  ])('the amount %s is %s', (text, amount) => expect(readAmount(text)).toBe(amount));
});
