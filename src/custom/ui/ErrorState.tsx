import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** What went wrong, and the way to try again or to go back. */
export const ErrorState = ({ text, onRetry, children }: { text: string; onRetry?: () => void; children?: ReactNode }) => (
  <Alert
    severity="error"
    action={
      <>
        {children}
        {onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Retry
          </Button>
        )}
      </>
    }
  >
    {text}
  </Alert>
);
