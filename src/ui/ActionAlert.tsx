import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';

interface ActionAlertProps {
  children: ReactNode;
  /** Absent for who may not do anything about it. */
  action?: { label: string; isPending: boolean; onClick: () => void } | undefined;
}

/** A warning on a record's page with the one thing to do about it, below the text on a phone. */
export const ActionAlert = ({ children, action }: ActionAlertProps) => (
  <Alert
    severity="warning"
    sx={{
      mb: 2,
      alignItems: { sm: 'center' },
      flexWrap: { xs: 'wrap', sm: 'nowrap' },
      '& .MuiAlert-message': { flex: '1 1 220px', overflowWrap: 'anywhere' },
    }}
    action={
      action && (
        <Button
          color="inherit"
          size="small"
          loading={action.isPending}
          onClick={action.onClick}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {action.label}
        </Button>
      )
    }
  >
    {children}
  </Alert>
);
