import { Alert, Box, Button } from '@mui/material';
import type { Ref } from 'react';
import { keys, useShortcuts } from './shortcuts.ts';

interface PaymentActionsProps {
  label: string;
  error: string | undefined;
  isBusy: boolean;
  isBlocked?: boolean;
  onBack: () => void;
  onGo: () => void;
  ref?: Ref<HTMLButtonElement>;
}

export const PaymentActions = ({ label, error, isBusy, isBlocked = false, onBack, onGo, ref }: PaymentActionsProps) => {
  useShortcuts({ [keys.go]: () => !isBlocked && !isBusy && onGo() });
  return (
    <>
      {error && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <Button color="inherit" onClick={onBack} disabled={isBusy}>
          Back to Cart
        </Button>
        <Button
          ref={ref}
          type="submit"
          size="large"
          variant="contained"
          disabled={isBlocked}
          loading={isBusy}
          sx={{ flex: { xs: '1 1 auto', sm: '0 1 240px' } }}
        >
          {label}
        </Button>
      </Box>
    </>
  );
};
