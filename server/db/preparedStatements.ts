import { DatabaseError, type Pool } from 'pg';
import { DatabaseBusyError, DatabaseUnavailableError, isStalePlan } from './errors.ts';

/**
 * What Kysely's PostgreSQL dialect needs of a pool, with three things added: a statement with values is prepared once a
 * connection under a name of its own (twice as fast as unnamed ones), a connection that broke is thrown away, and every
 * statement is prepared anew when a migration made one stale.
 */
export function preparedStatements(pool: Pool) {
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
      const send = (text: string, values: readonly unknown[]) =>
        values.length === 0 ? client.query(text) : client.query({ name: names.of(text), text, values: [...values] });
      let isInTransaction = false;
      return {
        async query(text: string, values: readonly unknown[]) {
          if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
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
            throw new DatabaseUnavailableError(error);
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

/** The driver's words for it; it has no code of its own. */
const noneWasFree = 'timeout exceeded when trying to connect';
const notConnected = (cause: unknown): never => {
  throw cause instanceof Error && cause.message === noneWasFree ? new DatabaseBusyError(cause) : new DatabaseUnavailableError(cause);
};

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
