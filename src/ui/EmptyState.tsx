import { Alert, Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { usePageTitle } from './PageHeader.tsx';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  /** `h1` on a page that has nothing else, `h2` inside one. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}

export const EmptyState = ({ title, text, icon, heading = 'h1', children }: EmptyStateProps) => {
  usePageTitle(heading === 'h1' ? title : undefined);
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', px: 2, py: { xs: 5, md: 8 } }}>
      {icon && (
        <Box
          aria-hidden="true"
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 56,
            height: 56,
            mb: 2,
            borderRadius: '50%',
            bgcolor: 'primary.light',
            color: 'primary.main',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h2" component={heading}>
        {title}
      </Typography>
      {text && (
        <Typography color="textSecondary" sx={{ mt: 0.5, maxWidth: '52ch', textWrap: 'pretty' }}>
          {text}
        </Typography>
      )}
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', mt: 2.5 }}>{children}</Box>
      )}
    </Box>
  );
};

/** An error with a button to retry or to go back. */
export const ErrorState = ({
  text,
  onRetry,
  retryLabel = 'Retry',
  children,
}: {
  text: string;
  onRetry?: () => void;
  retryLabel?: string;
  children?: ReactNode;
}) => (
  <Alert
    severity="error"
    action={
      <>
        {children}
        {onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </>
    }
  >
    {text}
  </Alert>
);
