import { capitalize } from '#domain/shared/capitalize.ts';

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

const isKnown = (status: string): status is InvoiceStatus => Object.hasOwn(labels, status);

/** A missing status is 'Unknown'; an unknown one is capitalized. */
export function invoiceStatusLabel(status: string | null | undefined): string {
  if (!status) return 'Unknown';
  return isKnown(status) ? labels[status] : capitalize(status);
}
