import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ContactMembershipPage } from '#domain/contact-memberships/contract.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

export const useContactMemberships = (contactId: string, page: number, limit: number) => {
  const { contactMemberships } = useAppDataProvider();
  return useQuery({
    queryKey: ['contacts', 'contactMemberships', contactId, { page, limit }],
    queryFn: ({ signal }) => contactMemberships(contactId, { page, limit }, signal),
    select: withCard,
    placeholderData: keepPreviousData,
  });
};

/** Each membership with the card that pays its renewals. */
const withCard = ({ memberships, pagination, savedCard, hasSavedCard }: ContactMembershipPage) => ({
  memberships: memberships.map((membership) => ({ ...membership, savedCard, hasSavedCard })),
  pagination,
});
