import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

const retryMs = 100;
const taken = Symbol('taken');

interface Options<T> {
  /** Returned when the lock is taken. Without it, the call waits for the lock. */
  readonly whenTaken?: () => T;
}

/**
 * It excludes the same key on every server. The key is one number, or two as in `sql`hashtext('job'), hashtext(${name})``.
 * The lock belongs to a connection, so it is released when the process dies. Waiting polls: a waiting statement would hold
 * a connection, run into the statement time-out, and block an index that is built concurrently.
 */
export async function withAdvisoryLock<Tables, T>(
  database: Kysely<Tables>,
  key: RawBuilder<unknown>,
  work: () => Promise<T>,
  { whenTaken }: Options<T> = {},
): Promise<T> {
  for (;;) {
    const result = await database.connection().execute(async (connection) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
        connection,
      );
      if (!rows[0]?.locked) return taken;
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection);
      }
    });
    if (result !== taken) return result;
    if (whenTaken) return whenTaken();
    await sleep(retryMs);
  }
}

/** Waits for the lock of this name, which excludes the same name on every server, and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${toKey(name)})`.execute(tx);
}

/** False at once while it is held elsewhere. */
export async function tryLockUntilCommit(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${toKey(name)}) as locked`.execute(
    tx,
  );
  return rows[0]?.locked === true;
}

/** Functions of the database that lock by name compute the same. */
const toKey = (name: string) => sql`hashtextextended(${name}, 0)`;
