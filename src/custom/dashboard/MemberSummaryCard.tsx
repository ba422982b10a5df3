import Alert from '@mui/material/Alert';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { differenceInMinutes, intlFormatDistance } from 'date-fns';
import type { ReactNode } from 'react';
import type { ContactStanding } from '#domain/contract/contacts-standing.ts';
import { checkinTimeText } from '#domain/rules/dateText.ts';
import { isRecentVisit, membershipSummaryText } from '#domain/rules/primaryMembership.ts';
import { membershipStatusLabels, membershipTones } from '#src/custom/ui/statuses.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { QueryState } from '#src/custom/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { useNow } from '#src/custom/ui/time.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** How the chosen member stands here, to be seen before the press; the check-in never waits for it. */
export const MemberSummaryCard = ({ member, children }: { member: ContactRow; children?: ReactNode }) => {
  const { id: locationId } = useSelectedLocation();
  const data = useAppDataProvider();
  const standing = useQuery({
    queryKey: ['contacts', 'standing', member.id, locationId],
    queryFn: ({ signal }) => data.contactStanding(member.id, locationId, signal),
    // Who is chosen again may have checked in or paid since, here or at another desk.
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Box component="section" aria-label={`Standing of ${member.firstName} ${member.lastName}`} sx={card}>
      <QueryState query={standing} fallback={fallback} renderError={quietly} loading={<SkeletonBlock lines={3} />}>
        {(known) => <Known standing={known} photoUrl={member.previewUrl} />}
      </QueryState>
      {children}
    </Box>
  );
};

const fallback = 'Failed to fetch contact';

/** Not an alert: the check-in matters more to the front desk. */
const quietly = (error: unknown) => (
  <Typography variant="body2" color="textSecondary">
    {messageFrom(error, fallback)}
  </Typography>
);

const Known = ({ standing: { membership, lastVisit, due, notes }, photoUrl }: { standing: ContactStanding; photoUrl: string | null }) => {
  const { timezone } = useSelectedLocation();
  const now = useNow();
  const isRecent = lastVisit !== null && isRecentVisit(new Date(lastVisit.checkinTime), now);
  return (
    <>
      {isRecent && (
        <Alert severity="info" role="status">
          Already checked in {agoText(lastVisit.checkinTime, now)} at {lastVisit.locationName}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 2, alignItems: 'flex-start' }}>
        {photoUrl && <Avatar variant="rounded" src={photoUrl} alt="" sx={{ width: 96, height: 96 }} />}
        <Box component="dl" sx={facts}>
          <Fact label="Membership">{membership ? <Plan membership={membership} /> : <StatusBadge severity="neutral" label="No membership" />}</Fact>
          {due !== null && (
            <Fact label="Amount due"><MoneyField amount={due} {...(due > 0 && { severity: 'error' })} /></Fact>
          )}
          <Fact label="Last visit">
            {lastVisit ? `${checkinTimeText(lastVisit.checkinTime, timezone)} at ${lastVisit.locationName}` : 'None yet'}
          </Fact>
          {notes && <Fact label="Notes">{notes}</Fact>}
        </Box>
      </Box>
    </>
  );
};

const Plan = ({ membership }: { membership: NonNullable<ContactStanding['membership']> }) => {
  const { timezone } = useSelectedLocation();
  const now = useNow();
  const { name, status, isValidHere } = membership;
  const end = membershipSummaryText(membership, status, timezone, now);
  return (
    <>
      <StatusBadge severity={membershipTones[status]} label={membershipStatusLabels[status]} />{' '}
      {!isValidHere && <StatusBadge severity="warning" label="Not at this location" />}
      <Box sx={{ fontWeight: 600 }}>{name}</Box>
      {end && (
        <Typography component="span" variant="body2" color="textSecondary">
          {end}
        </Typography>
      )}
    </>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Typography component="dt" variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Typography>
  </>
);

const card = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, pt: 2, borderTop: 1, borderColor: 'divider' } as const;
const facts = { flex: '1 1 220px', minWidth: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 1, m: 0 } as const;

/** 'this minute', '25 minutes ago', '1 hour ago'; for times of the last hours, whatever the day. */
const agoText = (time: string, now: Date): string =>
  intlFormatDistance(time, now, { unit: differenceInMinutes(now, time) < 60 ? 'minute' : 'hour', locale: 'en-US', numeric: 'auto' });
