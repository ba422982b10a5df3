import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useRef, useState } from 'react';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { formatMoney, fromCents } from '#domain/shared/money.ts';
import { CardElements, CardField, CardNotice } from '../payments/CardField.tsx';
import { useCardPayment, type Attempt, type CardPaymentResult } from '../payments/useCardPayment.ts';
import { TestModeBadge } from '../payments/useStripeConfig.tsx';
import { createIdempotencyKey, messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { isSameBody } from '#src/dataProvider/useKeyedCall.ts';
import { TakingActions } from './TakingForms.tsx';
import { useInvoiceCall } from './useInvoiceCall.ts';

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
    <Box sx={{ justifySelf: 'start', '&:empty': { display: 'none' } }}>
      <TestModeBadge publishableKey={publishableKey} />
    </Box>
    <CardNotice
      text={`The card is securely processed by Stripe${payment.invoice.membership?.renewsByCard ? '.' : ' and saved for future payments.'}`}
    />
    <CardEntry {...payment} />
  </CardElements>
);

type CardAttempt = Attempt<InvoicePaymentBody>;

const CardEntry = ({
  invoice,
  cents,
  label,
  onTaken,
  onLost,
  onCancel,
}: Omit<NewCardPaymentProps, 'publishableKey'>) => {
  const data = useAppDataProvider();
  const { refresh } = useInvoiceCall(invoice.id);
  const [error, setError] = useState<string>();
  const [saveCard, setSaveCard] = useState(true);
  const asksToSave = invoice.membership?.renewsByCard === true;
  const last = useRef<CardAttempt>(undefined);
  const payment = useCardPayment<CardAttempt>({
    send: async ({ body, key }) => {
      const response = await data.takeInvoicePayment(invoice.id, body, key);
      const clientSecret = response.paymentIntent?.clientSecret;
      return clientSecret
        ? { clientSecret, invoice: response.invoice }
        : { clientSecret: null, message: 'This card payment has ended. Please check the invoice.' };
    },
    // The invoice shows what was paid, so it is fetched again after each attempt.
    ask: () => Promise.resolve({ state: 'unknown', invoice: null, message: null }),
    settle: (attempt) => void (last.current = { ...attempt, isOutcomeUnknown: false }),
    drop: () => void (last.current = undefined),
    interrupted: undefined,
    onResult: (result) => {
      void refresh();
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
      const same = last.current && isSameBody(last.current.body, body) ? last.current : undefined;
      const attempt = {
        ...(same ?? { key: createIdempotencyKey(), body, startedAt: Date.now() }),
        isOutcomeUnknown: true,
      };
      last.current = attempt;
      return { attempt, wasSent: same?.isOutcomeUnknown === true };
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

const toText = (result: CardPaymentResult): string | undefined => {
  if ('message' in result && result.message) return result.message;
  return 'error' in result ? messageFrom(result.error, 'Failed to start the payment') : undefined;
};
