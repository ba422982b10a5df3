import { expect, test } from 'vitest';
import { invoiceStatuses } from '#domain/invoices/invoiceStatus.ts';
import { shortInvoiceId, printedStatus } from '#domain/invoices/printedInvoice.ts';

test.each([
  ['paid', 0, 'Paid', null],
  ['paid', 5, 'Paid – not paid in full', 'NOT PAID'],
  ['open', 5, 'Open – not paid in full', 'NOT PAID'],
  ['partially_paid', 5, 'Partially Paid – not paid in full', 'NOT PAID'],
  ['overdue', 5, 'Overdue – not paid in full', 'NOT PAID'],
  ['void', 0, 'Void – not payable', 'VOID'],
  ['draft', 5, 'Draft – not an invoice yet', 'DRAFT'],
  ['refunded', 0, 'Refunded', 'REFUNDED'],
  [undefined, 0, 'Unknown – not paid in full', 'NOT PAID'],
])('a printed invoice that is %s with %d due says so: %s', (status, due, text, watermark) => {
  expect(printedStatus({ status, due })).toMatchObject({ text, watermark });
});

test('only one that is paid with nothing due is settled', () => {
  const settled = invoiceStatuses.filter((status) => printedStatus({ status, due: 0 }).isSettled);
  expect(settled).toEqual(['paid']);
});

test('the number of an invoice is the last 8 characters of its id in uppercase', () => {
  expect(shortInvoiceId('018f0000-0000-7000-9000-0000abcd1234')).toBe('ABCD1234');
});
