import { useQuery } from '@tanstack/react-query';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { drawerActions } from '#src/dataProvider/drawers.ts';
import { useHasBeen } from '#src/ui/useHasBeen.ts';

/** The drawer that is open at a location, and what its last close counted. */
export const useTillDrawer = (locationId: string, enabled = true) => {
  return useQuery({
    queryKey: ['drawers', 'till', locationId],
    queryFn: ({ signal }) => drawerActions.tillDrawer(locationId, signal),
    enabled,
  });
};

/** Known once the drawer was read, or could not be, or when it is not the user's to know. */
export const useIsDrawerKnown = (locationId: string | null) => {
  const mayUse = useMayAt({ locationId }, 'drawers:use');
  return useHasBeen(!useTillDrawer(locationId ?? '', mayUse && locationId !== null).isLoading);
};
