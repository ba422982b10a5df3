import { Alert, Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { fromCents } from '#domain/shared/money.ts';
import { NoDrawerNotice } from '#src/resources/drawers/NoDrawerNotice.tsx';
import { CashReceived, type useCashReceived } from '../payments/CashReceived.tsx';
import { OtherPaymentFields, type useOtherPayment } from '../payments/OtherPaymentFields.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { toSavedCard } from './savedCard.ts';

interface TakingProps extends Omit<TakingActionsProps, 'isBlocked'> {
  /** Undefined while the amount is invalid. */
  cents: number | undefined;
  take: (body: InvoicePaymentBody) => void;
}

type CashTakingProps = TakingProps & { cash: ReturnType<typeof useCashReceived>; locationId: string | null };

export const CashTaking = ({ cash, locationId, ...form }: CashTakingProps) => {
  const { cents, take } = form;
  const { receivedCents } = cash;
  return (
    <TakingForm
      {...form}
      isBlocked={cash.isBlocked}
      onSubmit={() =>
        take({
          method: 'cash',
          amount: fromCents(cash.totalCents),
          ...(receivedCents !== null && { tendered: fromCents(receivedCents) }),
        })
      }
    >
      {locationId && <NoDrawerNotice locationId={locationId} />}
      {cents !== undefined && <CashReceived cash={cash} />}
    </TakingForm>
  );
};

export const OtherTaking = ({ other, ...form }: TakingProps & { other: ReturnType<typeof useOtherPayment> }) => {
  const submit = (amount: number) => {
    const payment = other.read();
    if (payment) form.take({ method: 'other', amount, ...payment });
  };
  return (
    <TakingForm {...form} isBlocked={other.isBlocked} onSubmit={submit}>
      <OtherPaymentFields other={other} />
    </TakingForm>
  );
};

export const SavedCardTaking = ({ invoice, ...form }: TakingProps & { invoice: InvoiceRecord }) => {
  const known = toSavedCard(invoice);
  return (
    <TakingForm {...form} isBlocked={false} onSubmit={(amount) => form.take({ method: 'card', card: 'saved', amount })}>
      <Alert severity={known?.hasExpired ? 'warning' : 'info'} role="note">
        The saved card is charged at once{known && `: ${known.text}`}.
      </Alert>
    </TakingForm>
  );
};

interface TakingFormProps extends TakingProps {
  isBlocked: boolean;
  onSubmit: (amount: number) => void;
  children: ReactNode;
}

const TakingForm = ({ cents, isBlocked, onSubmit, children, take: _take, ...actions }: TakingFormProps) => {
  const isReady = cents !== undefined && !isBlocked;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit(fromCents(cents));
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      {children}
      <TakingActions {...actions} isBlocked={!isReady} />
    </Box>
  );
};

interface TakingActionsProps {
  label: string;
  error: string | undefined;
  isBusy: boolean;
  isBlocked: boolean;
  onCancel: () => void;
}

export const TakingActions = ({ label, error, isBusy, isBlocked, onCancel }: TakingActionsProps): ReactNode => (
  <>
    {error && <Alert severity="error">{error}</Alert>}
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      <Button color="inherit" onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" loading={isBusy} disabled={isBlocked}>
        {label}
      </Button>
    </Box>
  </>
);
