import { HttpError } from 'react-admin';
import type { StripeConfig, StripeConfigAnswer, StripeKeysBody } from '#domain/contract/company-stripe.ts';
import { readSession } from '#src/authProvider/session.ts';
import { http } from './http.ts';

export const companyStripeActions = {
  /** How a company takes cards; null when nothing is configured. */
  async stripeConfig(companyId: string, signal?: AbortSignal): Promise<StripeConfig | null> {
    try {
      return (await signedIn(() => http<StripeConfigAnswer>(`/companies/${companyId}/stripe`, { signal }))).stripeConfig;
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    }
  },

  async saveStripeKeys(companyId: string, keys: StripeKeysBody): Promise<StripeConfig> {
    return (await signedIn(() => http<StripeConfigAnswer>(`/companies/${companyId}/stripe`, { method: 'PUT', body: keys }))).stripeConfig;
  },
};

/** Spec §8: what a missing and an expired token are called on the Stripe calls. */
const signedIn = async <T>(call: () => Promise<T>): Promise<T> => {
  if (!readSession()) throw new HttpError('Please log in again to continue.', 401);
  try {
    return await call();
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) throw new HttpError('Your session has expired. Please log in again.', 401);
    throw error;
  }
};
