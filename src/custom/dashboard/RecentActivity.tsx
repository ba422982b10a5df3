import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { checkinTimeText } from '#domain/rules/dateText.ts';
import { recentCheckinsShown } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { Arrivals } from '#src/custom/live/Arrivals.tsx';
import { NewBadge } from '#src/custom/live/NewBadge.tsx';
import { AccessResult } from '#src/custom/ui/AccessResult.tsx';
import { Notice } from '#src/custom/ui/Notice.tsx';
import { PeopleSkeleton } from '#src/custom/ui/PeopleSkeleton.tsx';
import { PersonAvatar } from '#src/custom/ui/PersonAvatar.tsx';
import { QueryState } from '#src/custom/ui/QueryState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { paths } from '#src/paths.ts';
import { useRecentCheckins } from './useRecentCheckins.ts';

export const RecentActivity = () => {
  const recent = useRecentCheckins();
  const data = useDeferredValue(recent.data);
  return (
    <Section
      title="Recent Activity"
      actions={
        <Button size="small" component={Link} to={paths.checkins}>
          All check-ins
        </Button>
      }
    >
      <QueryState
        query={{ ...recent, data }}
        fallback="Failed to fetch check-ins"
        isEmpty={(checkins) => checkins.length === 0}
        loading={<PeopleSkeleton />}
        empty={<Notice icon={<MeetingRoomOutlined />} heading="h2" title="No check-ins found" text="Check-ins will appear here as members access the facility." />}
      >
        {(checkins) => (
          <Arrivals>
            <Box component="ul" aria-label="Recent Activity" sx={rows}>
              {checkins.slice(0, recentCheckinsShown).map((checkin) => (
                <Activity key={checkin.id} checkin={checkin} />
              ))}
            </Box>
          </Arrivals>
        )}
      </QueryState>
    </Section>
  );
};

const Activity = ({ checkin }: { checkin: CheckinRecord }) => {
  const { timezone } = useSelectedLocation();
  const { contact, checkinTime, doorId } = checkin;
  return (
    <li>
      <PersonAvatar person={contact} />
      <div className="who">
        <div className="name">
          {contact.firstName} {contact.lastName} <NewBadge checkinId={checkin.id} />
        </div>
        <div className="when tabular">
          <time dateTime={checkinTime}>{checkinTimeText(checkinTime, timezone)}</time> · <span className="door">{doorId}</span>
        </div>
      </div>
      <div className="result">
        <AccessResult checkin={checkin} />
      </div>
    </li>
  );
};

/** Twenty rows are most of the dashboard, so they are plain elements that their list styles. */
const rows = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', alignItems: 'center', gap: 1.5, py: 1.1, borderTop: 1, borderColor: 'divider' },
  '& > li:first-of-type': { borderTop: 0, pt: 0 },
  '& > li:last-of-type': { pb: 0 },
  '& .who': { flex: 1, minWidth: 0 },
  '& .name': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& .when': { typography: 'body2', color: 'text.secondary' },
  '& .door': { whiteSpace: 'nowrap' },
  '& .result': { textAlign: 'right', maxWidth: '42%', textWrap: 'balance' },
} as const;
