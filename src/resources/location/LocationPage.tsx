import { Box } from '@mui/material';
import { cashRoundingLabels } from '#domain/invoices/cashRounding.ts';
import { useLocation, useParams } from 'react-router-dom';
import { can, levelLabels } from '#domain/shared/access.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { percentLabel } from '#domain/shared/percent.ts';
import { timeZoneText } from '#domain/shared/timeZones.ts';
import { History } from '#src/resources/activity/History.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { addressItems, DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveBadge } from '#src/ui/StatusBadge.tsx';
import type { LocationRecord, LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { backToLocation, locationPageProps } from './locationPageProps.tsx';
import { LocationEdit } from './LocationEdit.tsx';
import { Fees } from './LocationFees.tsx';

/** The location in the URL, otherwise the selected one. */
export const LocationPage = () => (
  <RequireLocation feature="location" prompt="Select a location to view and manage its details">
    <ChosenLocation />
  </RequireLocation>
);

const ChosenLocation = () => {
  const { id: selectedId } = useSelectedLocation();
  const { id = selectedId } = useParams();
  const { locations } = useLocationScope();
  const { pathname } = useLocation();
  const accessible = locations.find((location) => location.id === id);
  if (accessible && !can(accessible.level, 'location')) return <NotHere location={accessible} />;
  return pathname.endsWith('/edit') ? <LocationEdit key={id} id={id} /> : <LocationShow key={id} id={id} />;
};

const NotHere = ({ location: { name, level } }: { location: LocationRecord }) => (
  <EmptyState
    title="Location is not available"
    text={`Your access level at ${name} is ${levelLabels[level]}, which cannot access Location.`}
  />
);

const LocationShow = ({ id }: { id: string }) => {
  const isHome = useLocation().pathname === paths.location.home;
  const header = (location: LocationWithFees | undefined) => (
    <PageHeader
      title={location?.name ?? 'Location'}
      subtitle="Location details, sales tax and fees"
      {...(!isHome && { back: backToLocation })}
      actions={location && <EditButton to={paths.location.edit(id)} />}
    />
  );
  return (
    <ShowPage<LocationWithFees> {...locationPageProps} id={id} renderHeader={header}>
      {(location) => <LocationView location={location} />}
    </ShowPage>
  );
};

const LocationView = ({ location }: { location: LocationWithFees }) => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <Section title="Basic Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Location Name', value: location.name },
          { label: 'Email', value: location.email },
          { label: 'Phone', value: displayPhone(location.phone) },
          { label: 'Timezone', value: timeZoneText(location.timezone) },
          { label: 'Sales Tax Rate', value: percentLabel(location.salesTaxRate) },
          ...(location.invoicePrefix ? [{ label: 'Invoice Prefix', value: location.invoicePrefix }] : []),
          ...(location.cashRounding > 0
            ? [{ label: 'Cash Rounding', value: cashRoundingLabels[location.cashRounding] }]
            : []),
        ]}
      />
    </Section>
    <Section title="Address Information" isBeside>
      <DescriptionList columns={3} items={addressItems(location)} />
    </Section>
    <Section title="Status" isBeside>
      <ActiveBadge isActive={location.isActive} />
    </Section>
    <Fees location={location} />
    <History
      recordType="location"
      recordId={location.id}
      at={{ locationId: location.id, companyId: location.companyId }}
    />
  </Box>
);
