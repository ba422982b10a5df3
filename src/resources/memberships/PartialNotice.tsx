import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { partialMembershipRedirectMs } from '#domain/rules/limits.ts';
import { paths } from '#src/paths.ts';

/** The plan is there, some of its charges are not. It goes on to the list by itself after 3 seconds. */
export const PartialNotice = ({ names }: { names: readonly string[] }) => {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.memberships.list), partialMembershipRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert
      severity="warning"
      action={
        <Button component={Link} to={paths.memberships.list} color="inherit" size="small">
          Go to Memberships
        </Button>
      }
    >
      Membership created but some additional charges failed to add: {names.join(', ')}
    </Alert>
  );
};
