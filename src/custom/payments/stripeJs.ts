import { loadStripe } from '@stripe/stripe-js/pure';

/** Stripe.js for a company's publishable key. Importing it fetches nothing; the first call fetches Stripe's script. */
export const stripeJs = (publishableKey: string) => loadStripe(publishableKey);
