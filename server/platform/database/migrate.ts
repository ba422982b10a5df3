import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import { baseline } from './migrations/0001-baseline.ts';
import { StartupError } from '../explainError.ts';
import { withAdvisoryLock } from './withAdvisoryLock.ts';

interface NewIndex {
  readonly name: string;
  /** The part after `on`: the table, its columns, and a `where`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** SQL that runs in one transaction, or indexes that are built one by one outside of any. */
type Migration = string | readonly NewIndex[];

/** Builds before the release called their first step otherwise. */
const first = '0001-baseline-1.0.0';

/**
 * In the order of their names. A released migration is never edited, only followed by another. It may add to the schema but
 * must not remove what the previous build uses: the two run side by side during an upgrade.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  [first]: baseline,
};

export const migrationTables = ['migrations', 'migrations_lock'] as const;

type AnyDatabase = Kysely<unknown>;

interface Options {
  readonly last?: string | undefined;
  readonly steps?: typeof migrations;
}

/**
 * Several processes may call it at once: one migrates, the others wait. Returns the steps of a newer build, which this one does not
 * know and runs beside.
 */
export async function migrate(url: string, { last, steps = migrations }: Options = {}): Promise<string[]> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'spotter-migrate',
    onConnect: async (client) => void (await client.query('set statement_timeout = 0')),
  });
  pool.on('error', () => {});
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    return await withAdvisoryLock(db, sql`7367001`, async () => {
      const ran = await readRanSteps(db);
      if (isBeforeRelease(ran))
        throw new StartupError(
          'The database was made by a build before the release of 1.0.0, or by another program, and cannot be taken over: start with an empty one.',
        );
      const pending = (await createMigrator(db, steps).getMigrations()).filter(
        ({ name, executedAt }) => !executedAt && (last === undefined || name <= last),
      );
      for (const { name } of pending)
        await retryWhileBlocked(() => createMigrator(db, steps, typeof steps[name] !== 'string').migrateTo(name));
      return ran.filter((name) => !(name in steps));
    });
  } finally {
    await db.destroy();
  }
}

/** True for a database, or a backup of one, whose steps are from before the first release. */
export const isBeforeRelease = (steps: readonly string[]): boolean => steps.length > 0 && !steps.includes(first);

async function readRanSteps(db: AnyDatabase): Promise<string[]> {
  const { rows: tables } = await sql`select where to_regclass('migrations') is not null`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string | null }>`select to_jsonb(m) ->> 'name' as name from migrations m`.execute(
    db,
  );
  return rows.map(({ name }) => name ?? '');
}

const createMigrator = (db: AnyDatabase, steps: typeof migrations, disableTransactions = false) =>
  new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(Object.fromEntries(Object.entries(steps).map(([name, what]) => [name, { up: getUp(what) }]))),
    },
    migrationTableName: migrationTables[0],
    migrationLockTableName: migrationTables[1],
    allowUnorderedMigrations: true,
    disableTransactions,
  });

/** A statement that waits for a table's lock blocks all later ones, so a migration gives up early and retries. */
const lockTimeout = '2s';
const tries = 30;
const pauseMs = 1_000;

const getUp = (what: Migration) => async (db: AnyDatabase) => {
  if (typeof what === 'string') {
    await sql.raw(`set local lock_timeout = '${lockTimeout}'; ${what}`).execute(db);
    return;
  }
  // It waits for open transactions and blocks nobody.
  await sql`set lock_timeout = 0`.execute(db);
  for (const index of what) await buildIndex(db, index);
};

/** Concurrently, so outside of a transaction. An invalid index that an interrupted build left is dropped first. */
async function buildIndex(db: Kysely<unknown>, { name, on, isUnique = false }: NewIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(db);
}

async function retryWhileBlocked(run: () => ReturnType<Migrator['migrateTo']>, left = tries): Promise<void> {
  const { error: cause, results } = await run();
  if (cause === undefined) return;
  // 55P03: lock time-out. 40P01: deadlock.
  const isBlocked = cause instanceof DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
  if (!isBlocked || left <= 1)
    throw new Error(`Migration ${results?.find(({ status }) => status === 'Error')?.migrationName} failed`, { cause });
  await sleep(pauseMs);
  await retryWhileBlocked(run, left - 1);
}
