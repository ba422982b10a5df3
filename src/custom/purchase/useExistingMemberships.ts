import { useQuery } from '@tanstack/react-query';
import { membershipStatus } from '#domain/rules/membershipStatus.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';

/** What the contact holds that has not expired, by the selected location's clock. */
export const useExistingMemberships = (contactId: string) => {
  const data = useConsoleData();
  const { selected } = useLocationScope();
  const zone = selected?.timezone ?? 'UTC';
  return useQuery({
    queryKey: ['contacts', 'heldMemberships', contactId],
    queryFn: ({ signal }) => data.heldMemberships(contactId, signal),
    select: (all) => all.filter((term) => membershipStatus(term, new Date(), zone) !== 'expired'),
  });
};
