import { Alert, Box, Button } from '@mui/material';
import type { ReactNode, Ref } from 'react';
import { keys, useShortcuts } from './shortcuts.ts';

interface PaymentFormProps {
  label?: string;
  error: string | undefined;
  isBusy: boolean;
  isBlocked?: boolean;
  onBack: () => void;
  onSubmit: () => void;
  submitRef?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export const PaymentForm = ({
  label = 'Complete Sale',
  error,
  isBusy,
  isBlocked = false,
  onBack,
  onSubmit,
  submitRef,
  children,
}: PaymentFormProps) => {
  useShortcuts({ [keys.go]: () => !isBlocked && !isBusy && onSubmit() });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => (event.preventDefault(), onSubmit())}
      sx={{ display: 'grid', gap: 2 }}
    >
      {children}
      {error && <Alert severity="error">{error}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
        <Button color="inherit" onClick={onBack} disabled={isBusy}>
          Back to Cart
        </Button>
        <Button
          ref={submitRef}
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
    </Box>
  );
};
