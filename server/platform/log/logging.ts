import { AsyncLocalStorage } from 'node:async_hooks';
import { Stripe } from 'stripe';

export const logContext = new AsyncLocalStorage<{ requestId: string; route: string } | { job: string }>();

export interface SlowQuery {
  readonly sql: string;
  readonly ms: number;
}

interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/**
 * The fields are listed one by one, since a database error contains the values of a row, and a Stripe error the objects
 * that came with it.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(error instanceof Stripe.errors.StripeError && {
      statusCode: error.statusCode,
      declineCode: error.decline_code,
      stripeRequestId: error.requestId,
      // Why the connection failed, such as ENOTFOUND or ECONNREFUSED.
      ...(error.detail instanceof Error && { detail: serializeError(error.detail) }),
    }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeError) }),
  };
}
