import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';
import { stripeTimeoutMs } from '#src/limits.ts';

/**
 * Stripe.js for a company's key, fetched when this is first used: undefined while it loads, null if it failed or timed out. It is
 * used even if it loads later.
 */
export const useStripeJs = (publishableKey: string) => {
  const [loaded, setLoaded] = useState<{ key: string; stripe: Stripe | null }>();
  // The company may get another account at Stripe while the page is open.
  const stripe = loaded?.key === publishableKey ? loaded.stripe : undefined;
  const isLoading = stripe === undefined;
  useEffect(() => {
    if (!isLoading) return undefined;
    const load = (stripeJs: Stripe | null) => setLoaded({ key: publishableKey, stripe: stripeJs });
    const fail = () =>
      setLoaded((before) => (before?.key === publishableKey ? before : { key: publishableKey, stripe: null }));
    loadStripe(publishableKey).then(load, fail);
    const timeout = setTimeout(fail, stripeTimeoutMs);
    return () => clearTimeout(timeout);
  }, [publishableKey, isLoading]);
  return { stripe, retry: () => setLoaded(undefined) };
};
