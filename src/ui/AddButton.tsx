import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

interface AddButtonProps {
  to: string;
  label: string;
  /** Outlined in an empty list, whose page has the filled one in its header. */
  variant?: 'contained' | 'outlined';
}

/** Leads to the form of a new record. React-admin's own `CreateButton` builds other URLs. */
export const AddButton = ({ to, label, variant = 'contained' }: AddButtonProps) => (
  <Button component={Link} to={to} variant={variant} startIcon={<Add />}>
    {label}
  </Button>
);
