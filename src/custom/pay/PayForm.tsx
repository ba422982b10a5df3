import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useId, useMemo, useState } from 'react';
import { HttpError } from 'react-admin';
import type { PayableInvoice, PayByLinkBody, PayByLinkResponse } from '#domain/invoices/paymentLinkContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useCardPayment } from '#src/resources/invoices/payments/useCardPayment.ts';
import { http, messageFrom } from '#src/dataProvider/http.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';
import { stripeTimeoutMs } from '#src/limits.ts';

interface PayFormProps {
  token: string;
  payable: PayableInvoice;
  onPaid: (amount: string) => void;
  onProcessing: () => void;
  /** The invoice has changed since it was shown, and must be fetched again. */
  onChanged: (note?: string) => void;
}

/** The card, in Stripe's own element. Stripe.js is fetched with the page. */
export const PayForm = (props: PayFormProps) => {
  const [tries, setTries] = useState(0);
  return <StripeForm key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
};

const StripeForm = ({ onRetry, ...props }: PayFormProps & { onRetry: () => void }) => {
  const stripe = useStripeJs(props.payable.stripePublishableKey);
  if (stripe === null) {
    return (
      <>
        <p className="link-problem" role="alert">
          Couldn’t load the card form. Check your connection and try again.
        </p>
        <button type="button" className="link-submit" onClick={onRetry}>
          Try Again
        </button>
      </>
    );
  }
  if (!stripe) return <output className="pay-skeleton" aria-label="Loading" />;
  return (
    <Elements stripe={stripe}>
      <CardEntry {...props} />
    </Elements>
  );
};

/** Undefined while it loads, null if it failed or timed out. It is used even if it loads later. */
const useStripeJs = (publishableKey: string) => {
  const [stripe, setStripe] = useState<Stripe | null>();
  useEffect(() => {
    let isCurrent = true;
    loadStripe(publishableKey).then(
      (loaded) => isCurrent && setStripe(loaded),
      () => isCurrent && setStripe(null),
    );
    const timeout = setTimeout(() => setStripe((loaded) => loaded ?? null), stripeTimeoutMs);
    return () => {
      isCurrent = false;
      clearTimeout(timeout);
    };
  }, [publishableKey]);
  return stripe;
};

const CardEntry = ({ token, payable: { invoice }, onPaid, onProcessing, onChanged }: PayFormProps) => {
  const id = useId();
  const amount = formatMoney(invoice.due, invoice.currency);
  const [saveCard, setSaveCard] = useState(false);
  const [change, setChange] = useState<StripeCardElementChangeEvent>();
  const [problem, setProblem] = useState<string>();
  const options = useMemo(() => ({ style: styleFromPage() }), []);
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
      if (result.status === 'succeeded') return onPaid(amount);
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
      <div role="group" aria-labelledby={id} aria-describedby={change?.error ? `${id}-error` : undefined}>
        <h2 id={id}>Card details</h2>
        <div className="pay-element" data-invalid={change?.error ? true : undefined}>
          <CardElement options={options} onChange={setChange} onReady={payment.onCardReady} />
        </div>
        {change?.error && (
          <p id={`${id}-error`} className="link-problem" role="alert">
            {change.error.message}
          </p>
        )}
      </div>
      {invoice.renews && (
        <label className="pay-save">
          <input type="checkbox" checked={saveCard} onChange={(event) => setSaveCard(event.target.checked)} />
          <span>
            Save this card for renewals
            <small>The gym charges it when your membership renews.</small>
          </span>
        </label>
      )}
      {problem && (
        <p className="link-problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="link-submit" disabled={payment.isBusy || !payment.isReady}>
        {payment.isBusy && <span className="loading-spinner" aria-hidden="true" />}
        {payment.isBusy ? 'Paying...' : `Pay ${amount}`}
      </button>
    </form>
  );
};

const toStatus = (result: Outcome) =>
  'error' in result && result.error instanceof HttpError ? result.error.status : undefined;
const isOver = (result: Outcome) =>
  result.status === 'notRecorded' || toStatus(result) === 410 || toStatus(result) === 404;
const isOtherAmount = (result: Outcome) =>
  'error' in result &&
  result.error instanceof HttpError &&
  result.error.status === 409 &&
  typeof (result.error.body as { due?: unknown } | null)?.due === 'number';

function toProblem(result: Outcome): string {
  if (result.status === 'unconfirmed')
    return 'The connection was lost while you paid. Press Pay again: you are charged only once.';
  // Without the server's response nothing was charged.
  if (result.status === 'unanswered') return toStatus(result) === 429 ? messageFrom(result.error, lost) : lost;
  if ('error' in result) return messageFrom(result.error, 'The payment could not be started. Please try again.');
  return ('message' in result && result.message) || 'The payment did not go through. Please try again.';
}

const lost = 'The payment could not be started. You have not been charged. Check your connection and try again.';

/** Stripe's field is in an iframe, where our CSS does not apply, so the colors are copied. */
const styleFromPage = () => {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(`--${name}`).trim();
  const base = {
    fontSize: '16px',
    color: color('text'),
    iconColor: color('muted'),
    '::placeholder': { color: color('muted') },
  };
  return { base, invalid: { color: color('error'), iconColor: color('error') } };
};
