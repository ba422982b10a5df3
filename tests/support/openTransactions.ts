import { sql } from 'kysely';
import type { TestServer } from './server.ts';

/** How many connections of the server's database wait for their next statement with a transaction open. */
export async function openTransactions({ database }: TestServer): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    database.unscoped,
  );
  return rows[0]?.open ?? 0;
}
