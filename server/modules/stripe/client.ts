import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { Insertable } from 'kysely';
import type { AppConfig, AppContext } from '#server/platform/context.ts';
import { Problem, unavailable, raise } from '#server/platform/http/problem.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { columns, type StripeConfigTable } from '#server/platform/database/schema.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';

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

export type PaymentContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export const stripeConfigsRepo = (tx: Tx) => ({
  of: (companyId: string) =>
    tx
      .selectFrom('stripe_configs')
      .select(columns.stripe_configs)
      .where('company_id', '=', companyId)
      .executeTakeFirst(),

  save: ({ created_at: _created, ...row }: Insertable<StripeConfigTable>) =>
    tx
      .insertInto('stripe_configs')
      .values(row)
      .onConflict((conflicting) => conflicting.column('company_id').doUpdateSet(row))
      .execute(),
});

export const readStripeConfig = (database: Database, companyId: string) =>
  database.scoped([companyId], (tx) => stripeConfigsRepo(tx).of(companyId));

/** Undefined when none is configured or its key cannot be decrypted. */
export async function findStripeAccount(
  { config, database }: PaymentContext,
  companyId: string,
): Promise<Stripe | undefined> {
  const row = await readStripeConfig(database, companyId);
  const secretKey = row && tryDecrypt(config.appSecret, companyId, row.secret_key_sealed);
  return secretKey === undefined ? undefined : stripeClient(secretKey, config);
}

/** 409 without one. */
export const requireStripeAccount = async (context: PaymentContext, companyId: string): Promise<Stripe> =>
  (await findStripeAccount(context, companyId)) ?? raise(stripeMissing);

/** The key of the request stays free for when it is set up. */
export const stripeMissing = new Problem(409, 'Stripe payment configuration is not set up for this company', {
  leavesKeyFree: true,
});
