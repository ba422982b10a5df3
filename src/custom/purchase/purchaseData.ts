import { useQuery } from '@tanstack/react-query';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import { visitsLeftText } from '#domain/contact-memberships/visitPacks.ts';
import { sum } from '#domain/shared/money.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { lastDayOfAccess, membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import { useContactMemberships } from '#src/resources/contacts/memberships/useContactMemberships.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { useNow } from '#src/ui/time.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

/** The contact's memberships that have not expired, in the selected location's time zone. */
export const useExistingMemberships = (contactId: string) => {
  const { selected } = useLocationScope();
  const { data, isPending } = useContactMemberships(contactId, 1, maxPageSize);
  const now = useNow();
  const zone = selected?.timezone ?? 'UTC';
  return {
    isPending,
    data: data?.memberships.filter((term) => membershipStatus(term, now, zone) !== 'expired'),
  };
};

/** Only plans that are both published and active are offered. */
export const usePlans = () => {
  const { selected } = useLocationScope();
  const { data, error, isPending, refetch } = useRows<ListedMembership>(
    'memberships',
    {
      pagination: { page: 1, perPage: maxPageSize },
      sort: { field: 'name', order: 'ASC' },
      filter: { locationId: selected?.id },
    },
    { enabled: selected !== undefined },
  );
  return { data: data?.filter(({ isPublished, isActive }) => isPublished && isActive), error, isPending, refetch };
};

export type Plans = ReturnType<typeof usePlans>;

/** What the plan costs this contact at the selected location. Never cached, because it is what will be charged. */
export const usePreview = (planId: string, contactId: string) => {
  const { selected } = useLocationScope();
  return useQuery({
    queryKey: ['memberships', 'preview', planId, contactId, selected?.id],
    queryFn: ({ signal }) =>
      purchaseActions.purchasePreview({ membershipId: planId, contactId, locationId: selected?.id ?? '' }, signal),
    enabled: selected !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
};

/** The last day that was agreed: the earlier of two ends; null without one, and of a pack, which its visits may end before. */
export function getLastDay({
  endDate,
  contractEndDate,
  visitsLeft,
}: Pick<ContactMembership, 'endDate' | 'contractEndDate' | 'visitsLeft'>): string | null {
  if (visitsLeft !== null) return null;
  return [endDate, contractEndDate].filter((end) => end !== null).toSorted()[0] ?? null;
}

/** The note on a plan that the contact holds: 'Active until Mar 14, 2027', '3 visits left'. */
export function existingText(existing: readonly ContactMembership[]): string {
  const packs = existing.filter(({ visitsLeft }) => visitsLeft !== null);
  if (packs.length > 0) return visitsLeftText(sum(packs.map(({ visitsLeft }) => visitsLeft ?? 0)));
  const last = existing
    .map(lastDayOfAccess)
    .filter((end) => end !== null)
    .toSorted()
    .at(-1);
  return last ? `Active until ${shortDate(last, 'UTC')}` : 'Already active';
}

/** The proposed start for a plan that the contact holds: the day after it ends, but not before today. */
export function proposedStart(endsOnHold: readonly (CalendarDate | null)[], today: CalendarDate): CalendarDate {
  const ends = endsOnHold.filter((end) => end !== null).toSorted();
  const last = ends.at(-1);
  return last !== undefined && last >= today ? addDays(last, 1) : today;
}
