import { z } from 'zod';
import { emptiableText } from './fields.ts';

export const stripeConfig = z.object({
  hasStripeKeys: z.boolean(),
  stripePublishableKey: z.string().nullable(),
  /** Null for all but the company's admins. */
  maskedSecretKey: z.string().nullable(),
  hasWebhook: z.boolean(),
}).meta({ id: 'StripeConfig' });
export type StripeConfig = z.output<typeof stripeConfig>;

export const stripeConfigAnswer = z.object({ stripeConfig, message: z.string().optional() }).meta({ id: 'StripeConfigResponse' });
export type StripeConfigAnswer = z.output<typeof stripeConfigAnswer>;

const key = () => emptiableText(500).transform((text) => text ?? undefined);

/** Only values that are not empty are sent, trimmed. */
export const stripeKeysBody = z
  .object({ stripePublishableKey: key().optional(), stripeSecretKey: key().optional() })
  .meta({ id: 'StripeKeys' });
export type StripeKeysBody = z.output<typeof stripeKeysBody>;

/** What is missing from keys about to be saved; null when they may be. */
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
