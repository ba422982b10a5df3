import { useQuery } from '@tanstack/react-query';
import type { StripeConfig } from '#domain/stripe/contract.ts';
import { companyStripeActions } from '#src/dataProvider/company.ts';

export const useStripeConfig = (companyId: string | undefined) => {
  return useQuery({
    queryKey: ['company', 'stripe', companyId],
    queryFn: ({ signal }) => (companyId ? companyStripeActions.stripeConfig(companyId, signal) : null),
  });
};

type CardAvailability = { state: 'loading' } | { state: 'not configured' } | { state: 'ready'; publishableKey: string };

/** A failure to load, or no company, means that cards are not configured. */
export const cardAvailability = ({
  data,
  isPending,
}: {
  data?: StripeConfig | null | undefined;
  isPending: boolean;
}): CardAvailability => {
  if (isPending) return { state: 'loading' };
  if (!data?.hasStripeKeys || !data.stripePublishableKey) return { state: 'not configured' };
  return { state: 'ready', publishableKey: data.stripePublishableKey };
};
