import type { FieldValues, Resolver } from 'react-hook-form';
import { stripeKeysBody, stripeKeysProblem } from '#domain/contract/company-stripe.ts';

/** Both keys at first, at least one later. The sentence stands under the first key that is missing. */
export const stripeKeysResolver =
  (hasStripeKeys: boolean): Resolver =>
  (values: FieldValues) => {
    const parsed = stripeKeysBody.safeParse(values);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [path.join('.'), { type: 'validate', message }] as const);
      return { values: {}, errors: Object.fromEntries(problems) };
    }
    const message = stripeKeysProblem(parsed.data, hasStripeKeys);
    if (!message) return { values, errors: {} };
    const field = parsed.data.stripePublishableKey ? 'stripeSecretKey' : 'stripePublishableKey';
    return { values: {}, errors: { [field]: { type: 'required', message } } };
  };
