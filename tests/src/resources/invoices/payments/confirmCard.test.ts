import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { confirmCard, type IntentOutcome } from '#src/resources/invoices/payments/confirmCard.ts';
import { createIntentResult } from '#tests/support/stripeJs/installStripe.ts';

type StripeResult = PaymentIntentResult | Error;

const refused = (error: object): StripeResult => ({ error }) as PaymentIntentResult;
const say = async (result: StripeResult) => {
  if (result instanceof Error) throw result;
  return result;
};

/** Confirms with a Stripe.js that answers one thing on confirmation and another when it is asked afterwards. */
const confirm = (confirmed: StripeResult, asked: StripeResult, ...fallback: string[]): Promise<IntentOutcome> => {
  const stripe = { confirmCardPayment: () => say(confirmed), retrievePaymentIntent: () => say(asked) };
  return confirmCard(stripe as unknown as Stripe, {} as StripeCardElement, 'pi_1_secret_1', {}, ...fallback);
};

const offline = new TypeError('Failed to fetch');

test.each<[string, StripeResult, StripeResult, IntentOutcome]>([
  ['succeeded', createIntentResult('succeeded'), offline, { status: 'succeeded' }],
  ['is being processed', createIntentResult('processing'), offline, { status: 'processing' }],
  [
    'is left unauthenticated',
    createIntentResult('requires_action'),
    offline,
    { status: 'declined', message: 'Payment was not completed successfully' },
  ],
  [
    'is refused with a reason',
    refused({ type: 'card_error', message: 'No funds' }),
    offline,
    { status: 'declined', message: 'No funds' },
  ],
  [
    'is refused without a reason',
    refused({ type: 'card_error' }),
    offline,
    { status: 'declined', message: 'Payment failed' },
  ],
  ['succeeded, though the answer was lost', offline, createIntentResult('succeeded'), { status: 'succeeded' }],
  [
    'was not charged, as Stripe says afterwards',
    refused({ type: 'api_error' }),
    createIntentResult('requires_payment_method'),
    { status: 'declined', message: 'Payment failed' },
  ],
  [
    'is not known of',
    refused({ type: 'api_error' }),
    offline,
    { status: 'unconfirmed', message: 'Failed to process Stripe payment' },
  ],
])('a card payment that %s', async (_case, confirmed, asked, outcome) => {
  expect(await confirm(confirmed, asked)).toEqual(outcome);
});

test('a Stripe.js failure without a message shows the fallback message', async () => {
  expect(await confirm(new Error(), offline)).toMatchObject({ message: 'Failed to process Stripe payment' });
  const words = 'An error occurred while processing payment';
  expect(await confirm(new Error(), offline, words)).toMatchObject({ message: words });
});
