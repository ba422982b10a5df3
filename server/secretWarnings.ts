import type { Database } from '#server/platform/database/database.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';

/** A line for each kind of secret that was encrypted under another APP_SECRET, and so is as good as lost. */
export async function secretWarnings(
  database: Pick<Database, 'acrossCompanies' | 'unscoped'>,
  appSecret: string,
): Promise<string[]> {
  return [...(await stripeKeyWarnings(database, appSecret)), ...(await secondFactorWarnings(database, appSecret))];
}

/** Cards are then not charged, as without any keys. */
async function stripeKeyWarnings({ acrossCompanies }: Pick<Database, 'acrossCompanies'>, appSecret: string) {
  const keys = await acrossCompanies((tx) =>
    tx
      .selectFrom('stripe_configs as s')
      .innerJoin('companies as o', 'o.id', 's.company_id')
      .where('o.archived_at', 'is', null)
      .select(['s.company_id', 's.secret_key_sealed'])
      .execute(),
  );
  const lost = keys.filter(
    ({ company_id, secret_key_sealed }) => tryDecrypt(appSecret, company_id, secret_key_sealed) === undefined,
  ).length;
  if (lost === 0) return [];
  return [
    `APP_SECRET is not the one with which the Stripe keys of ${lost} of ${keys.length} companies were encrypted: no card of theirs is charged. Set the earlier APP_SECRET, or have their admins save the keys again.`,
  ];
}

async function secondFactorWarnings({ unscoped }: Pick<Database, 'unscoped'>, appSecret: string) {
  const factors = await unscoped
    .selectFrom('second_factors')
    .where('confirmed_at', 'is not', null)
    .select(['user_id', 'secret_sealed'])
    .execute();
  const lost = factors.filter(
    ({ user_id, secret_sealed }) => tryDecrypt(appSecret, user_id, secret_sealed, 'second factors') === undefined,
  ).length;
  if (lost === 0) return [];
  return [
    `APP_SECRET is not the one with which the authenticators of ${lost} of ${factors.length} users were encrypted: their codes are refused, and they sign in with a recovery code or after reset-second-factor. Set the earlier APP_SECRET, or have them turn two-step verification on again.`,
  ];
}
