import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { paths } from '#src/paths.ts';

export const backToLocation = { to: paths.location.home, label: 'Back to Location' };

export const locationPageProps = {
  resource: 'location',
  fallback: 'Failed to fetch location',
  errorText: (message: string) => `Error loading location: ${message}`,
  errorAction: (
    <Button component={Link} to={paths.location.home} color="inherit" size="small">
      Back
    </Button>
  ),
};
