import { useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** What the plan costs this contact; always asked anew, because it is what will be charged. */
export const usePreview = (planId: string, contactId: string) => {
  const data = useAppDataProvider();
  return useQuery({
    queryKey: ['memberships', 'preview', planId, contactId],
    queryFn: ({ signal }) => data.purchasePreview(planId, contactId, signal),
    staleTime: 0,
    gcTime: 0,
  });
};
