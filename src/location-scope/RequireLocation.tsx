import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { Button } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { levelLabels, type Action, type Feature } from '#domain/shared/access.ts';
import { featureLabels } from '#domain/shared/featureText.ts';
import { companiesFor } from '#src/authProvider/companyAccess.ts';
import { EmptyState, ErrorState } from '#src/ui/EmptyState.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { paths } from '#src/paths.ts';
import {
  locationsAllowing,
  useAccess,
  useLocationScope,
  useMayAt,
  useSwitchLocation,
  type RecordPlace,
} from './useLocationScope.ts';

interface RequireLocationProps {
  feature: Feature;
  prompt: string;
  offersDashboard?: boolean;
  children: ReactNode;
}

/**
 * Wraps every screen that depends on a location. Switching the location remounts the screen, so that no row of the old
 * location is shown under the new one's name.
 */
export const RequireLocation = ({ feature, prompt, offersDashboard, children }: RequireLocationProps) => {
  const { selected, isPending, error, refetch } = useLocationScope();
  if (error && !selected) return <ErrorState text="Error loading locations" onRetry={refetch} />;
  if (isPending) return <Loading />;
  if (!selected) return <SelectLocation text={prompt} offersDashboard={offersDashboard} />;
  return (
    <RequireAccess feature={feature}>
      <Fragment key={selected.id}>{children}</Fragment>
    </RequireAccess>
  );
};

/** Renders its children for a level that may open the feature. For others the URL stays, and no request is sent that the server would refuse. */
export const RequireAccess = ({ feature, children }: { feature: Feature; children: ReactNode }) => {
  const { isPending } = useLocationScope();
  const { can } = useAccess();
  if (isPending) return <Loading />;
  return can(feature) ? children : <NoAccess feature={feature} />;
};

/** Renders a record's form for a level that may change it at the record's location, even while another location is selected. */
export const RequireMayAt = ({
  record,
  action,
  children,
}: {
  record: RecordPlace;
  action: Action;
  children: ReactNode;
}) => (useMayAt(record, action) ? children : <CannotChange text="Your access there is view-only." />);

export const CannotChange = ({ text }: { text: string }) => (
  <EmptyState icon={<LockOutlined />} heading="h2" title="You cannot change this" text={text} />
);

/** Nothing is selected because there is no location. A company admin can add the first one. */
const SelectLocation = ({ text, offersDashboard }: { text: string; offersDashboard?: boolean | undefined }) => {
  const mayAdd = companiesFor('locations:create').length > 0;
  return (
    <EmptyState icon={<LocationOnOutlined />} title="Select a Location" text={text}>
      {mayAdd && (
        <Button component={Link} to={paths.location.add} variant="contained">
          Add Location
        </Button>
      )}
      {offersDashboard && (
        <Button component={Link} to={paths.dashboard} variant={mayAdd ? 'outlined' : 'contained'}>
          Go to Dashboard
        </Button>
      )}
    </EmptyState>
  );
};

const NoAccess = ({ feature }: { feature: Feature }) => {
  const { level, selected, locations } = useLocationScope();
  const switchTo = useSwitchLocation();
  const elsewhere = locationsAllowing(locations, feature).filter(({ id }) => id !== selected?.id);
  const where = selected ? ` at ${selected.name}` : '';
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={`${featureLabels[feature]} is not available`}
      text={
        (level
          ? `Your access level${where} is ${levelLabels[level]}, which cannot access ${featureLabels[feature]}. `
          : `You have no access level, so ${featureLabels[feature]} cannot be opened. `) +
        (elsewhere.length > 0
          ? 'It is available at another of your locations:'
          : `${locations.length > 1 ? 'It is not available at your other locations either. ' : ''}A company admin can change your access level.`)
      }
    >
      {elsewhere.map((location) => (
        <Button key={location.id} variant="outlined" onClick={() => void switchTo(location.id)}>
          Switch to {location.name} ({levelLabels[location.level]})
        </Button>
      ))}
    </EmptyState>
  );
};
