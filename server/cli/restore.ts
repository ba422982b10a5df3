import { createReadStream } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import {
  placesIn,
  listRanMigrations,
  readManifest,
  type Manifest,
  type SavedTable,
} from '#server/modules/backups/index.ts';
import { isBeforeRelease, migrate } from '#server/platform/database/migrate.ts';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { openFiles, openPostgres } from '#server/services.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { clearEmptyDatabase } from './emptyDatabase.ts';
import { checkBackup } from './verifyBackup.ts';
import { printEvent } from './withServices.ts';
import { takeOnly } from './readArguments.ts';
import { withoutConstraints } from './withoutConstraints.ts';

/**
 * Restores a verified backup into an empty database: its schema, its rows, then newer migrations. Files go to the configured
 * store, disk or bucket.
 */
export async function restore(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const directory = resolve(takeOnly(positionals, 'Name the directory of the backup: restore <directory>'));
  const manifest = await readManifest(directory);
  await checkBackup(directory, manifest);
  const postgres = await openPostgres(config, { as: 'server', print: console.log, onEvent: printEvent });
  try {
    await restoreDatabase(postgres.url, directory, manifest, async () => {
      await restoreFiles(await openFiles(config), directory, manifest);
      await restoreSecret(config, directory);
    });
  } finally {
    await postgres.stop();
  }
  console.log(`Restored the backup of ${manifest.createdAt}`);
  if (!manifest.files) console.log('It holds no uploaded files: they have to be where this Spotter keeps its files.');
}

/** Files and secret first, so that after a failure the database is still empty for another try. */
async function restoreDatabase(
  url: string,
  directory: string,
  { migrations, tables }: Manifest,
  restoreRest: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'spotter restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    if (isBeforeRelease(migrations))
      throw new StartupError('The backup is of a build before the release of 1.0.0, and cannot be restored.');
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await clearEmptyDatabase(client);
    await migrate(url, { last: migrations.at(-1) });
    const made = await listRanMigrations(client);
    if (made.join() !== migrations.join())
      throw new StartupError('The backup is of a newer Spotter: restore it with that one');
    await restoreRest();
    await client.query('begin');
    await withoutConstraints(client, async () => {
      for (const table of tables) await restoreTable(client, directory, table);
    });
    await client.query('commit');
    await client.query('analyze');
    await migrate(url);
  } finally {
    await client.end();
  }
}

async function restoreTable(client: Client, directory: string, { name, columns, rows }: SavedTable) {
  const target = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await pipeline(createReadStream(placesIn(directory).table(name)), createGunzip(), target);
  if (target.rowCount !== rows) throw new Error(`${target.rowCount} rows of ${name} were restored, and not ${rows}`);
}

async function restoreFiles(store: FileStore, directory: string, manifest: Manifest): Promise<void> {
  const places = placesIn(directory);
  for (const { key } of manifest.files ?? []) await store.put(key, await readFile(places.file(key)));
}

async function restoreSecret({ dataDirectory }: Config, directory: string): Promise<void> {
  await makeDirectory(dataDirectory, 0o700);
  await cp(placesIn(directory).secret, join(dataDirectory, 'secret')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
