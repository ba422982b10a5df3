export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
