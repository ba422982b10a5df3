import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useStore } from 'react-admin';
import type { ContactMembershipPage } from '#domain/contact-memberships/contract.ts';
import { primaryMembership } from '#domain/contact-memberships/primaryMembership.ts';
import { defaultPageSize, maxPageSize } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useNow } from '#src/ui/time.ts';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';

export const useContactMemberships = (contactId: string, page: number, limit: number) => {
  return useQuery({
    queryKey: ['contacts', 'contactMemberships', contactId, { page, limit }],
    queryFn: ({ signal }) => contactMembershipActions.page(contactId, { page, limit }, signal),
    select: withCard,
    placeholderData: keepPreviousData,
  });
};

/** The page of the history that is shown. */
export const useMembershipHistory = (contactId: string) => {
  const [page, setPage] = useStore(`contacts.${contactId}.memberships.page`, 1);
  return { page, setPage, query: useContactMemberships(contactId, page, defaultPageSize) };
};

/** The membership that the contact's status at this location is about. */
export const usePrimaryMembership = (contactId: string) => {
  const { id, timezone } = useSelectedLocation();
  const now = useNow();
  const { data, isPending } = useContactMemberships(contactId, 1, maxPageSize);
  return {
    isPending,
    membership: data && primaryMembership(data.memberships, { id, zone: timezone }, now)?.term,
  };
};

/** Each membership with the card that pays its renewals. */
const withCard = ({ memberships, pagination, savedCard, hasSavedCard }: ContactMembershipPage) => ({
  memberships: memberships.map((membership) => ({ ...membership, savedCard, hasSavedCard })),
  pagination,
  savedCard,
  hasSavedCard,
});
