import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js';
import { vi } from 'vitest';
import { makeStripe, type Transport } from './makeStripe.ts';

type Status = PaymentIntent['status'];

/** Puts the double in Stripe.js' place for a component test; each call is answered by `transport`. */
export const installStripe = (transport: Transport = async () => anIntentResult('succeeded')) => {
  const calls = vi.fn<Transport>(transport);
  vi.stubGlobal('Stripe', makeStripe(calls));
  return calls;
};

export const anIntentResult = (status: Status): PaymentIntentResult => ({ paymentIntent: { id: 'pi_1', status } as PaymentIntent });

export const aDecline = (message = 'Your card was declined.'): PaymentIntentResult => ({
  error: { type: 'card_error', code: 'card_declined', message } as Extract<PaymentIntentResult, { error: object }>['error'],
});
