import { access, constants } from 'node:fs/promises';
import { sql } from 'kysely';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { wallClock } from '#domain/shared/zones.ts';
import type { Config } from './config.ts';

/** What the operator should know although Spotter starts: a line for each, with the variable and the remedy. */
export async function findConfigWarnings(
  { publicUrl, trustProxy, s3, smtpUrl, backups, isProduction }: Config,
  files: FileStore,
): Promise<string[]> {
  const storeFailure = s3 && (await files.ping().then(() => undefined, getMessage));
  const backupFailure = backups && (await requireWritable(backups.directory).then(() => undefined, getMessage));
  return [
    ...(publicUrl.startsWith('https:') && trustProxy.length === 0
      ? [
          'PUBLIC_URL is https, but TRUST_PROXY is off: everyone has the proxy’s address, and shares its sign-in limit. Set TRUST_PROXY to the address of the proxy.',
        ]
      : []),
    ...(isProduction && smtpUrl === undefined
      ? [
          'SMTP_URL is not set: no email is sent. Emails are kept in DATA_DIR/outbox for 30 days, and this log has their links, which reset passwords and accept invitations. Set SMTP_URL to your mail server.',
        ]
      : []),
    ...(storeFailure
      ? [
          `S3_ENDPOINT or S3_BUCKET: the file store does not answer (${storeFailure}). Pictures and PDFs fail, and /api/ready is 503, until it does. Check the S3_ variables.`,
        ]
      : []),
    ...(backupFailure
      ? [
          `BACKUP_DIR cannot be written (${backupFailure}). No backup is made until it can be. Check the directory and its owner.`,
        ]
      : []),
  ];
}

/** The first backup would fail hours later. */
async function requireWritable(directory: string): Promise<void> {
  await makeDirectory(directory, 0o700);
  await access(directory, constants.W_OK | constants.X_OK);
}

/** An error of S3 may have no message, and one of a host with several addresses has it in its parts. */
const getMessage = (error: unknown): string => {
  const [first = error] = error instanceof AggregateError ? error.errors : [error];
  if (!(first instanceof Error)) return String(first);
  return first.message || first.name;
};

/** A line for each kind of secret that was encrypted under another APP_SECRET, and so is as good as lost. */
export async function findSecretWarnings(
  database: Pick<Database, 'acrossCompanies' | 'unscoped'>,
  appSecret: string,
): Promise<string[]> {
  return [
    ...(await findStripeKeyWarnings(database, appSecret)),
    ...(await findSecondFactorWarnings(database, appSecret)),
  ];
}

/** Cards are then not charged, as without any keys. */
async function findStripeKeyWarnings({ acrossCompanies }: Pick<Database, 'acrossCompanies'>, appSecret: string) {
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

async function findSecondFactorWarnings({ unscoped }: Pick<Database, 'unscoped'>, appSecret: string) {
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

/**
 * A line for each zone of a location that has another clock in the database than in Node within the next year. Both bring their
 * own rules for daylight saving time, and those of one are older. Days would begin at two times.
 */
export async function findTimeZoneWarnings(
  { acrossCompanies }: Pick<Database, 'acrossCompanies'>,
  now: Date,
  readClock = wallClock,
): Promise<string[]> {
  const weeks = sql<{ timezone: string; at: Date; local: string }>`
    select z.timezone, w.at, to_char(w.at at time zone z.timezone, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as local
      from (select distinct l.timezone from locations l join pg_timezone_names n on n.name = l.timezone where l.archived_at is null) as z
     cross join generate_series(${now}::timestamptz, ${now}::timestamptz + interval '1 year', interval '1 week') as w(at)
     order by z.timezone, w.at`;
  const { rows } = await acrossCompanies((tx) => weeks.execute(tx));
  const differing = rows.filter(({ timezone, at, local }) => readClock(timezone, at.getTime()) !== Date.parse(local));
  const first = new Map(differing.toReversed().map(({ timezone, local }) => [timezone, local.slice(0, 10)]));
  return [...first].map(
    ([timezone, day]) =>
      `${timezone} has another clock in PostgreSQL than in Node on ${day}. Update the time zone data of the older one (Node ${process.versions.tz ?? ''}), or days of locations there begin at two times.`,
  );
}
