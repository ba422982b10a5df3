import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { loadOrCreateSecret } from './platform/crypto/appSecret.ts';
import type { Config } from './config.ts';
import { type Cluster, joinCluster, openCluster } from './platform/database/postgres/cluster.ts';
import { type Database, type DatabaseOptions, openDatabase } from './platform/database/database.ts';
import { checkPooling, waitForDatabase } from './platform/database/external.ts';
import { migrate } from './platform/database/migrate.ts';
import { UnsafeConnectionError } from './platform/database/session.ts';
import { diskStore } from './platform/files/diskStore.ts';
import { makeDirectory } from './platform/files/makeDirectory.ts';
import type { FileStore } from './platform/files/store.ts';
import type { SlowQuery } from './platform/log/logging.ts';
import { type Mailer, openMailer } from './platform/email/mailer.ts';
import { StartupError } from '#server/platform/explainError.ts';

/** Services that the server and the operator commands share. */
export interface Services {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly files: FileStore;
  readonly mailer: Mailer;
  readonly outboxDirectory: string;
  readonly appSecret: string;
  /** Closes everything in reverse order, and last the database that this call started. */
  close(): Promise<void>;
}

interface Options {
  /** A server claims the bundled database for itself; a command runs beside the server that has it. */
  readonly as: 'server' | 'command';
  readonly print: (line: string) => void;
  readonly onEvent: (message: string, error?: unknown) => void;
  readonly onSlowQuery?: (query: SlowQuery) => void;
  /** Ends the wait for a database that does not answer. */
  readonly signal?: AbortSignal;
}

/** Opens the configured database, with an up-to-date schema, the files and the mailer. */
export async function createServices(config: Config, options: Options): Promise<Services> {
  const { print, onEvent, onSlowQuery } = options;
  await prepareDataDirectory(config);
  const cluster = await openPostgres(config, options);
  try {
    const newer = await migrate(cluster.url).catch(explainMissingRight);
    if (newer.length > 0)
      print(
        `The database was migrated by a newer Spotter (${newer.join(', ')}). This one runs on it only until its processes are replaced: start the newer one, or restore the backup from before the upgrade.`,
      );
    const database = await openChecked({
      url: cluster.url,
      poolSize: config.databasePoolSize,
      onError: (error) => onEvent('A database connection was lost', error),
      ...(onSlowQuery && { onSlowQuery }),
    });
    const outboxDirectory = join(config.dataDirectory, 'outbox');
    const mailer = openMailer({ ...config, outboxDirectory, print });
    return {
      databaseUrl: cluster.url,
      database,
      files: await openFiles(config),
      mailer,
      outboxDirectory,
      appSecret: config.appSecret ?? (await loadOrCreateSecret(config.dataDirectory)),
      close: async () => {
        mailer.close();
        await database.close();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Creates the data directory. A server whose database, files, emails and secret are all elsewhere needs none. */
async function prepareDataDirectory({ dataDirectory, databaseUrl, s3, smtpUrl, appSecret }: Config): Promise<void> {
  if (databaseUrl && s3 && smtpUrl && appSecret) return;
  try {
    await makeDirectory(dataDirectory);
    await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `DATA_DIR ${dataDirectory} cannot be written (${code}): give it to the user that runs Spotter, or choose another DATA_DIR`,
    );
  }
}

/** 42501: the user of the operator's database may not do what the schema needs, such as creating a role. */
const explainMissingRight = (error: unknown): never => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof DatabaseError) || cause.code !== '42501') throw error;
  throw new StartupError(
    `DATABASE_URL: its user lacks a right that the schema needs (${cause.message}): make it the owner of the database, with CREATEROLE`,
  );
};

/** If row-level security does not hold on the connection, the start ends with one line. */
async function openChecked(options: DatabaseOptions): Promise<Database> {
  const database = openDatabase(options);
  try {
    await database.ping();
    return database;
  } catch (error) {
    await database.close();
    const cause = error instanceof Error ? error.cause : undefined;
    throw cause instanceof UnsafeConnectionError ? new StartupError(cause.message) : error;
  }
}

/** Opens the operator's PostgreSQL, or the bundled one. */
export async function openPostgres({ databaseUrl, dataDirectory }: Config, { as, print, onEvent, signal }: Options) {
  if (databaseUrl) {
    await waitForDatabase(databaseUrl, { signal, print });
    await checkPooling(databaseUrl);
    return { url: databaseUrl, stop: () => Promise.resolve() } satisfies Pick<Cluster, 'url' | 'stop'>;
  }
  return as === 'server' ? openCluster({ dataDirectory, onEvent }) : joinCluster({ dataDirectory, onEvent });
}

export async function openFiles({ s3, dataDirectory }: Config): Promise<FileStore> {
  if (!s3) return diskStore(join(dataDirectory, 'files'));
  const { s3Store } = await import('./platform/files/s3Store.ts');
  return s3Store(s3);
}
