import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { AppConfig } from '#server/deps.ts';

/** The version whose shapes the SDK's types describe; Stripe keeps to it however the account is set. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** Nobody waits longer. */
export const stripePatience = 15_000;

/** A client for one company's account. It tries each call once: what is repeated, is repeated by us, with its key. */
export function stripeClient(secretKey: string, { stripeApiUrl }: Pick<AppConfig, 'stripeApiUrl'>): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: stripePatience,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Spotter' },
    ...(stripeApiUrl && addressOf(new URL(stripeApiUrl))),
  });
}

const addressOf = ({ hostname, port, protocol }: URL) => {
  const isSecure = protocol === 'https:';
  return { host: hostname, port: port || (isSecure ? '443' : '80'), protocol: isSecure ? 'https' : 'http' } as const;
};

/** Time that several calls share: gives each the options with what is left of it. */
export function withinPatience(patience = stripePatience) {
  const end = Date.now() + patience;
  return (): { timeout: number } => ({ timeout: Math.max(1, end - Date.now()) });
}
export type Patience = ReturnType<typeof withinPatience>;

const pauseMs = 150;

/**
 * Makes a call with an idempotency key, and again while Stripe is at work on another with the same key, from this server
 * or another one: then it gives what that one made.
 */
export async function withIdempotencyKey<T>(patience: Patience, call: (options: { timeout: number }) => Promise<T>): Promise<T> {
  try {
    return await call(patience());
  } catch (error) {
    const isInUse = error instanceof Stripe.errors.StripeError && error.statusCode === 409;
    if (!isInUse || patience().timeout <= pauseMs) throw error;
    await sleep(pauseMs);
    return withIdempotencyKey(patience, call);
  }
}
