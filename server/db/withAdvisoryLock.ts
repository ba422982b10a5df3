import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';

const retryMs = 100;
const taken = Symbol('taken');

interface Options<T> {
  /** What to do instead when somebody else holds the lock; without it, the lock is waited for. */
  readonly whenTaken?: () => T;
}

/**
 * Runs `work` while nobody else, on any server, runs anything under the same key: one number, or two as in
 * `sql`hashtext('job'), hashtext(${name})``. The lock belongs to a connection, so it is free when the work is done or the
 * process is dead. It is asked for again and again: a statement that waits would keep a connection, run into a statement
 * time-out, and hold up an index that is built concurrently.
 */
export async function withAdvisoryLock<Tables, T>(
  database: Kysely<Tables>,
  key: RawBuilder<unknown>,
  work: () => Promise<T>,
  { whenTaken }: Options<T> = {},
): Promise<T> {
  for (;;) {
    const result = await database.connection().execute(async (connection) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(connection);
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
