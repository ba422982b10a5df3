import { styled } from '@mui/material/styles';
import { writeTags } from '#domain/contacts/tags.ts';
import { isPastDue } from '#domain/contact-memberships/membershipStatus.ts';
import { membershipSummaryText } from '#domain/contact-memberships/primaryMembership.ts';
import { PersonCell } from './Person.tsx';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { DateField, MoneyField, SecondLine } from '#src/ui/fields.tsx';
import { ListStatus } from '#src/ui/StatusBadge.tsx';
import { membershipStatusBadge, severityColor } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { TagChips } from './tags/TagChips.tsx';

export const NameCell = ({ contact }: { contact: ListedContact }) => (
  <PersonCell
    person={contact}
    mark={
      contact.tags &&
      contact.tags.length > 0 && (
        <>
          <TagCount title={writeTags(contact.tags)}>
            {contact.tags.length} {contact.tags.length === 1 ? 'tag' : 'tags'}
          </TagCount>
          <WideOnly>
            <TagChips tags={contact.tags} most={1} />
          </WideOnly>
        </>
      )
    }
  />
);

/** From this width on the tags have room beside a name. */
const WideOnly = styled('span')({ display: 'none', '@container (min-width: 1100px)': { display: 'block' } });

const TagCount = styled('span')({
  display: 'none',
  '@container (min-width: 880px) and (max-width: 1099.95px)': { display: 'block' },
  color: 'var(--mui-palette-text-secondary)',
  fontSize: '0.75rem',
});

type MemberStatusProps = Pick<ListedContact, 'memberStatus'>;

export const ContactStatus = ({ memberStatus }: MemberStatusProps) => {
  const today = useToday();
  if (!memberStatus?.membership) return none;
  const badge = membershipStatusBadge(memberStatus.membership, today);
  // A grace period's last day would make the column wider.
  return (
    <Wrapping>
      <ListStatus {...badge} label={isPastDue(memberStatus.membership, today) ? 'Past due' : badge.label} />
    </Wrapping>
  );
};

/** 'Frozen until Jan 15, 2027' is wider than the column, and beside the menu there is no room for the dot. */
const Wrapping = styled('span')({
  '& > span': { whiteSpace: 'normal' },
  '@container (min-width: 560px) and (max-width: 1099.95px)': { '& > span::before': { display: 'none' } },
});

export const ContactPlan = ({ memberStatus }: MemberStatusProps) => {
  const { timezone } = useSelectedLocation();
  const now = useNow();
  if (!memberStatus?.membership) return none;
  const { name, status } = memberStatus.membership;
  const isEndingSoon = memberStatus.memberStatuses.includes('ending_soon');
  return (
    <>
      <span className="cut">{name}</span>
      <SecondLine severity={isEndingSoon ? 'warning' : 'neutral'}>
        {membershipSummaryText(memberStatus.membership, status, timezone, now)}
      </SecondLine>
    </>
  );
};

export const LastVisitCell = ({ memberStatus }: MemberStatusProps) => {
  if (!memberStatus?.lastVisit) return none;
  return (
    <span style={memberStatus.memberStatuses.includes('not_seen') ? { color: severityColor('warning') } : undefined}>
      <DateField value={memberStatus.lastVisit} />
    </span>
  );
};

export const Owed = ({ memberStatus }: MemberStatusProps) =>
  memberStatus && memberStatus.due > 0 ? <MoneyField amount={memberStatus.due} severity="error" /> : none;

/** A card leaves out empty values. */
const none = <span className="nothing">—</span>;
