import type { Severity } from './severity.ts';

export const invoiceStatuses = ['draft', 'open', 'partially_paid', 'paid', 'overdue', 'void', 'refunded'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

const labels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  open: 'Open',
  partially_paid: 'Partially Paid',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
  refunded: 'Refunded',
};

/** The badge in a contact's purchase history. */
const purchaseTones: Record<InvoiceStatus, Severity> = {
  paid: 'success',
  open: 'warning',
  partially_paid: 'warning',
  overdue: 'error',
  refunded: 'error',
  draft: 'neutral',
  void: 'neutral',
};

/** The badge in invoice lists and details, which differs from the purchase history. */
const invoiceTones: Record<InvoiceStatus, Severity> = {
  paid: 'success',
  open: 'warning',
  partially_paid: 'warning',
  overdue: 'error',
  void: 'neutral',
  refunded: 'neutral',
  draft: 'info',
};

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(labels, status);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A missing status is 'Unknown'; an unknown one is capitalized. */
export function invoiceStatusLabel(status: string | null | undefined): string {
  if (!status) return 'Unknown';
  return isKnown(status) ? labels[status] : capitalized(status);
}

const severityIn = (severities: Record<InvoiceStatus, Severity>) => (status: string | null | undefined): Severity =>
  status && isKnown(status) ? severities[status] : 'neutral';

export const purchaseHistorySeverity = severityIn(purchaseTones);
export const invoiceSeverity = severityIn(invoiceTones);
