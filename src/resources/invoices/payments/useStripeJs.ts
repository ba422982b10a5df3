import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';
import { stripeTimeoutMs } from '#src/limits.ts';

/**
 * Stripe.js for a company's key, fetched when this is first used: undefined while it loads, null if it failed or timed out. It is
 * used even if it loads later.
 */
export const useStripeJs = (publishableKey: string) => {
  const [tries, setTries] = useState(0);
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
  }, [publishableKey, tries]);
  const retry = () => {
    setStripe(undefined);
    setTries(tries + 1);
  };
  return { stripe, retry };
};
