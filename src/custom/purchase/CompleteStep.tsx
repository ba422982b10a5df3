import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassTop from '@mui/icons-material/HourglassTop';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { posSuccessMs } from '#domain/rules/limits.ts';
import type { CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { usePurchaseDialog } from './purchaseContext.ts';

interface CompleteStepProps {
  outcome: CardOutcome;
  onTryAgain: () => void;
}

/** Closes by itself when Stripe said that it succeeded, and only then; else it says what is true. */
export const CompleteStep = ({ outcome, onTryAgain }: CompleteStepProps) => {
  const { finish, close } = usePurchaseDialog();
  const isDone = outcome.status === 'succeeded';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(finish, posSuccessMs);
    return () => clearTimeout(timer);
  }, [isDone, finish]);
  const canRetry = outcome.status === 'refused' || outcome.status === 'unknown';
  return (
    <>
      <DialogContent dividers>
        <Box role={canRetry ? 'alert' : 'status'}>
          <EmptyState heading="h2" {...words(outcome)} />
        </Box>
      </DialogContent>
      <DialogActions sx={{ pt: '16px !important' }}>
        <Button color="inherit" onClick={close}>
          Close
        </Button>
        {canRetry && (
          <Button variant="contained" onClick={onTryAgain} autoFocus>
            Try Again
          </Button>
        )}
      </DialogActions>
    </>
  );
};

const words = (outcome: CardOutcome) => {
  if (outcome.status === 'succeeded') {
    return { icon: <CheckCircleOutlined color="success" />, title: 'Payment Successful!', text: 'The membership has been purchased.' };
  }
  if (outcome.status === 'processing') {
    return { icon: <HourglassTop />, title: 'Payment processing', text: 'Stripe is still working on this payment. The membership starts once it has succeeded; the history shows it then.' };
  }
  return { icon: <ErrorOutlined color="error" />, title: outcome.status === 'refused' ? 'Payment not completed' : 'Payment not confirmed', text: outcome.message };
};
