import { describe, expect, test } from 'vitest';
import {
  afterPayment,
  afterWriteOff,
  canBeVoided,
  isOutstanding,
  type InvoiceMoney,
  splitRefusal,
} from '#domain/invoices/collecting.ts';
import { invoiceStatuses } from '#domain/invoices/invoiceStatus.ts';

const open: InvoiceMoney = { status: 'open', total: 1_000, paid: 0, due: 1_000, writtenOff: 0 };
const part: InvoiceMoney = { ...open, status: 'partially_paid', paid: 400, due: 600 };
const writtenOff: InvoiceMoney = { ...open, status: 'void', paid: 400, due: 0, writtenOff: 600 };

test('open, partially paid and overdue invoices are owed; a draft is not', () => {
  expect(invoiceStatuses.filter(isOutstanding)).toEqual(['open', 'partially_paid', 'overdue']);
});

test('only what is owed and has nothing paid can be voided', () => {
  expect(invoiceStatuses.filter((status) => canBeVoided({ status, paid: 0 }))).toEqual([
    'open',
    'partially_paid',
    'overdue',
  ]);
  expect(canBeVoided(part)).toBe(false);
});

describe('a payment', () => {
  test.each([
    ['all of it', open, 1_000, { status: 'paid', paid: 1_000, due: 0, writtenOff: 0 }],
    ['a part', open, 400, { status: 'partially_paid', paid: 400, due: 600, writtenOff: 0 }],
    [
      'a part of an overdue one',
      { ...open, status: 'overdue' as const },
      1,
      { status: 'partially_paid', paid: 1, due: 999, writtenOff: 0 },
    ],
    ['the rest', part, 600, { status: 'paid', paid: 1_000, due: 0, writtenOff: 0 }],
    ['more than the total is not booked', part, 5_000, { status: 'paid', paid: 1_000, due: 0, writtenOff: 0 }],
    ['late, of what was written off', writtenOff, 600, { status: 'paid', paid: 1_000, due: 0, writtenOff: 0 }],
    ['late, a part of what was written off', writtenOff, 100, { status: 'void', paid: 500, due: 0, writtenOff: 500 }],
  ])('%s', (_what, invoice, cents, after) => {
    expect(afterPayment(invoice, cents)).toEqual(after);
    expect(after.paid + after.due + after.writtenOff).toBe(invoice.total);
  });
});

test('a write-off gives up what is due and keeps what is paid', () => {
  expect(afterWriteOff(part)).toEqual({ status: 'void', paid: 400, due: 0, writtenOff: 600 });
});

test.each([
  [2_646, 1_000, undefined],
  [2_646, 1, undefined],
  [2_646, 2_596, undefined],
  [2_646, 2_597, 'At least $0.50 must be left for the card'],
  [2_646, 2_645, 'At least $0.50 must be left for the card'],
  [2_646, 2_646, 'The cash must be less than the total of $26.46'],
  [2_646, 3_000, 'The cash must be less than the total of $26.46'],
  [40, 10, 'At least $0.50 must be left for the card'],
  [0, 100, 'The cash must be less than the total of $0.00'],
  [2_646, 0, 'The cash must be more than 0'],
  [2_646, -1, 'The cash must be more than 0'],
])('of %d cents, %d in cash: %s', (total, cash, refusal) => {
  expect(splitRefusal(total, cash)).toBe(refusal);
});
