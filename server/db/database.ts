import { CompiledQuery, Kysely, PostgresDialect, sql, type Compilable, type PostgresPool, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { fairQueue } from '#server/fairQueue.ts';
import type { SlowQuery } from '#server/logging.ts';
import { isWorthRetrying } from './failures.ts';
import { pipelinedMark } from './parcels.ts';
import { DatabaseBusy, openPool, preparing } from './pool.ts';
import { defaultPoolSize } from './poolSize.ts';
import type { Tables } from './schema.ts';

/** A handle inside one transaction. Every query of a request's work goes through the same one. */
export type Tx = Kysely<Tables>;

/**
 * A write of a transaction that need not be waited for: it travels with the statement after it, the commit at the
 * latest, and when it fails that one fails with its error.
 */
export async function pipelined(tx: Tx, query: Compilable | RawBuilder<unknown>): Promise<void> {
  const compiled = query.compile(tx);
  await tx.executeQuery({ ...compiled, sql: pipelinedMark + compiled.sql });
}

export interface Database {
  /**
   * Runs `work` in one transaction that sees the rows of these companies and no others. A deadlock, a serialisation
   * failure or a stale plan runs it again, up to three times, so `work` must not have effects outside of the database.
   */
  scoped<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for work that only reads: its result is there before the transaction's end is, since nothing hangs on that. */
  reading<T>(companies: readonly string[], work: (tx: Tx) => Promise<T>, plans?: Plans): Promise<T>;
  /** For the tables that lie outside of the companies' scope: users, sessions, tokens, access, jobs. */
  accounts: Kysely<Tables>;
  /** Ids of every company, for background work, which then goes company by company. */
  everyCompany(): Promise<string[]>;
  /** Fails when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `once`: a statement is planned once a connection and not each time for the values at hand, which takes longer than to
 * run it. For what goes along an index whatever the values are; what hangs on them, as a search does on its text, must be
 * planned for them inside a function of its own.
 */
type Plans = 'once' | 'as needed';

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
 * Who may use the pool: work waits for its turn before it takes a connection, a company at a time. One company gets half
 * of the places at most, and two connections stay free for signing in, jobs and checks.
 */
const placesIn = (poolSize: number) => {
  const atOnce = Math.max(1, poolSize - 2);
  return fairQueue({
    atOnce,
    perKey: Math.ceil(atOnce / 2),
    waiting: 500,
    patienceMs: 10_000,
    refuse: () => new DatabaseBusy(undefined),
  });
};

const companyIds = z.array(z.uuid());

/** Opens a pool on a migrated PostgreSQL. Connecting happens with the first query. */
export function openDatabase({ url, poolSize = defaultPoolSize, onError = () => undefined, onSlowQuery }: DatabaseOptions): Database {
  const pool = preparing(openPool(url, poolSize, onError));
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
    log: ({ query, queryDurationMillis: ms }) => {
      if (ms > slowQueryMs) onSlowQuery?.({ sql: query.sql, ms: Math.round(ms) });
    },
  });
  const places = placesIn(poolSize);
  return {
    accounts: kysely,
    scoped: (companies, work) =>
      places.run(companies.join(), () => retrying(() => kysely.connection().execute((tx) => inScope(tx, companies, work)))),
    reading: (companies, work, plans = 'as needed') =>
      new Promise((resolve, reject) => {
        const read = () => kysely.connection().execute((tx) => inScope(tx, companies, async (scoped) => resolve(await work(scoped)), readers[plans]));
        places.run(companies.join(), () => retrying(read)).catch(reject);
      }),
    everyCompany: async () => {
      const { rows } = await sql<{ id: string }>`select every_company() as id`.execute(kysely);
      return rows.map((row) => row.id);
    },
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

const writer = { begin: 'begin', settings: '' };
const readers = {
  once: { begin: 'begin read only', settings: `, set_config('plan_cache_mode', 'force_generic_plan', true)` },
  'as needed': { begin: 'begin read only', settings: '' },
};

/**
 * `begin`, the role and the scope go in one message: the ids are checked to be uuids, so they can stand in the text. The
 * role is the session's already; set here as well, no transaction can run as the owner of the tables.
 */
async function inScope<T>(tx: Tx, companies: readonly string[], work: (tx: Tx) => Promise<T>, { begin, settings } = writer): Promise<T> {
  const scope = `{${companyIds.parse([...companies]).join(',')}}`;
  await tx.executeQuery(CompiledQuery.raw(`${begin}; select set_config('role', 'spotter_app', true), set_config('spotter.companies', '${scope}', true)${settings}`));
  try {
    const result = await work(tx);
    await tx.executeQuery(commit);
    return result;
  } catch (error) {
    // When the connection itself is gone there is nothing to roll back, and the first error is the one to tell.
    await tx.executeQuery(rollback).catch(() => undefined);
    throw error;
  }
}

async function retrying<T>(work: () => Promise<T>, left = attempts): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (left <= 1 || !isWorthRetrying(error)) throw error;
    return retrying(work, left - 1);
  }
}
