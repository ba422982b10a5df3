import { Client } from 'pg';
import { inject } from 'vitest';
import { siblingUrl } from '#server/platform/database/urls.ts';
import type { TestServer } from './server.ts';

/** How many connections of the server's database wait for their next statement with a transaction open, as the superuser sees them. */
export async function openTransactions({ url }: TestServer): Promise<number> {
  const client = new Client({ connectionString: siblingUrl(inject('adminUrl'), new URL(url).pathname.slice(1)) });
  await client.connect();
  try {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    return rows[0]?.open ?? 0;
  } finally {
    await client.end();
  }
}
