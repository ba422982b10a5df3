import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { useEffect, useState, type ReactNode } from 'react';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { formatMoney, fromCents } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { CardElements } from '../payments/CardElements.tsx';
import { CardFields, SaveCard } from '../payments/CardFields.tsx';
import { PaymentForm } from '../payments/PaymentForm.tsx';
import { useCardPayment } from '../payments/useCardPayment.ts';
import { forgetAttempt, openCall, settleAttempt, type CallAttempt } from '#src/dataProvider/attempts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';
import { useAttemptName } from '#src/dataProvider/useIdempotentMutation.ts';

interface NewCardPaymentProps {
  invoice: InvoiceRecord;
  publishableKey: string;
  /** Undefined while the amount is invalid. */
  cents: number | undefined;
  label: string;
  onTaken: (message: string, type?: 'info') => void;
  /** The response was lost: the card may be charged. */
  onLost: (error?: unknown) => void;
  onBusy: (isBusy: boolean) => void;
  onCancel: () => void;
}

export const NewCardPayment = ({
  renderFallback,
  ...entry
}: NewCardPaymentProps & { renderFallback: (content: ReactNode) => ReactNode }) => (
  <CardElements publishableKey={entry.publishableKey} renderFallback={renderFallback}>
    <CardEntry {...entry} />
  </CardElements>
);

const CardEntry = ({
  invoice,
  publishableKey,
  cents,
  label,
  onTaken,
  onLost,
  onBusy,
  onCancel,
}: NewCardPaymentProps) => {
  const [error, setError] = useState<string>();
  const [saveCard, setSaveCard] = useState(false);
  // A walk-in customer has no email, and no account at Stripe that keeps a card.
  const canSave = Boolean(invoice.contact?.email);
  const name = useAttemptName();
  const payment = useCardPayment<CallAttempt<InvoicePaymentBody>>({
    send: async ({ body, key }) => {
      const response = await invoiceActions.takeInvoicePayment(invoice.id, body, key);
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
    const body: InvoicePaymentBody = { method: cardMethod, card: 'new', amount: fromCents(cents), saveCard };
    const billing = {
      name: invoice.contact ? fullName(invoice.contact) : '',
      email: invoice.contact?.email ?? '',
    };
    void payment.start(() => {
      setError(undefined);
      return openCall(name, body);
    }, billing);
  };
  const { isBusy } = payment;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  return (
    <PaymentForm
      label={label}
      error={error}
      isBusy={isBusy}
      isBlocked={cents === undefined || !payment.isReady}
      onSubmit={charge}
      onCancel={onCancel}
    >
      <CardFields
        publishableKey={publishableKey}
        note="The card is securely processed by Stripe."
        onReady={payment.onCardReady}
      >
        {canSave && (
          <SaveCard
            isSaved={saveCard}
            disabled={isBusy}
            onChange={setSaveCard}
            label={
              invoice.membership?.renewsByCard ? 'Save this card for renewals' : 'Save this card for future payments'
            }
          />
        )}
      </CardFields>
    </PaymentForm>
  );
};

const toText = (result: Outcome): string | undefined => {
  if ('message' in result && result.message) return result.message;
  return 'error' in result ? messageFrom(result.error, 'Failed to start the payment') : undefined;
};
