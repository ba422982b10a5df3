import { useQuery } from '@tanstack/react-query';
import { householdActions } from '#src/dataProvider/households.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';

/** The household of a contact, or null. Not asked for by a level that does not see contacts. */
export const useHousehold = (contactId: string) => {
  const { can } = useAccess();
  return useQuery({
    queryKey: ['contacts', 'household', contactId],
    queryFn: ({ signal }) => householdActions.householdOf(contactId, signal),
    enabled: can('contacts'),
  });
};
