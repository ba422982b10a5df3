import { useQuery } from '@tanstack/react-query';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';

/** How a company takes cards; null when nothing is configured. */
export const useStripeConfig = (companyId: string | undefined) => {
  const data = useConsoleData();
  return useQuery({
    queryKey: ['company', 'stripe', companyId],
    queryFn: ({ signal }) => (companyId ? data.stripeConfig(companyId, signal) : null),
  });
};
