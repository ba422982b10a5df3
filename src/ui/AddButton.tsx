import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** Leads to the form of a new record. React-admin's own `CreateButton` builds other URLs. */
export const AddButton = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} variant="contained" startIcon={<Add />}>
    {label}
  </Button>
);
