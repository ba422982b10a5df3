import { DatabaseError, Pool, types as defaults, type CustomTypesConfig } from 'pg';
import { inParcels } from './parcels.ts';
import { setUpSession, timeouts } from './session.ts';

const { builtins, getTypeParser } = defaults;
const textTypes = new Set<number>([builtins.DATE, builtins.NUMERIC]);

/** A `date` and a `numeric` stay text, a `bigint` (counts, mostly) is a number; the rest is read as the driver does. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (textTypes.has(oid)) return (value: string) => value;
    if (oid === builtins.INT8) return Number;
    return getTypeParser(oid, format as 'text');
  },
};

/** A pool of connections that act as `spotter_app`, the role whose rows row-level security narrows. Each is set up and checked before its first use. */
export function openPool(url: string, size: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'spotter',
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.statement + 500,
    onConnect: setUpSession,
  });
  pool.on('error', onError);
  return pool;
}

/** The connection, not the statement, failed. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** Every connection of the pool was in use for as long as one is waited for. */
export class DatabaseBusy extends Error {
  constructor(cause: unknown) {
    super('No connection to the database was free', { cause });
  }
}

/** The driver's words for it; it has no code of its own. */
const noneWasFree = 'timeout exceeded when trying to connect';
const notConnected = (cause: unknown): never => {
  throw cause instanceof Error && cause.message === noneWasFree ? new DatabaseBusy(cause) : new DatabaseAway(cause);
};

const away = (cause: unknown): never => {
  throw new DatabaseAway(cause);
};

/** A migration changed the columns that a prepared statement gives; the statement did nothing. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan must not change result type');

/**
 * What Kysely's PostgreSQL dialect needs of a pool, with four things added: statements with values are prepared once
 * a connection under a name of their own (twice as fast as unnamed ones), those of a transaction travel in parcels,
 * a connection that broke is thrown away, and all statements are prepared anew when a migration made one stale.
 */
export function preparing(pool: Pool) {
  const names = statementNames();
  return {
    async connect() {
      const client = await pool.connect().catch(notConnected);
      let broken = false;
      // While it is lent out the pool does not listen to it, and an error that nobody hears ends the process.
      const onBreak = () => {
        broken = true;
      };
      client.on('error', onBreak);
      const send = inParcels(client, names.of);
      let isInTransaction = false;
      return {
        async query(text: string, values: readonly unknown[]) {
          if (text.startsWith('begin')) isInTransaction = true;
          if (text === 'commit' || text === 'rollback') isInTransaction = false;
          try {
            return await send(text, values);
          } catch (error) {
            if (isStalePlan(error)) {
              names.renew();
              // In a transaction, which has failed, the whole of it is run again.
              if (!isInTransaction) return send(text, values);
            }
            if (error instanceof DatabaseError && error.severity !== 'FATAL') throw error;
            broken = true;
            return away(error);
          }
        },
        release: () => {
          client.off('error', onBreak);
          client.release(broken);
        },
      };
    },
    end: () => pool.end(),
  };
}

const maxPrepared = 500;

/** Names for statements; past the limit a statement goes unnamed, so that odd queries cannot fill the server's memory. */
function statementNames() {
  const names = new Map<string, string>();
  let generation = 1;
  return {
    of: (text: string): string | undefined => {
      const known = names.get(text);
      if (known ?? names.size >= maxPrepared) return known;
      const name = `s${generation}_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    /** From now on every statement is prepared under a new name. */
    renew: () => {
      generation += 1;
      names.clear();
    },
  };
}
