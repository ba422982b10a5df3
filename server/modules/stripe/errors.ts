import { Stripe } from 'stripe';
import { Problem, unavailable } from '#server/platform/http/problem.ts';

const { StripeError, StripeAuthenticationError, StripePermissionError, StripeConnectionError, StripeRateLimitError } =
  Stripe.errors;

/** Unreachable, failing, overloaded, or still busy with the same request: it may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeRateLimitError ||
  (error instanceof StripeError && ((error.statusCode ?? 500) >= 500 || [409, 429].includes(error.statusCode ?? 0)));

/** The whole account is unavailable, so its next call would fail too. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof StripeConnectionError || error instanceof StripeRateLimitError;

export const isRefusedKey = (error: unknown): boolean =>
  error instanceof StripeAuthenticationError || error instanceof StripePermissionError;

/** It was created in another account. */
export const isMissing = (error: unknown): boolean => error instanceof StripeError && error.code === 'resource_missing';

/**
 * Errors that a client of the API may read: 402 with Stripe's message, or 503. The cause is kept for the log. Unless Stripe's
 * refusal is final, the same request may succeed once the company's account is in order.
 */
export const mapStripeErrors = <T>(calls: Promise<T>, { isFinal = false } = {}): Promise<T> =>
  calls.catch((error: unknown) => {
    throw error instanceof StripeError ? toProblem(error, !isFinal) : error;
  });

function toProblem(cause: Stripe.errors.StripeError, leavesKeyFree: boolean): Problem {
  if (isTransient(cause)) return unavailable('Stripe does not answer. Please try again in a moment.', 5, { cause });
  const message = isRefusedKey(cause) ? 'Stripe does not accept the keys of this company' : cause.message;
  return new Problem(402, message, { leavesKeyFree }, { cause });
}
