import { z } from 'zod';
import { listFields, nullableText, readOnlyFields } from '#domain/shared/fields.ts';

const stripeConfig = z
  .object({
    hasStripeKeys: z.boolean(),
    stripePublishableKey: z.string().nullable(),
    /** Null unless the caller is a company admin. */
    maskedSecretKey: z.string().nullable(),
    hasWebhook: z.boolean(),
  })
  .meta({ id: 'StripeConfig' });
export type StripeConfig = z.output<typeof stripeConfig>;

export const stripeConfigResponse = z
  .object({ stripeConfig, message: z.string().optional() })
  .meta({ id: 'StripeConfigResponse' });
export type StripeConfigResponse = z.output<typeof stripeConfigResponse>;

const key = () => nullableText(500).transform((text) => text ?? undefined);

/** Only non-empty values are sent, trimmed. */
export const stripeKeysBody = z
  .object({ stripePublishableKey: key().optional(), stripeSecretKey: key().optional() })
  .meta({ id: 'StripeKeys' })
  .register(readOnlyFields, listFields(stripeConfig));
export type StripeKeysBody = z.output<typeof stripeKeysBody>;

export function stripeKeysProblem(keys: StripeKeysBody, hasStripeKeys: boolean): string | null {
  const { stripePublishableKey, stripeSecretKey } = keys;
  if (hasStripeKeys && !stripePublishableKey && !stripeSecretKey) {
    return 'Please enter at least one key to update the configuration.';
  }
  if (!hasStripeKeys && !(stripePublishableKey && stripeSecretKey)) {
    return 'Both Publishable Key and Secret Key are required for initial setup.';
  }
  return null;
}

/** The part of Stripe's payment intent that the browser needs to confirm a card payment. */
export const paymentIntent = z
  .object({ id: z.string(), clientSecret: z.string(), status: z.string() })
  .meta({ id: 'PaymentIntent' });
