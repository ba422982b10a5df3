import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, type Database, type Tx } from '#server/platform/database/database.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';

export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** Gives a migrated, empty database of one's own, made from the template; one per test file, dropped after it. */
export async function freshDatabase(clock?: () => Date): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copies files: block by block through the log, which is the default, takes ten times the time.
  await asAdmin(`create database ${name} template spotter owner spotter strategy file_copy`);
  const url = siblingUrl(inject('adminUrl'), name, 'spotter');
  const database = openDatabase({ url, poolSize: 10, ...(clock && { clock }) });
  const drop = async () => {
    await database.close();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { url, database, drop };
}

let admin: Promise<Client> | undefined;

/** Runs a statement as the cluster’s superuser, in a database of this name if one is given. */
export async function asAdmin(statement: string, name?: string): Promise<void> {
  const adminUrl = inject('adminUrl');
  // The files of a worker share this connection, since a new one takes PostgreSQL as long as dropping a database does.
  if (!name) return void (await (await (admin ??= connect(adminUrl))).query(statement));
  const client = await connect(siblingUrl(adminUrl, name));
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns as soon as any connection to this database waits for a lock. */
export async function waitForBlockedQuery(tx: Tx): Promise<void> {
  const patience = Date.now() + 10_000;
  while (Date.now() < patience) {
    // A transaction keeps its first look at the connections, and misses those opened since.
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and a.datname = current_database()`.execute(tx);
    if (rows[0]?.waiting) return;
  }
  throw new Error('Nobody waits for a lock');
}

/** Returns the URL of a database without tables, which is dropped when the test has finished. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner spotter strategy file_copy`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  return siblingUrl(inject('adminUrl'), name, 'spotter');
}
