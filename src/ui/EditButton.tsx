import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/**
 * Leads to the form of a record. React-admin's own `EditButton` builds other URLs. Keeps its room while there is nothing to edit
 * yet, so that the buttons beside it do not move.
 */
export const EditButton = ({ to, isHidden = false }: { to: string; isHidden?: boolean }) => (
  <Button
    component={Link}
    to={to}
    variant="contained"
    startIcon={<EditOutlined />}
    style={isHidden ? { visibility: 'hidden' } : undefined}
  >
    Edit
  </Button>
);
