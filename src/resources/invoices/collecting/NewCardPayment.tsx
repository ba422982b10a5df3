import { Box, Checkbox, FormControlLabel } from '@mui/material';
import { useState } from 'react';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { formatMoney, fromCents } from '#domain/shared/money.ts';
import { CardElements, CardField, CardNotice } from '../payments/CardField.tsx';
import { useCardPayment } from '../payments/useCardPayment.ts';
import { TestModeBadge } from '../payments/useStripeConfig.tsx';
import { forgetAttempt, openCall, settleAttempt, type CallAttempt } from '#src/dataProvider/attempts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';
import { useAttemptName } from '#src/dataProvider/useIdempotentMutation.ts';
import { TakingActions } from './TakingForms.tsx';

interface NewCardPaymentProps {
  invoice: InvoiceRecord;
  publishableKey: string;
  /** Undefined while the amount is invalid. */
  cents: number | undefined;
  label: string;
  onTaken: (message: string, type?: 'info') => void;
  /** The response was lost: the card may be charged. */
  onLost: (error?: unknown) => void;
  onCancel: () => void;
}

/** A new card. It is saved for later payments; if a membership renews by card, only with the payer's consent. */
export const NewCardPayment = ({ publishableKey, ...payment }: NewCardPaymentProps) => (
  <CardElements publishableKey={publishableKey}>
    <TestModeBadge publishableKey={publishableKey} />
    <CardNotice
      text={`The card is securely processed by Stripe${payment.invoice.membership?.renewsByCard ? '.' : ' and saved for future payments.'}`}
    />
    <CardEntry {...payment} />
  </CardElements>
);

const CardEntry = ({
  invoice,
  cents,
  label,
  onTaken,
  onLost,
  onCancel,
}: Omit<NewCardPaymentProps, 'publishableKey'>) => {
  const data = useAppDataProvider();
  const [error, setError] = useState<string>();
  const [saveCard, setSaveCard] = useState(false);
  const asksToSave = invoice.membership?.renewsByCard === true;
  const name = useAttemptName();
  const payment = useCardPayment<CallAttempt<InvoicePaymentBody>>({
    send: async ({ body, key }) => {
      const response = await data.takeInvoicePayment(invoice.id, body, key);
      return {
        clientSecret: response.paymentIntent?.clientSecret,
        invoice: response.invoice,
        message: 'This card payment has ended. Please check the invoice.',
      };
    },
    settle: ({ key }) => settleAttempt(key),
    drop: ({ key }) => forgetAttempt(key),
    onResult: (result) => {
      if (result.status === 'succeeded')
        return onTaken(`${formatMoney(fromCents(cents ?? 0), invoice.currency)} charged`);
      if (result.status === 'processing') return onTaken('The bank is processing the payment', 'info');
      if (result.status === 'unanswered' || result.status === 'unconfirmed') onLost();
      return setError(toText(result));
    },
    onError: setError,
  });

  const charge = () => {
    if (cents === undefined) return;
    const body: InvoicePaymentBody = {
      method: 'card',
      card: 'new',
      amount: fromCents(cents),
      ...(asksToSave && { saveCard }),
    };
    const billing = {
      name: invoice.contact ? `${invoice.contact.firstName} ${invoice.contact.lastName}` : '',
      email: invoice.contact?.email ?? '',
    };
    void payment.start(() => {
      setError(undefined);
      return openCall(name, body);
    }, billing);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => (event.preventDefault(), charge())}
      sx={{ display: 'grid', gap: 2 }}
    >
      <CardField onReady={payment.onCardReady} />
      {asksToSave && (
        <FormControlLabel
          control={
            <Checkbox
              checked={saveCard}
              disabled={payment.isBusy}
              onChange={(event) => setSaveCard(event.target.checked)}
            />
          }
          label="Save this card for renewals"
        />
      )}
      <TakingActions
        label={label}
        error={error}
        isBusy={payment.isBusy}
        isBlocked={cents === undefined || !payment.isReady}
        onCancel={onCancel}
      />
    </Box>
  );
};

const toText = (result: Outcome): string | undefined => {
  if ('message' in result && result.message) return result.message;
  return 'error' in result ? messageFrom(result.error, 'Failed to start the payment') : undefined;
};
