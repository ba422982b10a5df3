import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

const keyOf = (membershipId: string) => ['memberships', 'salesItems', membershipId];

/** The additional charges of a plan. */
export const useCharges = (membershipId: string) => {
  const data = useAppDataProvider();
  return useQuery({ queryKey: keyOf(membershipId), queryFn: ({ signal }) => data.membershipSalesItems(membershipId, signal) });
};

/** Reads them again, after one was added, changed or removed. */
export const useChargesChanged = (membershipId: string) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(membershipId) });
};
