import type { PaymentIntent, PaymentIntentResult, SetupIntent, SetupIntentResult } from '@stripe/stripe-js';
import { vi } from 'vitest';
import { makeStripe, type Transport } from './makeStripe.ts';

type Status = PaymentIntent['status'];

const succeeding: Transport = async () => createIntentResult('succeeded');
let current = succeeding;
/** One for a whole file: Stripe's own loader caches what it found first. */
const stripe = makeStripe((...call) => current(...call));

/** Replaces Stripe.js with the double in a component test; each call is answered by `transport`. */
export const installStripe = (transport: Transport = succeeding) => {
  const calls = vi.fn<Transport>(transport);
  current = calls;
  vi.stubGlobal('Stripe', stripe);
  return calls;
};

export const createIntentResult = (status: Status): PaymentIntentResult => ({
  paymentIntent: { id: 'pi_1', status } as PaymentIntent,
});

export const createSetupResult = (status: SetupIntent['status'] = 'succeeded'): SetupIntentResult => ({
  setupIntent: { id: 'seti_1', status } as SetupIntent,
});

export const createDecline = (message = 'Your card was declined.'): PaymentIntentResult => ({
  error: { type: 'card_error', code: 'card_declined', message } as Extract<
    PaymentIntentResult,
    { error: object }
  >['error'],
});
