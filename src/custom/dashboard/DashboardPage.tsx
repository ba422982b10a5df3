import Box from '@mui/material/Box';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { useNow } from '#src/custom/ui/useNow.ts';
import { QuickActions } from './QuickActions.tsx';
import { QuickCheckin } from './QuickCheckin.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { StatCards } from './StatCards.tsx';

/** Spec §2, Dashboard. */
export const DashboardPage = () => (
  <RequireLocation feature="dashboard" prompt="Select a location to view the front desk dashboard">
    <Title />
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 2.5 } }}>
      <QuickActions />
      <StatCards />
      <Box sx={{ display: 'grid', gap: { xs: 2, md: 2.5 }, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' }, alignItems: 'start' }}>
        <QuickCheckin />
        <RecentActivity />
      </Box>
    </Box>
  </RequireLocation>
);

const Title = () => {
  const { name, timezone } = useSelectedLocation();
  const now = useNow();
  const today = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: timezone });
  return <PageHeader title="Front Desk Dashboard" subtitle={`${name} · ${today.format(now)}`} />;
};
