import { useQuery } from '@tanstack/react-query';
import { membershipStatus } from '#domain/rules/membershipStatus.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** What the contact holds that has not expired, by the selected location's clock. */
export const useHeldMemberships = (contactId: string) => {
  const data = useAppDataProvider();
  const { selected } = useLocationScope();
  const zone = selected?.timezone ?? 'UTC';
  return useQuery({
    queryKey: ['contacts', 'heldMemberships', contactId],
    queryFn: ({ signal }) => data.heldMemberships(contactId, signal),
    select: (all) => all.filter((term) => membershipStatus(term, new Date(), zone) !== 'expired'),
  });
};
