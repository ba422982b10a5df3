import { Box } from '@mui/material';
import { useDeferredValue } from 'react';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useAccess, useLocationScope, useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';
import { AttentionPart, TodayPart } from './FurtherCards.tsx';
import { QuickActions } from './QuickActions.tsx';
import { SetupChecklist, useChecklist } from './SetupChecklist.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { StatCards } from './StatCards.tsx';

export const DashboardPage = () => {
  const { selected } = useLocationScope();
  const { isLoading } = useChecklist();
  // A new company has no location yet.
  if (!selected && isLoading) return <Loading />;
  return (
    <>
      {!selected && <SetupChecklist />}
      <RequireLocation feature="dashboard" prompt="Select a location to view the front desk dashboard">
        <Title />
        {isLoading ? <Loading /> : <FrontDesk />}
      </RequireLocation>
    </>
  );
};

const FrontDesk = () => {
  // The frame and the title are painted before the cards are drawn.
  const isTitleShown = useDeferredValue(true, false);
  return isTitleShown && <Cards />;
};

const Cards = () => {
  const isPhone = useIsPhone();
  // It is long, and has a place of its own beside or below it.
  const hasToday = useAccess().may('reports:read');
  return (
    <>
      <SetupChecklist />
      <Box sx={desk}>
        {!isPhone && <Actions />}
        <Box className="beside" sx={beside}>
          <Box sx={{ order: { sm: 2, lg: 0 } }}>
            <Section title="Quick Check-in">
              <Box sx={checkinPlace}>
                <LazyPart>
                  <QuickCheckin />
                </LazyPart>
              </Box>
            </Section>
          </Box>
          <TodayPart />
          {!hasToday && <AttentionPart />}
        </Box>
        {hasToday && <AttentionPart />}
        {/* A phone has the check-in in sight first. */}
        {isPhone && <Actions />}
        <Box sx={{ gridArea: { lg: 'stats' }, order: { xs: 3, lg: 0 } }}>
          <StatCards />
        </Box>
        <Box className="activity" sx={{ gridArea: { lg: 'activity' }, order: 6 }}>
          <RecentActivity />
        </Box>
      </Box>
    </>
  );
};

const Actions = () => (
  <Box sx={{ gridArea: { lg: 'actions' } }}>
    <QuickActions />
  </Box>
);

/** The check-in comes before the numbers, because the front desk uses it most. */
const desk = {
  display: 'grid',
  gap: { xs: 2, md: 2.5 },
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    lg: 'minmax(0, 5fr) minmax(0, 6fr)',
  },
  // The last row is as long as the longer column asks for.
  gridTemplateRows: { lg: 'auto auto auto 1fr' },
  gridTemplateAreas: { lg: '"actions actions" "beside stats" "beside activity" "attention activity"' },
  '& > .attention': { gridArea: { lg: 'attention' } },
  // A wide screen shows what waits for somebody without scrolling.
  '@media (min-width: 1600px)': {
    '&:has(> .attention)': {
      gridTemplateRows: 'auto auto 1fr',
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      gridTemplateAreas: '"actions actions actions" "beside stats stats" "beside attention activity"',
    },
  },
  // In one column, a card that is still read would move what is below it.
  '@media (max-width: 1199.95px)': {
    '&:has(.attention output[aria-label="Loading"]) > .activity': { visibility: 'hidden' },
  },
} as const;

const beside = {
  gridArea: { lg: 'beside' },
  display: { xs: 'contents', lg: 'grid' },
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignSelf: 'stretch',
  alignContent: 'start',
  gap: 2.5,
} as const;

/** Reserves the height of the field and the button, so that nothing moves when they load. */
const checkinPlace = { minHeight: 110 };

const QuickCheckin = lazyWithPreload('dashboard', () => import('./QuickCheckin.tsx'), 'QuickCheckin');
// Fetched along with the page, so that both are drawn together.
void preload('dashboard');

const Title = () => {
  const { name } = useSelectedLocation();
  const today = new Date(useToday());
  return <PageHeader title="Front Desk Dashboard" subtitle={`${name} · ${weekdayAndDay.format(today)}`} />;
};

/** Formats a calendar date. Created when the module loads, because a browser's first formatter takes 12 ms. */
const weekdayAndDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
