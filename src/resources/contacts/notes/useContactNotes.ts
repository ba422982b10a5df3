import { useQuery } from '@tanstack/react-query';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** The dated notes of a contact, the newest first. Not asked for by a level that does not see contacts. */
export const useContactNotes = (contactId: string) => {
  const data = useAppDataProvider();
  const { can } = useAccess();
  return useQuery({
    queryKey: ['contacts', 'notes', contactId],
    queryFn: ({ signal }) => data.contactNotes(contactId, signal),
    enabled: can('contacts'),
  });
};
