import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { membershipStatus, membershipStatusLabels, membershipTones } from '#domain/rules/membershipStatus.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { useNow } from '#src/custom/ui/time.ts';

/** The status is derived here, by the clock of the membership's location, else of the selected one. */
export const MembershipBadge = ({ membership }: { membership: ContactMembership }) => {
  const { selected, locations } = useLocationScope();
  const place = locations.find(({ id }) => id === membership.locationId) ?? selected;
  const status = membershipStatus(membership, useNow(), place?.timezone ?? 'UTC');
  return <StatusBadge severity={membershipTones[status]} label={membershipStatusLabels[status]} />;
};
