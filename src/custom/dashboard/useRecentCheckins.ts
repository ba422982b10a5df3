import { recentCheckinsLimit } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

/** The newest check-ins at the selected location, up to 100. */
export const useRecentCheckins = () => {
  const { id: locationId } = useSelectedLocation();
  return useRows<CheckinRecord>('checkins', {
    pagination: { page: 1, perPage: recentCheckinsLimit },
    sort: { field: 'checkinTime', order: 'DESC' },
    filter: { locationId },
  });
};
