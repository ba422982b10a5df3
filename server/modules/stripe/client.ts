import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { AppConfig } from '#server/platform/context.ts';

/** The version that the SDK's types describe, whatever the account's own version is. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

const stripeTimeoutMs = 15_000;

/** Tries each call once: Spotter repeats calls itself, with their keys. */
export function stripeClient(secretKey: string, { stripeApiUrl }: Pick<AppConfig, 'stripeApiUrl'>): Stripe {
  return new Stripe(secretKey, {
    apiVersion,
    timeout: stripeTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Spotter' },
    ...(stripeApiUrl && toAddress(new URL(stripeApiUrl))),
  });
}

const toAddress = ({ hostname, port, protocol }: URL) => {
  const isSecure = protocol === 'https:';
  return { host: hostname, port: port || (isSecure ? '443' : '80'), protocol: isSecure ? 'https' : 'http' } as const;
};

/** Shared by several calls. Gives each the options with the remaining time. */
export function deadline(ms = stripeTimeoutMs) {
  const end = Date.now() + ms;
  return (): { timeout: number } => ({ timeout: Math.max(1, end - Date.now()) });
}
export type Deadline = ReturnType<typeof deadline>;

const retryAfterMs = 150;

/**
 * Stripe responds with 409 while another call with the same key is running, on this server or another: the call is repeated
 * until it gets what that one created.
 */
export async function withIdempotencyKey<T>(
  timeLeft: Deadline,
  call: (options: { timeout: number }) => Promise<T>,
): Promise<T> {
  try {
    return await call(timeLeft());
  } catch (error) {
    const isInUse = error instanceof Stripe.errors.StripeError && error.statusCode === 409;
    if (!isInUse || timeLeft().timeout <= retryAfterMs) throw error;
    await sleep(retryAfterMs);
    return withIdempotencyKey(timeLeft, call);
  }
}
