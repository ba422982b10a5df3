import { Elements } from '@stripe/react-stripe-js';
import { useState, type ReactNode } from 'react';
import { HttpError } from 'react-admin';
import type { PayableInvoice, PayByLinkBody, PayByLinkResponse } from '#domain/invoices/paymentLinkContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LinkSubmit } from '#src/custom/links/LinkPage.tsx';
import { CardFields, SaveCard } from '#src/resources/invoices/payments/CardFields.tsx';
import { useCardPayment } from '#src/resources/invoices/payments/useCardPayment.ts';
import { useStripeJs } from '#src/resources/invoices/payments/useStripeJs.ts';
import { http, isFromServer, messageFrom } from '#src/dataProvider/http.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';

interface PayFormProps {
  token: string;
  payable: PayableInvoice;
  onPaid: (amount: string) => void;
  onProcessing: () => void;
  /** The invoice has changed since it was shown, and must be fetched again. */
  onChanged: (note?: string) => void;
}

export const PayForm = (props: PayFormProps) => (
  <PageElements publishableKey={props.payable.stripePublishableKey}>
    <CardEntry {...props} />
  </PageElements>
);

/** Stripe's own elements. Stripe.js is fetched with the page. */
export const PageElements = ({ publishableKey, children }: { publishableKey: string; children: ReactNode }) => {
  const { stripe, retry } = useStripeJs(publishableKey);
  if (stripe === null) {
    return (
      <>
        <p className="link-problem" role="alert">
          Couldn’t load the card form. Check your connection and try again.
        </p>
        <button type="button" className="link-submit" onClick={retry}>
          Try Again
        </button>
      </>
    );
  }
  if (!stripe) return <output className="pay-skeleton" aria-label="Loading" />;
  return <Elements stripe={stripe}>{children}</Elements>;
};

const CardEntry = ({
  token,
  payable: { invoice, stripePublishableKey },
  onPaid,
  onProcessing,
  onChanged,
}: PayFormProps) => {
  const amount = formatMoney(invoice.due, invoice.currency);
  const [saveCard, setSaveCard] = useState(false);
  const [problem, setProblem] = useState<string>();
  const payment = useCardPayment<PayByLinkBody>({
    // However often this is sent, the server finds the same payment.
    send: async (body) => {
      const { paymentIntent } = await http<PayByLinkResponse>(`/payment-links/${encodeURIComponent(token)}/pay`, {
        method: 'POST',
        body,
        anonymous: true,
      });
      return paymentIntent;
    },
    onResult: (result) => {
      if (result.status === 'succeeded') return result.wasPaid ? onChanged() : onPaid(amount);
      if (result.status === 'processing') return onProcessing();
      if (isOver(result)) return onChanged();
      if (isOtherAmount(result))
        return onChanged('The amount has changed since you opened this page. Please check it again.');
      return setProblem(toProblem(result));
    },
    onError: setProblem,
  });
  const pay = () => {
    setProblem(undefined);
    const body = { saveCard, expectedDue: invoice.due };
    void payment.start(() => ({ attempt: body, wasSent: false }), {});
  };
  return (
    <form noValidate onSubmit={(event) => (event.preventDefault(), pay())}>
      <CardFields publishableKey={stripePublishableKey} note={note} onReady={payment.onCardReady}>
        {invoice.renews && (
          <SaveCard
            isSaved={saveCard}
            disabled={payment.isBusy}
            onChange={setSaveCard}
            label="Save this card for renewals"
            text="The gym charges it when your membership renews."
          />
        )}
      </CardFields>
      {problem && (
        <p className="link-problem" role="alert">
          {problem}
        </p>
      )}
      <LinkSubmit isBusy={payment.isBusy} disabled={!payment.isReady}>
        {payment.isBusy && <span className="loading-spinner" aria-hidden="true" />}
        Charge {amount}
      </LinkSubmit>
    </form>
  );
};

const toStatus = (result: Outcome) =>
  'error' in result && isFromServer(result.error) ? result.error.status : undefined;
const isOver = (result: Outcome) =>
  result.status === 'notRecorded' || toStatus(result) === 410 || toStatus(result) === 404;
const isOtherAmount = (result: Outcome) =>
  'error' in result &&
  result.error instanceof HttpError &&
  result.error.status === 409 &&
  typeof (result.error.body as { due?: unknown } | null)?.due === 'number';

function toProblem(result: Outcome): string {
  if (result.status === 'unconfirmed')
    return 'The connection was lost while you paid. Press the button again: you are charged only once.';
  // Without the server's response nothing was charged.
  if (result.status === 'unanswered') return toStatus(result) === 429 ? messageFrom(result.error, lost) : lost;
  if ('error' in result) return messageFrom(result.error, 'The payment could not be started. Please try again.');
  return ('message' in result && result.message) || 'The payment did not go through. Please try again.';
}

const lost = 'The payment could not be started. You have not been charged. Check your connection and try again.';

const note = 'Your card goes to Stripe, which processes the payment. The gym never sees its number.';
