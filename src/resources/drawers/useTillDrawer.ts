import { useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** The drawer that is open at a location, and what its last close counted. */
export const useTillDrawer = (locationId: string, enabled = true) => {
  const data = useAppDataProvider();
  return useQuery({
    queryKey: ['drawers', 'till', locationId],
    queryFn: ({ signal }) => data.tillDrawer(locationId, signal),
    enabled,
  });
};
