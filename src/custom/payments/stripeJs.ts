import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe.js for a company's publishable key, fetched from Stripe on the first call; a failed fetch can be tried again. */
export function stripeJs(publishableKey: string): Promise<Stripe | null> {
  const known = loaded.get(publishableKey);
  if (known) return known;
  const stripe = loadStripe(publishableKey).catch((error: unknown) => {
    loaded.delete(publishableKey);
    throw error;
  });
  loaded.set(publishableKey, stripe);
  return stripe;
}
