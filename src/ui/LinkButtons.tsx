import Add from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** Links to the form of a record. React-admin's own `EditButton` and `CreateButton` build other URLs. */
export const EditButton = ({ to }: { to: string }) => (
  <Button component={Link} to={to} variant="contained" startIcon={<EditOutlined />}>
    Edit
  </Button>
);

export const AddButton = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} variant="contained" startIcon={<Add />}>
    {label}
  </Button>
);
