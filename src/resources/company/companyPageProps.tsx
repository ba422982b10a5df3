import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { paths } from '#src/paths.ts';

export const companyPageProps = {
  resource: 'company',
  fallback: 'Failed to fetch company',
  errorText: (message: string) => `Error loading company: ${message}`,
  errorAction: (
    <Button component={Link} to={paths.company.tab('info')} color="inherit" size="small">
      Back
    </Button>
  ),
};
