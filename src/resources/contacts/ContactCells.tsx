import { Box } from '@mui/material';
import { writeTags } from '#domain/contacts/tags.ts';
import { isPastDue } from '#domain/contact-memberships/membershipStatus.ts';
import { membershipSummaryText } from '#domain/contact-memberships/primaryMembership.ts';
import { PersonCell } from './Person.tsx';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { ListStatus } from '#src/ui/StatusBadge.tsx';
import { membershipStatusBadge } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { TagChips } from './tags/TagChips.tsx';

export const NameCell = ({ contact }: { contact: ContactRow }) => (
  <PersonCell
    person={contact}
    mark={
      contact.tags &&
      contact.tags.length > 0 && (
        <>
          <Box component="span" title={writeTags(contact.tags)} sx={tagCount}>
            {contact.tags.length} {contact.tags.length === 1 ? 'tag' : 'tags'}
          </Box>
          <Box component="span" sx={{ display: 'none', [wide]: { display: 'block' } }}>
            <TagChips tags={contact.tags} most={1} />
          </Box>
        </>
      )
    }
  />
);

/** From this width on the tags have room beside a name. */
const wide = '@container (min-width: 1100px)';

const tagCount = {
  display: 'none',
  '@container (min-width: 880px) and (max-width: 1099.95px)': { display: 'block' },
  color: 'text.secondary',
  fontSize: '0.75rem',
} as const;

type MemberStatusProps = Pick<ContactRow, 'memberStatus'>;

export const ContactStatus = ({ memberStatus }: MemberStatusProps) => {
  const today = useToday();
  if (!memberStatus?.membership) return none;
  const badge = membershipStatusBadge(memberStatus.membership, today);
  // A grace period's last day would make the column wider.
  return (
    <Box component="span" sx={wrapping}>
      <ListStatus {...badge} label={isPastDue(memberStatus.membership, today) ? 'Past due' : badge.label} />
    </Box>
  );
};

/** 'Frozen until Jan 15, 2027' is wider than the column, and beside the menu there is no room for the dot. */
const wrapping = {
  '& > span': { whiteSpace: 'normal' },
  '@container (min-width: 560px) and (max-width: 1099.95px)': { '& > span::before': { display: 'none' } },
} as const;

export const ContactPlan = ({ memberStatus }: MemberStatusProps) => {
  const { timezone } = useSelectedLocation();
  const now = useNow();
  if (!memberStatus?.membership) return none;
  const { name, status } = memberStatus.membership;
  const isEndingSoon = memberStatus.memberStatuses.includes('ending_soon');
  return (
    <>
      <span className="cut">{name}</span>
      <Box
        component="span"
        className="cut"
        sx={{
          display: 'block',
          typography: 'body2',
          color: isEndingSoon ? 'warning.main' : 'text.secondary',
          '&::first-letter': { textTransform: 'uppercase' },
        }}
      >
        {membershipSummaryText(memberStatus.membership, status, timezone, now)}
      </Box>
    </>
  );
};

export const LastVisit = ({ memberStatus }: MemberStatusProps) => {
  if (!memberStatus?.lastVisit) return none;
  return (
    <Box component="span" sx={memberStatus.memberStatuses.includes('not_seen') ? { color: 'warning.main' } : undefined}>
      <DateField value={memberStatus.lastVisit} />
    </Box>
  );
};

export const Owed = ({ memberStatus }: MemberStatusProps) =>
  memberStatus && memberStatus.due > 0 ? <MoneyField amount={memberStatus.due} severity="error" /> : none;

/** A card leaves out empty values. */
const none = <span className="nothing">—</span>;
