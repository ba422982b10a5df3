import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { paths } from '#src/paths.ts';

/** What a screen that depends on a location shows when none is selected. */
export const SelectLocation = ({ text, offersDashboard }: { text: string; offersDashboard?: boolean | undefined }) => (
  <EmptyState icon={<LocationOnOutlined />} title="Select a Location" text={text}>
    {offersDashboard && (
      <Button component={Link} to={paths.dashboard} variant="contained">
        Go to Dashboard
      </Button>
    )}
  </EmptyState>
);
