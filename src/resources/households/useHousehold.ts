import { useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';

/** The household of a contact, or null. Not asked for by a level that does not see contacts. */
export const useHousehold = (contactId: string) => {
  const data = useAppDataProvider();
  const { can } = useAccess();
  return useQuery({
    queryKey: ['contacts', 'household', contactId],
    queryFn: ({ signal }) => data.householdOf(contactId, signal),
    enabled: can('contacts'),
  });
};
