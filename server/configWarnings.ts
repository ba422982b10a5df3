import { access, constants } from 'node:fs/promises';
import type { Config } from './config.ts';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import type { FileStore } from '#server/platform/files/store.ts';

/** What the operator should know although Spotter starts: a line for each, with the variable and the remedy. */
export async function configWarnings(
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
