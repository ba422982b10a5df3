import { createReadStream } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/ground.ts';
import { StartupError } from '#server/startupError.ts';
import { emptySchema } from './emptySchema.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { ranMigrations } from './tables.ts';
import { withoutConstraints } from './withoutConstraints.ts';

/** Reads a backup into an empty database: the schema of that day, its rows, and then the migrations made since. */
export async function restore(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals[0] === undefined) throw new StartupError('Say where from: npm run spotter -- restore <directory>');
  const directory = resolve(positionals[0]);
  const manifest = await readManifest(directory);
  const postgres = await openPostgres(config, { as: 'server', print: console.log, onEvent: console.error });
  try {
    await restoreDatabase(postgres.url, directory, manifest);
    await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
    await cp(join(directory, 'data'), config.dataDirectory, { recursive: true });
  } finally {
    await postgres.stop();
  }
  console.log(`Restored the backup of ${manifest.createdAt}`);
}

async function restoreDatabase(url: string, directory: string, { migrations, tables }: Manifest): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'spotter restore' });
  await client.connect();
  try {
    await emptySchema(client);
    await migrate(url, migrations.at(-1));
    const made = await ranMigrations(client);
    if (made.join() !== migrations.join()) throw new StartupError('The backup is of a newer Spotter: restore it with that one');
    await client.query('begin');
    await withoutConstraints(client, async () => {
      for (const { name, columns } of tables) {
        const rows = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
        await pipeline(createReadStream(join(directory, 'tables', `${name}.copy.gz`)), createGunzip(), rows);
      }
    });
    await client.query('commit');
    await client.query('analyze');
    await migrate(url);
  } finally {
    await client.end();
  }
}
