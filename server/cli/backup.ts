import { createWriteStream } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startupError.ts';
import { writeManifest } from './manifest.ts';
import { onGround } from './onGround.ts';
import { ourTables, ranMigrations, type Table } from './tables.ts';

/**
 * Writes everything into a new directory: each table as PostgreSQL's COPY has it, of one moment, then the files, which
 * are written before the rows that name them, and the secret that seals the Stripe keys.
 */
export async function backup(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals[0] === undefined) throw new StartupError('Say where to: npm run spotter -- backup <directory>');
  const directory = resolve(positionals[0]);
  await makeDirectory(directory);
  await onGround(config, ({ databaseUrl }) => copyDatabase(databaseUrl, directory, () => copyFiles(config, directory)));
  console.log(`Backed up to ${directory}. Keep it as safe as the database: it holds personal data and the secret.`);
  if (config.s3) console.log(`The files in the bucket ${config.s3.bucket} are not in it: the bucket keeps its own copies.`);
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
  await mkdir(join(directory, 'data'), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new StartupError(`${directory} holds a backup already: name a new directory`) : error;
  });
}

async function copyDatabase(url: string, directory: string, copyRest: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'spotter backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const [tables, migrations] = [await ourTables(client), await ranMigrations(client)];
    for (const table of tables) await copyTable(client, table, join(directory, 'tables', `${table.name}.copy.gz`));
    await copyRest();
    await writeManifest(directory, { format: 1, createdAt: new Date().toISOString(), migrations, tables });
  } finally {
    await client.end();
  }
}

async function copyTable(client: Client, { name, columns }: Table, file: string): Promise<void> {
  const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(file, { mode: 0o600 }));
}

/** What is not there (no upload yet, a secret given by APP_SECRET) is nothing to copy. */
async function copyFiles({ dataDirectory, s3 }: Config, directory: string): Promise<void> {
  const parts = s3 ? ['secret'] : ['files', 'secret'];
  for (const part of parts) {
    await cp(join(dataDirectory, part), join(directory, 'data', part), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
