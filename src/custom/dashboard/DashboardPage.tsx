import Box from '@mui/material/Box';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useLocationScope, useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { useNow } from '#src/custom/ui/time.ts';
import { HeldRenewals } from './HeldRenewals.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { QuickActions } from './QuickActions.tsx';
import { QuickCheckin } from './QuickCheckin.tsx';
import { SetupChecklist } from './SetupChecklist.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { StatCards } from './StatCards.tsx';

export const DashboardPage = () => {
  const { selected } = useLocationScope();
  return (
    <>
      {/* A new company has no location yet. */}
      {!selected && <SetupChecklist />}
      <FrontDesk />
    </>
  );
};

const FrontDesk = () => (
  <RequireLocation feature="dashboard" prompt="Select a location to view the front desk dashboard">
    <Title />
    <SetupChecklist />
    <HeldRenewals />
    <Box sx={desk}>
      <Box sx={{ gridArea: 'actions' }}>
        <QuickActions />
      </Box>
      <Box sx={{ gridArea: 'checkin', position: { lg: 'sticky' }, top: 84, zIndex: 1 }}>
        <QuickCheckin />
      </Box>
      <Box sx={{ gridArea: 'stats' }}>
        <StatCards />
      </Box>
      <Box sx={{ gridArea: 'activity', display: 'grid', gap: { xs: 2, md: 2.5 } }}>
        <NeedsAttention />
        <RecentActivity />
      </Box>
    </Box>
  </RequireLocation>
);

/** On a narrow screen the check-in comes before the numbers: it is what the front desk is for. */
const desk = {
  display: 'grid',
  gap: { xs: 2, md: 2.5 },
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)', xl: 'minmax(0, 5fr) minmax(0, 6fr) 300px' },
  gridTemplateAreas: {
    xs: '"actions" "checkin" "stats" "activity"',
    md: '"actions" "stats" "checkin" "activity"',
    lg: '"actions actions" "stats stats" "checkin activity"',
    xl: '"actions actions actions" "checkin activity stats"',
  },
} as const;

const Title = () => {
  const { name, timezone } = useSelectedLocation();
  const now = useNow();
  const today = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: timezone });
  return <PageHeader title="Front Desk Dashboard" subtitle={`${name} · ${today.format(now)}`} />;
};
