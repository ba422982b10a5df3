import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** Leads to the form of a record. React-admin's own `EditButton` builds other URLs. */
export const EditButton = ({ to }: { to: string }) => (
  <Button component={Link} to={to} variant="contained" startIcon={<EditOutlined />}>
    Edit
  </Button>
);
