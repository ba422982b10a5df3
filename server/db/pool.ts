import { DatabaseError, Pool, types as defaults, type CustomTypesConfig } from 'pg';
import { inParcels } from './parcels.ts';

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

export const timeouts = { connect: 4_000, statement: 5_000, idleInTransaction: 10_000 };

/** A pool of connections that act as `spotter_app`, the role whose rows row-level security narrows. */
export function openPool(url: string, size: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'spotter',
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.statement + 500,
    options: [
      '-c role=spotter_app',
      '-c timezone=UTC',
      `-c statement_timeout=${timeouts.statement}`,
      `-c idle_in_transaction_session_timeout=${timeouts.idleInTransaction}`,
    ].join(' '),
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

const away = (cause: unknown): never => {
  throw new DatabaseAway(cause);
};

/**
 * What Kysely's PostgreSQL dialect needs of a pool, with three things added: statements with values are prepared once
 * a connection under a name of their own (twice as fast as unnamed ones), those of a transaction travel in parcels, and
 * a connection that broke is thrown away.
 */
export function preparing(pool: Pool) {
  const nameOf = statementNames();
  return {
    async connect() {
      const client = await pool.connect().catch(away);
      let broken = false;
      // While it is lent out the pool does not listen to it, and an error that nobody hears ends the process.
      const onBreak = () => {
        broken = true;
      };
      client.on('error', onBreak);
      const send = inParcels(client, nameOf);
      return {
        async query(text: string, values: readonly unknown[]) {
          try {
            return await send(text, values);
          } catch (error) {
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
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known ?? names.size >= maxPrepared) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
