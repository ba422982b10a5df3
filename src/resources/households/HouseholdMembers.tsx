import { Box, Link, Typography } from '@mui/material';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { Household, HouseholdMember } from '#domain/households/contract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { membershipBadge, useMembershipClock } from '#src/resources/contacts/memberships/contactMembership.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { Opened } from './HouseholdSection.tsx';

interface HouseholdMembersProps {
  readonly household: Household;
  /** Whose page it is. */
  readonly contactId: string;
  readonly onOpen: (opened: Opened) => void;
}

export const HouseholdMembers = ({ household, contactId, onOpen }: HouseholdMembersProps) => (
  <Box component="ul" aria-label="Members of the household" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {household.members.map((member) => (
      <Box component="li" key={member.id} sx={row}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
            <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {member.id === contactId ? (
                fullName(member)
              ) : (
                <Link component={ContactLink} id={member.id}>
                  {fullName(member)}
                </Link>
              )}
            </Box>
            {member.isPayer && <StatusBadge severity="info" label="Payer" />}
            {member.mayAct && !member.isPayer && <StatusBadge severity="neutral" label="May act" />}
          </Box>
          {member.relation && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {member.relation}
            </Typography>
          )}
        </Box>
        <Box sx={{ flex: '2 1 260px', minWidth: 0, display: 'grid', gap: 0.75 }}>
          {member.memberships.length === 0 && (
            <Typography variant="body2" color="textSecondary">
              No membership
            </Typography>
          )}
          {member.memberships.map((membership) => (
            <MemberPlan key={membership.id} membership={membership} />
          ))}
        </Box>
        {household.mayChange && (
          <ActionMenu label={`Actions for ${fullName(member)}`} actions={actionsFor(member, onOpen)} />
        )}
      </Box>
    ))}
  </Box>
);

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;

const actionsFor = (member: HouseholdMember, onOpen: HouseholdMembersProps['onOpen']): MenuAction[] => [
  { label: 'Edit', onSelect: () => onOpen({ dialog: 'edit', member }) },
  ...(member.isPayer
    ? []
    : [
        { label: 'Make payer', onSelect: () => onOpen({ dialog: 'payer', member }) },
        { label: 'Remove', isDangerous: true, onSelect: () => onOpen({ dialog: 'remove', member }) },
      ]),
];

const MemberPlan = ({ membership }: { membership: ContactMembership }) => {
  const { now, zone } = useMembershipClock(membership);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {membership.membershipName}
      </Box>
      <StatusBadge {...membershipBadge(membership, now, zone)} />
      {membership.endDate && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {`paid through ${shortDate(membership.endDate, 'UTC')}`}
        </Typography>
      )}
    </Box>
  );
};
