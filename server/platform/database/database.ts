import { AsyncLocalStorage } from 'node:async_hooks';
import { retry } from 'es-toolkit';
import { CompiledQuery, Kysely, PostgresDialect, sql, type PostgresPool, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { limiter } from '#server/platform/limiter.ts';
import type { SlowQuery } from '#server/platform/log/logging.ts';
import { DatabaseBusyError, isRetryable } from './errors.ts';
import { defaultPoolSize, openPool } from './pool.ts';
import { preparedStatements } from './preparedStatements.ts';
import type { Tables } from './schema.ts';

export type Tx = Kysely<Tables>;

export interface Database {
  /**
   * Sees only the rows of these companies. After a deadlock or a serialization failure `work` runs again, three times at
   * most, so it must not have effects outside the database.
   */
  scoped<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All statements see one snapshot. */
  readOnly<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For work that begins transactions itself, one after the other: each becomes a part of this one, so that all of them commit
   * together or not at all. It runs once, since such work may have other effects too.
   */
  together<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Background work finds here what is due. A request never uses it. */
  acrossCompanies<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Tables that belong to no company: users, sessions, tokens, access, jobs. */
  unscoped: Kysely<Tables>;
  /** Archived companies are left out. */
  everyCompany(): Promise<string[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  /** The time that triggers take for now. */
  clock?: () => Date;
  onError?: (error: Error) => void;
  onSlowQuery?: (query: SlowQuery) => void;
}

const slowQueryMs = 500;

const whenRetryable = { retries: 2, shouldRetry: isRetryable };

/**
 * Work waits here before it takes a connection. One company gets at most half of the slots, and two connections stay free
 * for sign-ins, jobs and health checks.
 */
const transactionLimiter = (poolSize: number) => {
  const atOnce = Math.max(1, poolSize - 2);
  return limiter({
    atOnce,
    perKey: Math.ceil(atOnce / 2),
    waiting: 500,
    timeoutMs: 10_000,
    refuse: () => new DatabaseBusyError(undefined),
  });
};

export function openDatabase({
  url,
  poolSize = defaultPoolSize,
  clock = () => new Date(),
  onError = () => undefined,
  onSlowQuery,
}: DatabaseOptions): Database {
  const pool = preparedStatements(openPool(url, poolSize, onError));
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    log: ({ query, queryDurationMillis: ms }) => {
      if (ms > slowQueryMs) onSlowQuery?.({ sql: query.sql, ms: Math.round(ms) });
    },
  });
  const limit = transactionLimiter(poolSize);

  const beginAt = () => `begin; set local spotter.now = '${clock().toISOString()}'`;
  const runTransaction = <T>(begin: string, work: (tx: Tx) => Promise<T>) =>
    retry(() => kysely.connection().execute((tx) => inTransaction(tx, begin, work)), whenRetryable);
  const acrossCompanies = <T>(work: (tx: Tx) => Promise<T>) =>
    runTransaction(`${beginAt()}; set local role spotter_maintenance`, work);

  const outer = new AsyncLocalStorage<Outer>();

  const transaction = <T>(begin: string, companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> => {
    const around = outer.getStore();
    if (around?.isOpen) return retry(() => asPart(around, companies, work), whenRetryable);
    return limit.run(companies.join(), () => runTransaction(inScope(begin, companies), work));
  };

  const together = <T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> =>
    limit.run(companies.join(), () =>
      kysely.connection().execute(async (tx) => {
        const store: Outer = { tx, companies, isOpen: true };
        try {
          return await inTransaction(tx, inScope(beginAt(), companies), () => outer.run(store, () => work(tx)));
        } finally {
          store.isOpen = false;
        }
      }),
    );

  return {
    unscoped: kysely,
    scoped: (companies, work) => transaction(beginAt(), companies, work),
    readOnly: (companies, work) => transaction(beginReading, companies, work),
    together,
    acrossCompanies,
    everyCompany: async () => {
      const rows = await acrossCompanies((tx) =>
        tx.selectFrom('companies').select('id').where('archived_at', 'is', null).execute(),
      );
      return rows.map(({ id }) => id);
    },
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

/**
 * Planning for the actual values takes longer than reading a page. A query whose best plan depends on its values, such as
 * a search, runs inside a function that is planned at each call.
 */
const beginReading = 'begin isolation level repeatable read read only; set local plan_cache_mode = force_generic_plan';

interface Outer {
  readonly tx: Tx;
  readonly companies: readonly string[];
  isOpen: boolean;
}

/** Behind a savepoint. A part that reads sees what the parts before it wrote. */
async function asPart<T>(
  { tx, companies: outside }: Outer,
  companies: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw(`savepoint part; ${seeing(companies)}`));
  try {
    const result = await work(tx);
    await tx.executeQuery(CompiledQuery.raw(`release savepoint part; ${seeing(outside)}`));
    return result;
  } catch (error) {
    await tx
      .executeQuery(CompiledQuery.raw('rollback to savepoint part; release savepoint part'))
      .catch(() => undefined);
    throw error;
  }
}

const inScope = (begin: string, companies: readonly string[]) =>
  `${begin}; set local role spotter_app; ${seeing(companies)}`;

/** The session already has its role. `begin` sets it again, so that no transaction can run as the owner of the tables. */
async function inTransaction<T>(tx: Tx, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw(begin));
  try {
    const result = await work(tx);
    await tx.executeQuery(CompiledQuery.raw('commit'));
    return result;
  } catch (error) {
    // The first error is the one to report.
    await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
}

const companyIds = z.array(z.uuid());

const seeing = (companies: readonly string[]) =>
  `set local spotter.companies = '{${companyIds.parse([...companies]).join()}}'`;

export async function isTrue(tx: Tx, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ value: boolean }>`select ${condition} as value`.execute(tx);
  return rows[0]?.value === true;
}
