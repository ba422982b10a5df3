import { DatabaseError, Pool, types as defaults, type CustomTypesConfig } from 'pg';

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

const nothing = { command: 'BEGIN', rowCount: 0, rows: [] };

type QueryArguments = [sql: string, values: readonly unknown[]];

/**
 * What Kysely's PostgreSQL dialect needs of a pool, with three things added: statements with values are prepared once
 * a connection under a name of their own (twice as fast as unnamed ones), `begin` travels together with the statement
 * that follows it, and a connection that broke is thrown away.
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
      let beginning: Promise<unknown> | undefined;
      const send = ([text, values]: QueryArguments) =>
        values.length === 0 ? client.query(text) : client.query({ name: nameOf(text), text, values: [...values] });
      return {
        async query(...statement: QueryArguments) {
          const { stream } = client.connection;
          if (statement[0].startsWith('begin')) {
            stream.cork();
            beginning = send(statement);
            beginning.catch(() => undefined);
            return nothing;
          }
          const [sent, begun] = [send(statement), beginning];
          if (begun) stream.uncork();
          beginning = undefined;
          try {
            const [result] = await Promise.all([sent, begun]);
            return result;
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
