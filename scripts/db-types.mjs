import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster } from '#server/platform/database/postgres/cluster.ts';
import { throwaway } from '#server/platform/database/postgres/settings.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { tableTypes } from './lib/tableTypes.ts';

/** Migrates a new database and writes the types of its tables. */
const dataDirectory = await mkdtemp(join(tmpdir(), 'spotter-types-'));
const cluster = await openCluster({ dataDirectory, settings: throwaway });
try {
  await migrate(cluster.url);
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await writeFile(new URL('../server/platform/database/schema.ts', import.meta.url), await tableTypes(client));
  } finally {
    await client.end();
  }
} finally {
  await cluster.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
