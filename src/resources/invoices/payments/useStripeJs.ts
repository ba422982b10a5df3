import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';
import { stripeTimeoutMs } from '#src/limits.ts';

/**
 * Stripe.js for a company's key, fetched when this is first used: undefined while it loads, null if it failed or timed out. It is
 * used even if it loads later.
 */
export const useStripeJs = (publishableKey: string) => {
  const [stripe, setStripe] = useState<Stripe | null>();
  const isLoading = stripe === undefined;
  useEffect(() => {
    if (!isLoading) return undefined;
    const fail = () => setStripe((loaded) => loaded ?? null);
    loadStripe(publishableKey).then(setStripe, fail);
    const timeout = setTimeout(fail, stripeTimeoutMs);
    return () => clearTimeout(timeout);
  }, [publishableKey, isLoading]);
  return { stripe, retry: () => setStripe(undefined) };
};
