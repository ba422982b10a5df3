import { sumBy } from 'es-toolkit';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import { isFileKey, type FileStore } from '#server/platform/files/store.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { placesIn, writeManifest, type Manifest, type SavedFile, type SavedTable, type Written } from './manifest.ts';
import { fileColumns, listOurTables, listRanMigrations, type Table } from './tables.ts';
import { writeChecked } from './writeChecked.ts';

/** What is backed up. The data directory holds the secret, unless that comes from APP_SECRET. */
export interface Source {
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly dataDirectory: string;
}

/**
 * All tables in PostgreSQL's COPY format from one snapshot, then every file that those rows name, and the secret that encrypts
 * the Stripe keys. The directory is renamed at the end: a backup under its final name is complete. A directory that is not empty
 * is refused.
 */
export async function writeBackup(
  source: Source,
  directory: string,
  { isWithoutFiles = false }: { isWithoutFiles?: boolean } = {},
): Promise<Manifest> {
  await refuseFull(directory);
  const partial = join(dirname(directory), `.${basename(directory)}.${process.pid}.partial`);
  try {
    const saved = await write(source, partial, isWithoutFiles);
    await refuseFull(directory);
    await rename(partial, directory);
    return saved;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

export function describeManifest({ tables, files }: Manifest): string {
  const rows = sumBy(tables, (table) => table.rows);
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

async function write(
  { databaseUrl, files, dataDirectory }: Source,
  directory: string,
  isWithoutFiles: boolean,
): Promise<Manifest> {
  await makeDirectory(join(directory, 'tables'), 0o700);
  const { named, ...rows } = await copyRows(databaseUrl, directory);
  const copied = isWithoutFiles ? null : await copyFiles(files, named, directory);
  const saved: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    ...rows,
    files: copied,
    secret: await copySecret(dataDirectory, directory),
  };
  await writeManifest(directory, saved);
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
    const migrations = await listRanMigrations(client);
    const tables: SavedTable[] = [];
    for (const table of await listOurTables(client))
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
    await makeDirectory(dirname(path), 0o700);
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
async function copySecret(dataDirectory: string, directory: string): Promise<Written | null> {
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
  await makeDirectory(dirname(to), 0o700);
  return writeChecked(createReadStream(from), to);
}
