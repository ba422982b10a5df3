import { expect, test } from 'vitest';
import { invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import {
  invoiceSeverity,
  membershipSeverities,
  membershipStatusBadge,
  paymentSeverity,
  paymentStatusLabel,
  purchaseHistorySeverity,
} from '#src/ui/statuses.ts';

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
  expect([invoiceStatusLabel(status), purchaseHistorySeverity(status), invoiceSeverity(status)]).toEqual([
    label,
    history,
    list,
  ]);
});

test.each([
  ['completed', 'Completed', 'success'],
  ['failed', 'Failed', 'error'],
  ['pending', 'Pending', 'warning'],
  ['refunded', 'Refunded', 'neutral'],
  ['held', 'Held', 'neutral'],
  [null, 'Unknown', 'neutral'],
])('a payment that is %s reads %s and is %s', (status, label, severity) => {
  expect([paymentStatusLabel(status), paymentSeverity(status)]).toEqual([label, severity]);
});

test('a membership that is active is success, pending warning, suspended danger, expired secondary', () => {
  expect(membershipSeverities).toEqual({
    active: 'success',
    pending: 'warning',
    suspended: 'error',
    expired: 'neutral',
  });
});

test('a membership that is frozen says until when and is info, not suspended', () => {
  const term = { accessEnabled: false, startDate: '2026-01-01', endDate: null, contractEndDate: null };
  const badge = (frozenUntil: string | null) =>
    membershipStatusBadge({ ...term, status: 'suspended', frozenUntil }, '2026-11-24');
  expect(badge('2026-12-03')).toEqual({ severity: 'info', label: 'Frozen until Dec 3' });
  expect(badge(null)).toEqual({ severity: 'error', label: 'Suspended' });
});
