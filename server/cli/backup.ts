import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import { isFileKey, type FileStore } from '#server/platform/files/store.ts';
import { StartupError } from '#server/platform/startupError.ts';
import { placesIn, writeManifest, type Manifest, type SavedFile, type SavedTable, type Written } from './manifest.ts';
import { withServices } from './withServices.ts';
import { fileColumns, ourTables, ranMigrations, type Table } from './tables.ts';
import { writeChecked } from './writeChecked.ts';

/**
 * All tables in PostgreSQL's COPY format from one snapshot, then every file that those rows name, and the secret that encrypts
 * the Stripe keys. The directory is renamed at the end: a backup under its final name is complete.
 */
export async function backup(config: Config, args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'without-files': { type: 'boolean' } },
  });
  if (positionals[0] === undefined) throw new StartupError('Name a directory: npm run spotter -- backup <directory>');
  const directory = resolve(positionals[0]);
  await refuseFull(directory);
  const partial = join(dirname(directory), `.${basename(directory)}.${process.pid}.partial`);
  try {
    const saved = await write(config, partial, values['without-files'] ?? false);
    await refuseFull(directory);
    await rename(partial, directory);
    console.log(`Backed up to ${directory}: ${described(saved)}.`);
    console.log('Keep it as safe as the database: it holds personal data and the secret.');
    if (!saved.files) console.log('The uploaded files are not in it.');
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

export function described({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${files?.length ?? 'no'} files`;
}

async function refuseFull(directory: string): Promise<void> {
  const there = await readdir(directory).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new StartupError(`${directory} is a file: name a new directory`) : error;
  });
  if (there.includes('backup.json'))
    throw new StartupError(`${directory} holds a backup already: name a new directory`);
  if (there.length > 0) throw new StartupError(`${directory} is not empty: name a new directory`);
}

async function write(config: Config, directory: string, isWithoutFiles: boolean): Promise<Manifest> {
  let saved: Manifest | undefined;
  await withServices(config, async ({ databaseUrl, files }) => {
    await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
    const { named, ...rows } = await copyRows(databaseUrl, directory);
    const copied = isWithoutFiles ? null : await copyFiles(files, named, directory);
    saved = {
      format: 1,
      createdAt: new Date().toISOString(),
      ...rows,
      files: copied,
      secret: await copySecret(config, directory),
    };
    await writeManifest(directory, saved);
  });
  if (!saved) throw new Error('Nothing was written');
  return saved;
}

interface NamedFile {
  key: string;
  /** The row that names the file, for error messages. */
  owner: string;
}

async function copyRows(url: string, directory: string) {
  const client = new Client({ connectionString: url, application_name: 'spotter backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only; set local role spotter_maintenance');
    const migrations = await ranMigrations(client);
    const tables: SavedTable[] = [];
    for (const table of await ourTables(client))
      tables.push(await copyTable(client, table, placesIn(directory).table(table.name)));
    const { rows: named } = await client.query<NamedFile>(namedFiles);
    await client.query('commit');
    return { migrations, tables, named };
  } finally {
    await client.end();
  }
}

async function copyTable(client: Client, { name, columns }: Table, path: string): Promise<SavedTable> {
  const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`));
  const written = await writeChecked(rows, path, [createGzip()]);
  return { name, columns, rows: rows.rowCount, ...written };
}

const namedFiles = fileColumns
  .map(
    ({ table, id, column }) =>
      `select ${column} as key, '${table} ' || ${id} as owner from ${table} where ${column} is not null`,
  )
  .join(' union all ');

const fewNames = 20;

/** All or none: a backup with a missing file would look complete. */
async function copyFiles(store: FileStore, named: readonly NamedFile[], directory: string): Promise<SavedFile[]> {
  const saved: SavedFile[] = [];
  const missing: NamedFile[] = [];
  const owners = new Map(named.map((file) => [file.key, file]));
  for (const [key, file] of owners) {
    const stored = isFileKey(key) ? await store.get(key) : null;
    if (!stored) {
      missing.push(file);
      continue;
    }
    const path = placesIn(directory).file(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await writeChecked(stored.body, path);
    if (written.size !== stored.size)
      throw new StartupError(`Not backed up: ${key} was cut off at ${written.size} of ${stored.size} bytes`);
    saved.push({ key, ...written });
  }
  if (missing.length === 0) return saved;
  const lines = missing.slice(0, fewNames).map(({ key, owner }) => `  ${key} (${owner})`);
  const more = missing.length > fewNames ? [`  and ${missing.length - fewNames} more`] : [];
  throw new StartupError(
    [
      `Not backed up: ${missing.length} of ${owners.size} files that the database names are missing:`,
      ...lines,
      ...more,
    ].join('\n'),
  );
}

/** A secret from APP_SECRET is not stored in the data directory. */
async function copySecret({ dataDirectory }: Config, directory: string): Promise<Written | null> {
  const from = join(dataDirectory, 'secret');
  const isStored = await stat(from).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isStored) return null;
  const to = placesIn(directory).secret;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  return writeChecked(createReadStream(from), to);
}
