import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** One page of a contact's membership history. */
export const useContactMemberships = (contactId: string, page: number, limit: number) => {
  const { contactMemberships } = useAppDataProvider();
  return useQuery({
    queryKey: ['contacts', 'contactMemberships', contactId, { page, limit }],
    queryFn: ({ signal }) => contactMemberships(contactId, { page, limit }, signal),
    placeholderData: keepPreviousData,
  });
};
