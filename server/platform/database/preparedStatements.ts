import { DatabaseError, type Pool } from 'pg';
import { DatabaseBusyError, DatabaseUnavailableError } from './errors.ts';
import { timeouts } from './session.ts';

/** A statement with values is prepared once per connection under its own name. A broken connection is discarded. */
export function preparedStatements(pool: Pool) {
  const names = statementNames();
  return {
    async connect() {
      const client = await pool.connect().catch(notConnected);
      let broken = false;
      // The pool does not listen to a client that is checked out, and an unhandled error event ends the process.
      const onBreak = () => {
        broken = true;
      };
      client.on('error', onBreak);
      let ownTimeout = {};
      const send = (text: string, values: readonly unknown[]) => {
        const ms = setsTimeout.exec(text)?.[1];
        if (ms) ownTimeout = { query_timeout: Number(ms) + timeouts.grace };
        return values.length === 0
          ? client.query({ text, ...ownTimeout })
          : client.query({ name: names.of(text), text, values: [...values], ...ownTimeout });
      };
      return {
        async query(text: string, values: readonly unknown[]) {
          try {
            return await send(text, values);
          } catch (error) {
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

/** What a transaction sets for itself holds for the driver too, until the connection is released. */
const setsTimeout = /^set local statement_timeout = (\d+)$/;

/** The driver's message. This error has no code. */
const noneWasFree = 'timeout exceeded when trying to connect';
const notConnected = (cause: unknown): never => {
  throw cause instanceof Error && cause.message === noneWasFree
    ? new DatabaseBusyError(cause)
    : new DatabaseUnavailableError(cause);
};

const maxPrepared = 500;

/** Past the limit a statement stays unnamed, so that unusual queries cannot fill the server's memory. */
function statementNames() {
  const names = new Map<string, string>();
  return {
    of: (text: string): string | undefined => {
      const cached = names.get(text);
      if (cached ?? names.size >= maxPrepared) return cached;
      const name = `s${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
}
