import { Box, useMediaQuery } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useAccess, useLocationScope, useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { lazyWithPreload, preload } from '#src/performance/lazyWithPreload.tsx';
import { AtRiskPart, AttentionPart, NoticePart, TodayPart } from './FurtherCards.tsx';
import { useRenewalsOnHold } from './RenewalsOnHold.tsx';
import { useLateness } from './useLateness.ts';
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
  const hasColumns = useMediaQuery('(min-width:1200px)', { noSsr: true });
  const isWide = useMediaQuery('(min-width:1600px)', { noSsr: true });
  // A wide screen has a column for what waits for somebody, beside the day's figures.
  const isApart = useAccess().may('reports:read') && isWide;
  const notice = useLateness(useRenewalsOnHold().isLoading);
  const [isAtRiskLate, setAtRiskLate] = useState(false);
  // With their keys they change places without being read again.
  const atRisk = <AtRiskPart key="at-risk" onLate={() => setAtRiskLate(true)} />;
  const activity = (
    <Box key="activity" className="activity" sx={{ gridArea: { lg: 'activity' } }}>
      <RecentActivity />
    </Box>
  );
  return (
    <>
      <SetupChecklist />
      <Box sx={desk} className={isApart ? `apart notice-${notice}` : `notice-${notice}`}>
        {!isPhone && <Actions />}
        <Box className="beside" sx={beside}>
          <Box>
            <Section title="Quick Check-in">
              <Box sx={checkinPlace}>
                <LazyPart>
                  <QuickCheckin />
                </LazyPart>
              </Box>
            </Section>
          </Box>
          {notice !== 'late' && <NoticePart />}
          {!isApart && <AttentionPart />}
          {hasColumns && <TodayPart />}
          {hasColumns && !isApart && atRisk}
        </Box>
        {/* A phone has the check-in and what waits for somebody in sight first. */}
        {isPhone && <Actions />}
        <Box sx={{ gridArea: { lg: 'stats' } }}>
          <StatCards />
        </Box>
        {isApart && (
          <Box sx={urgent}>
            <AttentionPart />
            <AtRiskPart />
          </Box>
        )}
        {!hasColumns && <TodayPart />}
        {/* What comes late comes last, where it moves nothing. */}
        {hasColumns ? [activity] : isAtRiskLate ? [activity, atRisk] : [atRisk, activity]}
        {notice === 'late' && <NoticePart />}
      </Box>
    </>
  );
};

const Actions = () => (
  <Box sx={{ gridArea: { lg: 'actions' } }}>
    <QuickActions />
  </Box>
);

/** The check-in and what waits for somebody come before the numbers, because the front desk uses them most. */
const desk = {
  display: 'grid',
  gap: { xs: 2, md: 2.5 },
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    lg: 'minmax(0, 5fr) minmax(0, 6fr)',
  },
  // The last row is as long as the longer column asks for.
  gridTemplateRows: { lg: 'auto auto 1fr' },
  gridTemplateAreas: { lg: '"actions actions" "beside stats" "beside activity"' },
  '&.apart': {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gridTemplateAreas: '"actions actions actions" "beside stats stats" "beside urgent activity"',
  },
  // What is still read would move what is below it, which waits a second for it.
  '&.notice-waiting .notice ~ *': { visibility: 'hidden' },
  '& .attention.waiting:has(output[aria-label="Loading"]) ~ *': { visibility: 'hidden' },
  '& > .at-risk.waiting:has(output[aria-label="Loading"]) ~ *': { visibility: 'hidden' },
  // When both are late, the notice comes after it.
  '& > .at-risk:has(output[aria-label="Loading"]) ~ .notice': { visibility: 'hidden' },
  '@media (max-width: 1199.95px)': {
    '& > .beside:has(> .attention.waiting output[aria-label="Loading"]) ~ *': { visibility: 'hidden' },
    '&.notice-waiting > .beside ~ *': { visibility: 'hidden' },
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

const urgent = { gridArea: 'urgent', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 } as const;

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
