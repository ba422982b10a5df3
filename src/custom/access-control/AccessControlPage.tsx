import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DevicesTab } from '#src/resources/devices/DevicesTab.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';

export const AccessControlPage = () => (
  <RequireLocation feature="access-control" prompt="Select a location to view Access Control">
    <PageHeader title="Access Control" subtitle="Who may come in, when, and by which door" />
    <DevicesTab />
  </RequireLocation>
);
