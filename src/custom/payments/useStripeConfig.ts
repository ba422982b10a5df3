import { useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** How a company takes cards; null when nothing is configured. */
export const useStripeConfig = (companyId: string | undefined) => {
  const data = useAppDataProvider();
  return useQuery({
    queryKey: ['company', 'stripe', companyId],
    queryFn: ({ signal }) => (companyId ? data.stripeConfig(companyId, signal) : null),
  });
};
