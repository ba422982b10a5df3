import type {
  PaymentIntent as StripeIntent,
  PaymentMethodCreateParams,
  Stripe,
  StripeCardElement,
  StripeError,
} from '@stripe/stripe-js';
import type { CardOutcome } from '#src/dataProvider/sendAttempt.ts';

export type CardBilling = PaymentMethodCreateParams.BillingDetails;

/** A canceled intent can never be paid. */
export type IntentOutcome = CardOutcome | { readonly status: 'canceled' };

const notCompleted = 'Payment was not completed successfully';
const failedToProcess = 'Failed to process Stripe payment';

/** Confirms an intent with the card that was typed. Never throws; `succeeded` only when Stripe says so. */
export async function confirmCard(
  stripe: Stripe,
  card: StripeCardElement,
  clientSecret: string,
  billing: CardBilling,
  fallback = failedToProcess,
): Promise<IntentOutcome> {
  try {
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: billing },
    });
    return paymentIntent ? readOutcome(paymentIntent) : await outcomeOfError(stripe, clientSecret, error);
  } catch (error) {
    return await outcomeOfError(stripe, clientSecret, {
      message: (error instanceof Error && error.message) || fallback,
    });
  }
}

/** Asks Stripe for the state of an intent, as after a reload during its confirmation. */
export async function retrieveIntent(stripe: Stripe, clientSecret: string): Promise<IntentOutcome> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent ? readOutcome(paymentIntent) : { status: 'unconfirmed', message: failedToProcess };
  } catch {
    return { status: 'unconfirmed', message: failedToProcess };
  }
}

/** A declined card is final. A network error says nothing about the payment, so Stripe is asked. */
async function outcomeOfError(
  stripe: Stripe,
  clientSecret: string,
  error: Partial<StripeError>,
): Promise<IntentOutcome> {
  const intent = error.payment_intent;
  const isOver = intent?.status === 'succeeded' || intent?.status === 'processing';
  if (!isOver && (error.type === 'card_error' || error.type === 'validation_error'))
    return { status: 'declined', message: error.message ?? 'Payment failed' };
  const asked = isOver ? readOutcome(intent) : await retrieveIntent(stripe, clientSecret);
  if (asked.status === 'succeeded' && error.code === 'payment_intent_unexpected_state')
    // This press confirmed nothing.
    return { ...asked, wasPaid: true };
  if (asked.status === 'declined') return { status: 'declined', message: error.message ?? 'Payment failed' };
  return asked.status === 'unconfirmed' ? { ...asked, message: error.message ?? asked.message } : asked;
}

function readOutcome({ status }: Pick<StripeIntent, 'status'>): IntentOutcome {
  if (status === 'succeeded' || status === 'processing' || status === 'canceled') return { status };
  return { status: 'declined', message: notCompleted };
}
