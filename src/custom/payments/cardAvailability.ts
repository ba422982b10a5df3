import type { StripeConfig } from '#domain/contract/company-stripe.ts';

/** Loading (unknown), not configured, or ready. */
export type CardAvailability = { state: 'loading' } | { state: 'not configured' } | { state: 'ready'; publishableKey: string };

/** A failure to load, or no company, means that cards are not configured. */
export const cardAvailability = ({ data, isPending }: { data?: StripeConfig | null | undefined; isPending: boolean }): CardAvailability => {
  if (isPending) return { state: 'loading' };
  if (!data?.hasStripeKeys || !data.stripePublishableKey) return { state: 'not configured' };
  return { state: 'ready', publishableKey: data.stripePublishableKey };
};
