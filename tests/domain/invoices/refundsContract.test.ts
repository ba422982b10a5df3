import { describe, expect, test } from 'vitest';
import { refundBody } from '#domain/invoices/refundsContract.ts';

const inCash = { destination: 'cash', reason: 'A mistake' };
const line = { position: 0, quantity: 1 };

describe('the body of a refund', () => {
  test.each([
    ['everything that is left', inCash],
    ['an amount', { ...inCash, amount: 1.05 }],
    ['lines, of which some go back into stock', { ...inCash, lines: [line], restock: [0] }],
    ['a choice about the membership', { ...inCash, membership: 'end_now' }],
  ])('takes %s', (_what, body) => {
    expect(refundBody.safeParse(body).error).toBeUndefined();
  });

  test.each([
    ['without a reason', { destination: 'cash' }, 'Reason is required'],
    ['with an empty reason', { ...inCash, reason: ' ' }, 'Reason is required'],
    ['without a destination', { reason: 'A mistake' }, 'Choose where the money goes'],
    ['of nothing', { ...inCash, amount: 0 }, 'Amount must be more than 0'],
    ['of a fraction of a cent', { ...inCash, amount: 1.005 }, 'Must have at most two decimals'],
    ['of an amount and of lines', { ...inCash, amount: 1, lines: [line] }, 'Refund an amount or lines, not both'],
    ['of no lines', { ...inCash, lines: [] }, 'Choose at least one line'],
    ['of a line twice', { ...inCash, lines: [line, line] }, 'Each line may be named once'],
    ['with a line restocked twice', { ...inCash, restock: [0, 0] }, 'Each line may be named once'],
    ['of none of a line', { ...inCash, lines: [{ position: 0, quantity: 0 }] }, 'Quantity must be at least 1'],
    [
      'of a line before the first',
      { ...inCash, lines: [{ position: -1, quantity: 1 }] },
      'A line is named by its position from 0',
    ],
    [
      'with an unknown choice about the membership',
      { ...inCash, membership: 'pause' },
      'Choose what happens to the membership',
    ],
  ])('%s is refused', (_what, body, message) => {
    expect(refundBody.safeParse(body).error?.issues[0]?.message).toBe(message);
  });

  test('with an unknown field is refused', () => {
    expect(refundBody.safeParse({ ...inCash, tip: 3 }).success).toBe(false);
  });
});
