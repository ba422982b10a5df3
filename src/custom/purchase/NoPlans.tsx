import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { paths } from '#src/paths.ts';

export const NoPlans = () => (
  <EmptyState
    heading="h2"
    title="No published memberships available"
    text="Publish and activate a membership to sell it here."
  >
    <Button component={Link} to={paths.memberships.list} variant="outlined">
      Go to memberships
    </Button>
  </EmptyState>
);
