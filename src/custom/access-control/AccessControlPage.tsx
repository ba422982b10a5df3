import { Box, Tab, Tabs } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DoorsTab } from '#src/resources/doors/DoorsTab.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';

const slug = 'access-control';
const DevicesTab = lazyWithPreload(slug, () => import('#src/resources/devices/DevicesTab.tsx'), 'DevicesTab');
const HoursTab = lazyWithPreload(slug, () => import('#src/resources/doors/HoursTab.tsx'), 'HoursTab');
const LogTab = lazyWithPreload(slug, () => import('#src/resources/doors/LogTab.tsx'), 'LogTab');

const tabs = [
  { id: 'doors', label: 'Doors', Part: DoorsTab },
  { id: 'hours', label: 'Access Hours', Part: HoursTab },
  { id: 'devices', label: 'Devices', Part: DevicesTab },
  { id: 'log', label: 'Log', Part: LogTab },
] as const;

export const AccessControlPage = () => (
  <RequireLocation feature="access-control" prompt="Select a location to view Access Control">
    <TabbedPage />
  </RequireLocation>
);

const TabbedPage = () => {
  const { tab } = useParams();
  const { id, Part } = tabs.find((one) => one.id === tab) ?? tabs[0];
  return (
    <>
      <PageHeader title="Access Control" subtitle="Who may come in, when, and by which door" isOneLine />
      <Tabs
        value={id}
        variant="scrollable"
        aria-label="Access Control"
        sx={{ mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((one) => (
          <Tab
            key={one.id}
            value={one.id}
            label={one.label}
            component={Link}
            to={paths.accessControl.tab(one.id)}
            id={`access-control-tab-${one.id}`}
            aria-controls={`access-control-${one.id}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`access-control-${id}`} aria-labelledby={`access-control-tab-${id}`}>
        <LazyPart fallback={<Loading />}>
          <Part />
        </LazyPart>
      </Box>
    </>
  );
};
