import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import { Box, Button, Skeleton } from '@mui/material';
import { Link } from 'react-router-dom';
import { checkinTimeText } from '#domain/shared/dateText.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { recentCheckinsShown, skeletonRows } from '#src/limits.ts';
import { Arrivals, NewBadge } from '#src/resources/checkins/Arrivals.tsx';
import { CheckinStatus } from '#src/resources/checkins/CheckinStatus.tsx';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { PersonAvatar } from '#src/resources/contacts/Person.tsx';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { wholeLink } from '#src/ui/dom.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { paths } from '#src/paths.ts';
import { useRecentCheckins } from './dayCounts.ts';

export const RecentActivity = () => {
  const recent = useRecentCheckins();
  return (
    <Section
      title="Recent Activity"
      actions={
        <Button size="small" component={Link} to={paths.checkins}>
          All check-ins
        </Button>
      }
    >
      <Arrivals>
        <QueryState
          query={recent}
          fallback="Failed to fetch check-ins"
          isEmpty={(checkins) => checkins.length === 0}
          loading={<PeopleSkeleton />}
          empty={
            <EmptyState
              icon={<MeetingRoomOutlined />}
              heading="h2"
              title="No check-ins found"
              text="Check-ins will appear here as members access the facility."
            />
          }
        >
          {(checkins) => (
            <Box component="ul" aria-label="Recent Activity" sx={rows}>
              {checkins.slice(0, recentCheckinsShown).map((checkin) => (
                <Activity key={checkin.id} checkin={checkin} />
              ))}
            </Box>
          )}
        </QueryState>
      </Arrivals>
    </Section>
  );
};

const Activity = ({ checkin }: { checkin: CheckinRecord }) => {
  const { timezone } = useSelectedLocation();
  const { can } = useAccess();
  const { contact, checkinTime, doorId, accessGranted, reason } = checkin;
  const name = fullName(contact);
  return (
    <li>
      <PersonAvatar person={contact} />
      <div className="who">
        <div className="name">
          {can('contacts') ? <ContactLink id={contact.id}>{name}</ContactLink> : name}{' '}
          <NewBadge checkinId={checkin.id} />
        </div>
        <div className="when tabular">
          <time dateTime={checkinTime}>{checkinTimeText(checkinTime, timezone)}</time>{' '}
          <span className="door">· {doorId}</span>
        </div>
        {!accessGranted && reason && <div className="when">{reason}</div>}
      </div>
      <CheckinStatus checkin={{ accessGranted, reason: null }} />
    </li>
  );
};

/** Twenty rows are most of the dashboard, so they are plain elements styled by their list. */
const rows = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    py: 1.1,
    borderTop: 1,
    borderColor: 'divider',
  },
  ...wholeLink,
  '@media (hover: hover)': { '& > li:has(a):hover .name': { textDecoration: 'underline' } },
  '& > li:first-of-type': { borderTop: 0, pt: 0 },
  '& > li:last-of-type': { pb: 0 },
  '& .who': { flex: 1, minWidth: 0 },
  '& .name': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& .when': { typography: 'body2', color: 'text.secondary' },
  '& .door': { whiteSpace: 'nowrap' },
} as const;

const PeopleSkeleton = () => (
  <Box component="output" aria-label="Loading" sx={{ display: 'grid', gap: 2.25 }}>
    {Array.from({ length: skeletonRows }, (_row, index) => (
      <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Skeleton variant="circular" width={34} height={34} sx={{ flexShrink: 0 }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width={`${38 - ((index * 7) % 16)}%`} />
          <Skeleton width={`${52 - ((index * 11) % 18)}%`} sx={{ fontSize: '0.75rem' }} />
        </Box>
        <Skeleton variant="rounded" width={70} height={20} sx={{ borderRadius: 5 }} />
      </Box>
    ))}
  </Box>
);
