import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openCluster } from '#server/platform/database/postgres/cluster.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { startSpotter, type SpotterProcess } from '#tests/support/spotterProcess.ts';
import { fill } from './data.ts';
import { year } from './year.ts';

export interface Stage {
  readonly contacts: number;
  readonly databaseUrl: string;
  /** The same database as its superuser, to whom no policies apply. */
  readonly adminUrl: string;
  readonly spotter: SpotterProcess;
}

export const appSecret = randomBytes(24).toString('hex');

/**
 * A database of each size, and one with a year of a company for the reports, in one PostgreSQL with the settings that Spotter
 * ships, and a built Spotter for each. Kept in BENCH_DIR if that is set, so that a second run need not create the data again;
 * else deleted.
 */
export async function openStages(sizes: readonly number[], yearSize: number | undefined, say: (line: string) => void) {
  const keptDirectory = process.env.BENCH_DIR;
  const directory = keptDirectory ?? (await mkdtemp(join(tmpdir(), 'spotter-bench-')));
  const cluster = await openCluster({ dataDirectory: directory });
  const all: Stage[] = [];
  const close = async () => {
    await Promise.all(all.map(({ spotter }) => spotter.end('SIGTERM')));
    await cluster.stop();
    if (!keptDirectory) await rm(directory, { recursive: true, force: true });
  };
  try {
    const stage = async (contacts: number, name: string, activity?: readonly string[]): Promise<Stage> => {
      const [databaseUrl, adminUrl] = [siblingUrl(cluster.url, name), siblingUrl(cluster.adminUrl, name)];
      if (await createDatabase(cluster.adminUrl, name)) {
        const began = Date.now();
        await migrate(databaseUrl);
        await fill(adminUrl, contacts, activity);
        say(`Made ${contacts.toLocaleString('en-US')} contacts in ${Math.round((Date.now() - began) / 1_000)} s`);
      }
      const env = {
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        DATA_DIR: join(directory, name),
        NODE_ENV: 'production',
      };
      const opened = { contacts, databaseUrl, adminUrl, spotter: await startSpotter({ env }) };
      all.push(opened);
      return opened;
    };
    const stages = [];
    for (const contacts of sizes) stages.push(await stage(contacts, `bench_${contacts}`));
    return {
      stages,
      yearStage: yearSize === undefined ? undefined : await stage(yearSize, `bench_year_${yearSize}`, year),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** False if it already exists. */
async function createDatabase(adminUrl: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await client.query(`create database ${name} owner spotter`);
    return true;
  } finally {
    await client.end();
  }
}
