import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { wholeLink } from '#src/ui/dom.ts';
import { LazyTooltip } from '#src/ui/LazyTooltip.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { filtered, paths } from '#src/paths.ts';
import { useDayCounts, type DayCount } from './dayCounts.ts';
import { Sparkline } from './Sparkline.tsx';
import { trendLabel, trendPercent } from './trends.ts';

export const StatCards = () => (
  <Box
    component="section"
    aria-label="Statistics"
    sx={{
      display: 'grid',
      gap: { xs: 1.5, md: 2.5, lg: 1.5, xl: 2.5 },
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
    }}
  >
    <ActiveMembers />
    <Checkins
      title="Today's Check-ins"
      to={paths.checkins}
      count={(day) => day.granted + day.denied}
      detail={toDetail}
    />
    <Checkins
      title="Denied Today"
      to={filtered(paths.checkins, { accessGranted: 'denied' })}
      count={(day) => day.denied}
      detail={getShare}
      isBadWhenUp
    />
  </Box>
);

const ActiveMembers = () => {
  const { id } = useSelectedLocation();
  const { can } = useAccess();
  const { total, error } = useRows('contacts', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: { locationId: id, memberFilter: 'members' },
  });
  return (
    <StatCard
      title="Active Members"
      to={can('contacts') && filtered(paths.contacts.list, { memberFilter: 'members' })}
      value={total}
      error={error && messageFrom(error, 'Failed to fetch contacts')}
      note={
        total === undefined ? (
          <>&nbsp;</>
        ) : (
          <LazyPart fallback={<>&nbsp;</>} failed={<>&nbsp;</>}>
            <MemberNote total={total} />
          </LazyPart>
        )
      }
    >
      {total !== undefined && (
        <LazyPart failed={null}>
          <MemberGraph total={total} />
        </LazyPart>
      )}
    </StatCard>
  );
};

interface CheckinsProps {
  title: string;
  to: string;
  count: (day: DayCount) => number;
  detail: (today: DayCount) => string;
  isBadWhenUp?: boolean;
}

const Checkins = ({ title, to, count, detail, isBadWhenUp = false }: CheckinsProps) => {
  const { days, error } = useDayCounts();
  const today = days?.at(-1);
  const counts = days?.map(count) ?? [];
  const isUnknown = days !== undefined && !today;
  return (
    <StatCard
      title={title}
      to={to}
      value={isUnknown ? '100+' : today && count(today)}
      error={error && messageFrom(error, 'Failed to fetch check-ins')}
      note={today ? detail(today) : 'Since midnight'}
      trend={days ? <Trend percent={trendPercent(counts)} /> : null}
    >
      {counts.length > 1 && <Sparkline values={counts} severity={isBadWhenUp ? 'error' : 'primary'} />}
    </StatCard>
  );
};

const toDetail = ({ granted, denied }: DayCount) =>
  `${granted.toLocaleString('en-US')} allowed, ${denied.toLocaleString('en-US')} denied`;
const getShare = ({ granted, denied }: DayCount) => {
  const all = granted + denied;
  return all === 0 ? 'No check-ins yet' : `${Math.round((denied * 100) / all)}% of all so far`;
};

interface StatCardProps {
  title: string;
  /** The list behind the number, if the level may open it. */
  to: string | false;
  value: number | string | undefined;
  error?: string | null;
  note: ReactNode;
  /** A line above the note; null reserves its space while it loads. */
  trend?: ReactNode;
  children?: ReactNode;
}

const StatCard = ({ title, to, value, error, note, trend, children }: StatCardProps) => {
  const id = useId();
  return (
    <Paper
      component="article"
      variant="outlined"
      aria-labelledby={id}
      sx={{
        position: 'relative',
        p: { xs: 1.75, md: 2.25, lg: 1.75, xl: 2.25 },
        ...wholeLink,
        '@media (hover: hover)': { '&:has(a):hover': { borderColor: 'text.secondary' } },
      }}
    >
      <Typography id={id} variant="subtitle2" component="h2" color="textSecondary">
        {to ? <Link to={to}>{title}</Link> : title}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          // All three graphs stand in one place, whatever the number's width.
          flexDirection: { lg: 'column', xl: 'row' },
          flexWrap: { xl: 'wrap' },
          alignItems: { xs: 'flex-end', lg: 'flex-start', xl: 'flex-end' },
          justifyContent: 'space-between',
          gap: 1,
          mt: 0.75,
        }}
      >
        <Typography variant="h4" component="p" className="tabular">
          {error ? '—' : typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? <Skeleton width={56} />)}
        </Typography>
        {/* Reserves the graph's size. */}
        <Box sx={{ width: 112, height: 36, flexShrink: 0 }}>{!error && children}</Box>
      </Box>
      <Typography variant="caption" component="p" color={error ? 'error' : 'textSecondary'} sx={noteStyles}>
        {!error && trend !== undefined && (
          <Box component="span" sx={{ display: 'flex', minHeight: '1lh' }}>
            {trend}
          </Box>
        )}
        {error ?? note}
      </Typography>
    </Paper>
  );
};

/** Reserves the lines that a narrow card needs for its longest note. */
const noteStyles = { mt: 1, textWrap: 'pretty', minHeight: { sm: '4lh', xl: '3lh' } } as const;

/** It has no color: a day that is not over is neither good nor bad. */
const Trend = ({ percent }: { percent: number | null }) => {
  const direction = Math.sign(percent ?? 0);
  const Icon = direction > 0 ? TrendingUp : direction < 0 ? TrendingDown : TrendingFlat;
  return (
    <LazyTooltip title="Today so far compared with the average of the previous 6 days">
      <Box
        component="span"
        className="tabular"
        sx={{
          // Above the card's link, so that the pointer reaches it.
          position: 'relative',
          fontSize: '0.75rem',
          fontWeight: 600,
          color: 'text.primary',
        }}
      >
        {percent !== null && <Icon aria-hidden="true" sx={{ fontSize: 16, mr: 0.5, verticalAlign: 'text-bottom' }} />}
        {trendLabel(percent)}{' '}
        <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
          {percent === null ? 'vs' : 'so far vs'} <span style={{ whiteSpace: 'nowrap' }}>6-day average</span>
        </Box>
      </Box>
    </LazyTooltip>
  );
};

const MemberGraph = lazyWithPreload('dashboard', () => import('./MemberGraph.tsx'), 'MemberGraph');
const MemberNote = lazyWithPreload('dashboard', () => import('./MemberGraph.tsx'), 'MemberNote');
