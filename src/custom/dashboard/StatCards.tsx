import Box from '@mui/material/Box';
import { todayIn } from '#domain/rules/dates.ts';
import { simulatedSparkline } from '#domain/rules/sparkline.ts';
import { trendPercent } from '#domain/rules/trends.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useNow } from '#src/custom/ui/useNow.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import type { DayCount } from './dayCounts.ts';
import { Sparkline } from './Sparkline.tsx';
import { StatCard } from './StatCard.tsx';
import { Trend } from './Trend.tsx';
import { useDayCounts } from './useDayCounts.ts';

/** Members, and today's check-ins against the average of the six days before. */
export const StatCards = () => (
  <Box
    component="section"
    aria-label="Statistics"
    sx={{ display: 'grid', gap: { xs: 1.5, md: 2.5 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' } }}
  >
    <ActiveMembers />
    <Checkins title="Today's Check-ins" count={(day) => day.granted + day.denied} detail={detailOf} />
    <Checkins title="Denied Today" count={(day) => day.denied} detail={shareOf} isBadWhenUp />
  </Box>
);

const ActiveMembers = () => {
  const { id, timezone } = useSelectedLocation();
  const now = useNow();
  const { total, error } = useRows('contacts', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { locationId: id, memberFilter: 'members' },
  });
  return (
    <StatCard title="Active Members" value={total} error={error && 'Failed to fetch contacts'} note="Graph is simulated, not history">
      {total !== undefined && <Sparkline values={simulatedSparkline(id, todayIn(timezone, now), total)} shape="line" />}
    </StatCard>
  );
};

interface CheckinsProps {
  title: string;
  count: (day: DayCount) => number;
  detail: (today: DayCount) => string;
  isBadWhenUp?: boolean;
}

const Checkins = ({ title, count, detail, isBadWhenUp = false }: CheckinsProps) => {
  const { days, error } = useDayCounts();
  const today = days?.at(-1);
  const counts = days?.map(count) ?? [];
  const isUnknown = days !== undefined && !today;
  return (
    <StatCard
      title={title}
      value={isUnknown ? '100+' : today && count(today)}
      error={error && 'Failed to fetch check-ins'}
      note={today ? detail(today) : 'Since midnight'}
      trend={days ? <Trend percent={trendPercent(counts)} isBadWhenUp={isBadWhenUp} /> : null}
    >
      {counts.length > 1 && <Sparkline values={counts} shape="bars" severity={isBadWhenUp ? 'error' : 'primary'} />}
    </StatCard>
  );
};

const detailOf = ({ granted, denied }: DayCount) => `${granted.toLocaleString('en-US')} allowed, ${denied.toLocaleString('en-US')} denied`;
const shareOf = ({ granted, denied }: DayCount) => {
  const all = granted + denied;
  return all === 0 ? 'Nobody has checked in yet' : `${Math.round((denied * 100) / all)}% of today's`;
};
