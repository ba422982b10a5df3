import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router-dom';
import { can, levelLabels } from '#domain/rules/access.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useLocationScope, useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { LocationEdit } from './LocationEdit.tsx';
import { LocationView } from './LocationView.tsx';

/** The one of the address, otherwise the selected one. */
export const LocationPage = () => (
  <RequireLocation feature="location" prompt="Select a location to view and manage its details">
    <ChosenLocation />
  </RequireLocation>
);

const ChosenLocation = () => {
  const { id: selectedId } = useSelectedLocation();
  const { id = selectedId } = useParams();
  const { locations } = useLocationScope();
  const held = locations.find((location) => location.id === id);
  if (held && !can(held.level, 'location')) {
    return <EmptyState title="Location is not available" text={`Your access level at ${held.name} is ${levelLabels[held.level]}, which cannot access Location.`} />;
  }
  return <OneLocation key={id} id={id} />;
};

const OneLocation = ({ id }: { id: string }) => {
  const { pathname } = useLocation();
  const query = useGetOne<LocationWithFees>('location', { id }, { onError: shownOnPage });
  const isEditing = pathname.endsWith('/edit');
  const isHome = pathname === paths.location.home;
  return (
    <>
      <PageHeader
        title={query.data?.name ?? 'Location'}
        subtitle={isEditing ? 'Edit location' : 'Location details, sales tax and fees'}
        {...(!isHome && { back: { to: paths.location.home, label: 'Back to Location' } })}
        actions={
          query.data &&
          !isEditing && (
            <Button component={Link} to={paths.location.edit(id)} variant="contained" startIcon={<EditOutlined />}>
              Edit
            </Button>
          )
        }
      />
      <SuccessBanner />
      <ScreenState
        query={query}
        fallback="Failed to fetch location"
        errorText={(message) => `Error loading location: ${message}`}
        errorAction={
          <Button component={Link} to={paths.location.home} color="inherit" size="small">
            Back
          </Button>
        }
      >
        {(location) => (isEditing ? <LocationEdit location={location} /> : <LocationView location={location} />)}
      </ScreenState>
    </>
  );
};

const shownOnPage = () => undefined;
