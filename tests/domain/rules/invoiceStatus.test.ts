import { expect, test } from 'vitest';
import { invoiceStatusLabel, invoiceTone, purchaseHistoryTone } from '#domain/rules/invoiceStatus.ts';
import { paymentStatusLabel, paymentTone } from '#domain/rules/paymentStatus.ts';

test.each([
  ['paid', 'Paid', 'success', 'success'],
  ['open', 'Open', 'warning', 'warning'],
  ['partially_paid', 'Partially Paid', 'warning', 'warning'],
  ['overdue', 'Overdue', 'error', 'error'],
  ['refunded', 'Refunded', 'error', 'neutral'],
  ['draft', 'Draft', 'neutral', 'info'],
  ['void', 'Void', 'neutral', 'neutral'],
  ['disputed', 'Disputed', 'neutral', 'neutral'],
  ['toString', 'ToString', 'neutral', 'neutral'],
  [null, 'Unknown', 'neutral', 'neutral'],
  [undefined, 'Unknown', 'neutral', 'neutral'],
  ['', 'Unknown', 'neutral', 'neutral'],
])('an invoice that is %s reads %s, is %s in purchase history and %s in invoices', (status, label, history, list) => {
  expect([invoiceStatusLabel(status), purchaseHistoryTone(status), invoiceTone(status)]).toEqual([label, history, list]);
});

test.each([
  ['completed', 'Completed', 'success'],
  ['failed', 'Failed', 'error'],
  ['pending', 'Pending', 'warning'],
  ['refunded', 'Refunded', 'neutral'],
  ['held', 'Held', 'neutral'],
  [null, 'Unknown', 'neutral'],
])('a payment that is %s reads %s and is %s', (status, label, tone) => {
  expect([paymentStatusLabel(status), paymentTone(status)]).toEqual([label, tone]);
});
