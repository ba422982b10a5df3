import { Box, Button, Typography } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { driftText } from '#domain/contacts/rhythm.ts';
import { todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { dayText, momentText } from '#domain/shared/dateText.ts';
import { visitsLeftText } from '#domain/contact-memberships/visitPacks.ts';
import { membershipSummaryText } from '#domain/contact-memberships/primaryMembership.ts';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { membershipStatusBadge } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { repeatedVisitText } from '#src/resources/checkins/repeatedVisit.ts';

export const memberSummaryKey = (contactId: string | undefined, locationId: string) => [
  'contacts',
  'summary',
  contactId,
  locationId,
];

export const useMemberSummary = (contactId: string | undefined) => {
  const { id: locationId } = useSelectedLocation();
  return useQuery({
    queryKey: memberSummaryKey(contactId, locationId),
    queryFn: contactId ? ({ signal }) => contactActions.memberSummary(contactId, locationId, signal) : skipToken,
    // The contact may have checked in or paid since, here or at another desk: read whenever somebody looks anew.
    gcTime: 0,
  });
};

interface MemberSummaryStateProps {
  query: Pick<ReturnType<typeof useMemberSummary>, 'data' | 'error' | 'refetch'>;
  loading: ReactNode;
  children: (summary: MemberSummary) => ReactNode;
}

/** Loading, error and content. An error is not an alert: the page around it matters more and works without it. */
export const MemberSummaryState = ({ query, loading, children }: MemberSummaryStateProps) => (
  <QueryState
    query={query}
    fallback={failed}
    loading={loading}
    renderError={(error) => (
      <Typography component="div" variant="body2" color="textSecondary">
        {messageFrom(error, failed)}{' '}
        <Button size="small" color="inherit" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Typography>
    )}
  >
    {children}
  </QueryState>
);

const failed = 'Failed to fetch contact';

export const MemberSummaryPlan = ({
  membership,
  furtherMemberships,
}: Pick<MemberSummary, 'membership' | 'furtherMemberships'>) => {
  const today = useToday();
  const next = useNextText(membership);
  if (!membership) return <StatusBadge severity="neutral" label="No membership" />;
  const { name, isValidHere } = membership;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.75 }}>
        <StatusBadge {...membershipStatusBadge(membership, today)} />
        {!isValidHere && <StatusBadge {...notHere} />}
        <Box sx={{ fontWeight: 600 }}>{name}</Box>
        {furtherMemberships > 0 && (
          <Typography component="span" variant="body2" color="textSecondary">
            and {furtherMemberships} more
          </Typography>
        )}
      </Box>
      {next && (
        <Typography component="span" variant="body2" color="textSecondary" sx={sentence}>
          {next}
        </Typography>
      )}
    </>
  );
};

/** One short badge: why check-in will deny them, else their status. Its title says until when. */
export const MemberSummaryBadge = ({ membership }: Pick<MemberSummary, 'membership'>) => {
  const today = useToday();
  if (!membership) return <StatusBadge severity="neutral" label="No membership" />;
  const badge = denialBadge(membership, today) ?? membershipStatusBadge(membership, today);
  const label = badge === notHere ? notHereShort : badge.label.replace(/ until .*/, '');
  return (
    <span title={badge.label}>
      <StatusBadge severity={badge.severity} label={label} />
    </span>
  );
};

/** 'Frozen until Dec 3 · All-Access Monthly', beside the badge, which has no date; empty without a membership. */
export const useMembershipText = (membership: MemberSummary['membership']): string => {
  const today = useToday();
  const next = useNextText(membership);
  if (!membership) return '';
  const { label } = membershipStatusBadge(membership, today);
  return [/ until /.test(label) && label, membership.name, next].filter(Boolean).join(' · ');
};

/** The text also follows others, and begins with a small letter there. */
const sentence = { display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } } as const;

const notHere = { severity: 'warning', label: 'Not at this location' } as const;
/** On a phone's button, which has no room for three lines. */
const notHereShort = 'Not here';
const frozenShort = 'Frozen';

/** Why check-in will deny the member, and in which color; undefined when it will not, or until it is known. */
export const useDenial = (contactId: string | undefined) => {
  const { timezone } = useSelectedLocation();
  const today = useToday();
  const { data: summary } = useMemberSummary(contactId);
  const now = useNow();
  // The visit that used the last one goes on.
  const isSameVisit = summary?.membership?.visitsLeft === 0 && repeatedVisitText(summary, now, timezone) !== null;
  const badge = summary && !isSameVisit && denialBadge(summary.membership, today);
  return badge
    ? {
        label: badge.label,
        shortLabel: badge === notHere ? notHereShort : badge.severity === 'info' ? frozenShort : badge.label,
        severity: badge.severity === 'neutral' ? 'warning' : badge.severity,
      }
    : undefined;
};

function denialBadge(membership: MemberSummary['membership'], today: CalendarDate) {
  if (!membership) return undefined;
  if (membership.status !== 'active') return membershipStatusBadge(membership, today);
  return membership.isValidHere ? undefined : notHere;
}

/** 'Cancels on Nov 30', 'Canceled today', 'renews tomorrow', '3 visits left, ends in 5 days'. */
const useNextText = (membership: MemberSummary['membership']): string => {
  const { timezone } = useSelectedLocation();
  const now = useNow();
  if (!membership) return '';
  const { status, cancelsOn, frozenUntil } = membership;
  const today = todayIn(timezone, now);
  // On the last day of any other cancellation one still comes in.
  if (cancelsOn === today && status === 'suspended' && !frozenUntil) return 'Canceled today';
  if (cancelsOn && cancelsOn >= today)
    return [visitsLeftText(membership.visitsLeft), `Cancels on ${dayText(cancelsOn, today)}`]
      .filter(Boolean)
      .join(', ');
  return membershipSummaryText(membership, status, timezone, now);
};

/** 'Jan 2, 11:30 AM', with the year if it was in another one, where it was if not at this location, and how somebody who stays away used to come. */
export const LastVisit = ({ lastVisit, drift }: Pick<MemberSummary, 'lastVisit' | 'drift'>) => {
  const { name, timezone } = useSelectedLocation();
  const today = useToday();
  if (!lastVisit) return 'None yet';
  const time = momentText(lastVisit.checkinTime, timezone, today);
  return (
    <>
      {lastVisit.locationName === name ? time : `${time} at ${lastVisit.locationName}`}
      {drift && (
        <Box>
          <StatusBadge severity="warning" label={`At risk: ${driftText(drift)}`} />
        </Box>
      )}
    </>
  );
};
