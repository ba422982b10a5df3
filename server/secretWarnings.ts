import type { Database } from '#server/platform/database/database.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';

/** A line if the secret is another one than that which encrypted Stripe keys: cards are then not charged, as without any keys. */
export async function secretWarnings(
  { acrossCompanies }: Pick<Database, 'acrossCompanies'>,
  appSecret: string,
): Promise<string[]> {
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
