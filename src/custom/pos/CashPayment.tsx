import { Alert, Box } from '@mui/material';
import { useLayoutEffect, useRef } from 'react';
import { CashReceived, useCashReceived } from '#src/resources/invoices/payments/CashReceived.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { useDeskSale } from './useDeskSale.ts';
import { useTill } from './useTillState.ts';

export const CashPayment = ({ onBack }: { onBack: () => void }) => {
  const { totals, attempt } = useTill();
  const cash = useCashReceived(totals.total, attempt?.receivedCents);
  const { complete, isBusy, error } = useDeskSale();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  const submit = () => {
    if (!cash.isBlocked) complete({ receivedCents: cash.receivedCents });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => (event.preventDefault(), submit())}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Alert severity="info" role="note">
        Cash payment will be processed immediately.
      </Alert>
      <CashReceived cash={cash} />
      <PaymentActions
        ref={button}
        label="Complete Sale"
        error={error}
        isBusy={isBusy}
        isBlocked={cash.isBlocked}
        onBack={onBack}
        onGo={submit}
      />
    </Box>
  );
};
