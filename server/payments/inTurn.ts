import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { unavailable } from '#server/http/problem.ts';

/** Runs `work` unless it runs under this name already, on any server: then 503, and it may be tried again. */
export const inTurn = <T>(database: Database, name: string, work: () => Promise<T>): Promise<T> =>
  database.unscoped.connection().execute(async (connection) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtext('turn'), hashtext(${name})) as free`.execute(connection);
    if (!rows[0]?.free) throw unavailable('This is being saved already. Please try again in a moment.');
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('turn'), hashtext(${name}))`.execute(connection);
    }
  });
