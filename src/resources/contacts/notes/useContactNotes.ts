import { useQuery } from '@tanstack/react-query';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';

/** The dated notes of a contact, the newest first. Not asked for by a level that does not see contacts. */
export const useContactNotes = (contactId: string) => {
  const { can } = useAccess();
  return useQuery({
    queryKey: ['contacts', 'notes', contactId],
    queryFn: ({ signal }) => contactActions.contactNotes(contactId, signal),
    enabled: can('contacts'),
  });
};
