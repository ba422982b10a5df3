import { useQuery } from '@tanstack/react-query';
import { deviceActions } from '#src/dataProvider/devices.ts';

/** The devices of a location, read again while the page is open: they are seen, and pair, without it. */
export const useDevices = (locationId: string, pollMs = 15_000) =>
  useQuery({
    queryKey: ['devices', locationId],
    queryFn: ({ signal }) => deviceActions.list(locationId, signal),
    refetchInterval: pollMs,
  });
