import type { Tone } from './tone.ts';

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['cash', 'card'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const tones: Record<PaymentStatus, Tone> = {
  completed: 'success',
  failed: 'error',
  pending: 'warning',
  refunded: 'neutral',
};
const isKnown = (status: string): status is PaymentStatus => Object.hasOwn(tones, status);

/** A status the table does not name is neutral, never an exception. */
export const paymentTone = (status: string | null | undefined): Tone =>
  status && isKnown(status) ? tones[status] : 'neutral';

/** `completed` → 'Completed'; missing → 'Unknown'. */
export const paymentStatusLabel = (status: string | null | undefined): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : 'Unknown';
