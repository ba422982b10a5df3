import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';

/** One page of a contact's membership history. */
export const useContactMemberships = (contactId: string, page: number, limit: number) => {
  const { contactMemberships } = useConsoleData();
  return useQuery({
    queryKey: ['contacts', 'contactMemberships', contactId, { page, limit }],
    queryFn: ({ signal }) => contactMemberships(contactId, { page, limit }, signal),
    placeholderData: keepPreviousData,
  });
};
