import { useQuery } from '@tanstack/react-query';
import { doorActions } from '#src/dataProvider/doors.ts';

/** Read again while the page is open: controllers connect without it. */
export const useDoors = (locationId: string) =>
  useQuery({
    queryKey: ['doors', locationId],
    queryFn: ({ signal }) => doorActions.list(locationId, signal),
    refetchInterval: 15_000,
  });
