import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { membershipBadge, membershipNotes, useMembershipClock } from './contactMembership.ts';

/** The status, derived in the time zone of the membership's location, and below it the next change. */
export const MembershipStatus = ({ membership }: { membership: ContactMembership }) => {
  const { now, zone, today } = useMembershipClock(membership);
  const holdNotes = membership.isRenewalOnHold ? ['Renewal on hold until activated'] : [];
  return (
    <Box component="span" sx={{ display: 'inline-block' }}>
      <StatusBadge {...membershipBadge(membership, now, zone)} />
      {[...membershipNotes(membership, today), ...holdNotes].map((note) => (
        <Caption key={note}>{note}</Caption>
      ))}
    </Box>
  );
};

export const Caption = ({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) => (
  <Typography
    component="span"
    variant="caption"
    color="textSecondary"
    sx={{ display: 'block', mt: 0.25, ...(isOneLine && { whiteSpace: 'nowrap' }) }}
  >
    {children}
  </Typography>
);
