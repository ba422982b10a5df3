import { Box, Button } from '@mui/material';
import type { ReactNode, Ref } from 'react';
import { formatMoney } from '#domain/shared/money.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

/** Every button that takes a payment says it, whatever the method. The till's buttons have names of their own. */
export const chargeText = (amount: number, currency?: string) => `Charge ${formatMoney(amount, currency)}`;

interface PaymentFormProps extends PaymentActionsProps {
  onSubmit: () => void;
  children: ReactNode;
}

export const PaymentForm = ({ onSubmit, children, ...actions }: PaymentFormProps) => (
  <Box
    component="form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!actions.isBlocked) onSubmit();
    }}
    sx={{ display: 'grid', gap: 2 }}
  >
    {children}
    <PaymentActions {...actions} />
  </Box>
);

interface PaymentActionsProps {
  /** Stands on the button that pays. Without it there is only a way out, while something loads. */
  label?: string;
  error?: string | undefined;
  isBusy?: boolean;
  isBlocked?: boolean;
  backLabel?: string;
  onBack?: () => void;
  onCancel?: () => void;
  submitRef?: Ref<HTMLButtonElement>;
}

/** The last lines of every payment in the console: what went wrong, the way out, and the button that pays. */
export const PaymentActions = ({
  label,
  error,
  isBusy = false,
  isBlocked = false,
  backLabel = 'Back',
  onBack,
  onCancel,
  submitRef,
}: PaymentActionsProps) => (
  <>
    {error && <SubmitError>{error}</SubmitError>}
    <Box
      className="bottom-bar"
      sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'center', gap: 1 }}
    >
      {onBack && (
        <Button color="inherit" onClick={onBack} disabled={isBusy} sx={{ mr: 'auto' }}>
          {backLabel}
        </Button>
      )}
      {onCancel && (
        <Button color="inherit" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      )}
      {label && (
        <Button
          ref={submitRef}
          type="submit"
          size="large"
          variant="contained"
          className="tabular"
          disabled={isBlocked}
          loading={isBusy}
          sx={{ flex: { xs: '1 1 auto', sm: '0 1 240px' } }}
        >
          {label}
        </Button>
      )}
    </Box>
  </>
);
