import type { Severity } from './severity.ts';

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['cash', 'card'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const severities: Record<PaymentStatus, Severity> = {
  completed: 'success',
  failed: 'error',
  pending: 'warning',
  refunded: 'neutral',
};
const isKnown = (status: string): status is PaymentStatus => Object.hasOwn(severities, status);

/** An unknown status is neutral. */
export const paymentSeverity = (status: string | null | undefined): Severity =>
  status && isKnown(status) ? severities[status] : 'neutral';

/** `completed` → 'Completed'; missing → 'Unknown'. */
export const paymentStatusLabel = (status: string | null | undefined): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Unknown';
