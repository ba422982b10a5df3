import type { Insertable } from 'kysely';
import type { Stripe } from 'stripe';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { columns, type StripeConfigTable } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem, raise } from '#server/platform/http/problem.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { stripeClient } from './client.ts';

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
export async function stripeAccount(
  { config, database }: PaymentContext,
  companyId: string,
): Promise<Stripe | undefined> {
  const row = await readStripeConfig(database, companyId);
  const secretKey = row && tryDecrypt(config.appSecret, companyId, row.secret_key_sealed);
  return secretKey === undefined ? undefined : stripeClient(secretKey, config);
}

/** 409 without one. */
export const requireStripeAccount = async (context: PaymentContext, companyId: string): Promise<Stripe> =>
  (await stripeAccount(context, companyId)) ?? raise(stripeMissing);

/** The key of the request stays free for when it is set up. */
export const stripeMissing = new Problem(409, 'Stripe payment configuration is not set up for this company', {
  leavesKeyFree: true,
});
