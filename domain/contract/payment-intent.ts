import { z } from 'zod';

/** What the browser needs of Stripe's intent to confirm a card payment. */
export const paymentIntent = z.object({ id: z.string(), clientSecret: z.string(), status: z.string() }).meta({ id: 'PaymentIntent' });
export type PaymentIntent = z.output<typeof paymentIntent>;
