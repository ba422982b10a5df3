import { z } from 'zod';

/** The part of Stripe's payment intent that the browser needs to confirm a card payment. */
export const paymentIntent = z
  .object({ id: z.string(), clientSecret: z.string(), status: z.string() })
  .meta({ id: 'PaymentIntent' });
