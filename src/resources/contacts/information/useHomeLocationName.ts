import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

/** What the contact's home location is called; the answer to a change does not say it, the scope may. */
export const useHomeLocationName = ({ homeLocation, homeLocationId }: ContactRecord): string | undefined => {
  const { locations } = useLocationScope();
  return homeLocation?.id === homeLocationId ? homeLocation.name : locations.find(({ id }) => id === homeLocationId)?.name;
};
