import { CompiledQuery, Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import { z } from 'zod';
import { fairQueue } from '#server/fairQueue.ts';
import type { SlowQuery } from '#server/logging.ts';
import { DatabaseBusyError, isRetryable } from './errors.ts';
import { defaultPoolSize, openPool } from './pool.ts';
import { preparedStatements } from './preparedStatements.ts';
import type { Tables } from './schema.ts';

/** A transaction. All queries of one unit of work go through the same one. */
export type Tx = Kysely<Tables>;

export interface Database {
  /**
   * Runs `work` in one transaction that sees only the rows of these companies. After a deadlock or a serialization
   * failure it runs again, three times at most, so `work` must not have effects outside the database.
   */
  scoped<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same in a read-only transaction, in which all statements see one snapshot. */
  readOnly<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction that sees the rows of all companies: for background work that looks for what is due, never for a request. */
  acrossCompanies<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For tables that belong to no company: users, sessions, tokens, access, jobs. */
  unscoped: Kysely<Tables>;
  /** The ids of all companies, for background work that runs company by company. */
  everyCompany(): Promise<string[]>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  onError?: (error: Error) => void;
  /** Called after each statement that took longer than half a second. */
  onSlowQuery?: (query: SlowQuery) => void;
}

const slowQueryMs = 500;

const attempts = 3;

/**
 * A fair queue in front of the pool: work waits here before it takes a connection. One company gets at most half of the
 * slots, and two connections stay free for sign-ins, jobs and health checks.
 */
const transactionQueue = (poolSize: number) => {
  const atOnce = Math.max(1, poolSize - 2);
  return fairQueue({
    atOnce,
    perKey: Math.ceil(atOnce / 2),
    waiting: 500,
    timeoutMs: 10_000,
    refuse: () => new DatabaseBusyError(undefined),
  });
};

/** Opens a pool on a migrated PostgreSQL. It connects with the first query. */
export function openDatabase({ url, poolSize = defaultPoolSize, onError = () => undefined, onSlowQuery }: DatabaseOptions): Database {
  const pool = preparedStatements(openPool(url, poolSize, onError));
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    log: ({ query, queryDurationMillis: ms }) => {
      if (ms > slowQueryMs) onSlowQuery?.({ sql: query.sql, ms: Math.round(ms) });
    },
  });
  const queue = transactionQueue(poolSize);

  const transaction = <T>(begin: string, companies: readonly string[], work: (tx: Tx) => Promise<T>) =>
    queue.run(companies.join(), () => begun(`${begin}; set local role spotter_app; set local spotter.companies = '{${companyIds.parse([...companies]).join()}}'`, work));
  const begun = <T>(begin: string, work: (tx: Tx) => Promise<T>) =>
    retrying(() => kysely.connection().execute((tx) => inTransaction(tx, begin, work)));
  const acrossCompanies = <T>(work: (tx: Tx) => Promise<T>) => begun(`${beginWriting}; set local role spotter_maintenance`, work);

  return {
    unscoped: kysely,
    scoped: (companies, work) => transaction(beginWriting, companies, work),
    readOnly: (companies, work) => transaction(beginReading, companies, work),
    acrossCompanies,
    everyCompany: async () => {
      const rows = await acrossCompanies((tx) => tx.selectFrom('companies').select('id').where('archived_at', 'is', null).execute());
      return rows.map(({ id }) => id);
    },
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

const beginWriting = 'begin';
/**
 * Generic plans, made once per connection: planning for the actual values takes longer than reading a page. A query whose
 * best plan depends on its values, such as a search, runs inside a function that is planned at each call.
 */
const beginReading = 'begin isolation level repeatable read read only; set local plan_cache_mode = force_generic_plan';

/** The session already has its role. `begin` sets it again, so that no transaction can run as the owner of the tables. */
async function inTransaction<T>(tx: Tx, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw(begin));
  try {
    const result = await work(tx);
    await tx.executeQuery(CompiledQuery.raw('commit'));
    return result;
  } catch (error) {
    // When the connection is gone there is nothing to roll back, and the first error is the one to report.
    await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
}

const companyIds = z.array(z.uuid());

async function retrying<T>(work: () => Promise<T>, left = attempts): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (left <= 1 || !isRetryable(error)) throw error;
    return retrying(work, left - 1);
  }
}
