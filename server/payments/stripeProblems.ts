import { Stripe } from 'stripe';
import { Problem, unavailable } from '#server/http/problem.ts';

const { StripeError, StripeAuthenticationError, StripePermissionError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;

/** Unreachable, out of order, too busy, or at work on this very call: the same call may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeRateLimitError ||
  (error instanceof StripeError && ((error.statusCode ?? 500) >= 500 || [409, 429].includes(error.statusCode ?? 0)));

/** The account as a whole does not answer, or not now: asking it for the next thing would be in vain. */
export const isOutOfReach = (error: unknown): boolean => error instanceof StripeConnectionError || error instanceof StripeRateLimitError;

/** The key itself was refused. */
export const isRefusedKey = (error: unknown): boolean =>
  error instanceof StripeAuthenticationError || error instanceof StripePermissionError;

/** What was asked for is not in this account, which is not the one it was made in. */
export const isMissing = (error: unknown): boolean => error instanceof StripeError && error.code === 'resource_missing';

/** 402 with Stripe's message, or 503; any other error stays what it is. */
export function stripeProblem(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  if (isTransient(error)) return unavailable('Stripe does not answer. Please try again in a moment.', 5);
  if (isRefusedKey(error)) return new Problem(402, 'Stripe does not accept the keys of this company');
  return new Problem(402, error.message);
}

/** Runs calls to Stripe and throws what a caller of ours may read. */
export const askingStripe = <T>(calls: Promise<T>): Promise<T> =>
  calls.catch((error: unknown) => {
    throw stripeProblem(error);
  });
