import type { Client } from 'pg';

export interface NewIndex {
  readonly name: string;
  /** As it follows `on`: the table, its columns, and a `where`. */
  readonly on: string;
}

/**
 * Builds an index while others read and write the table, which takes no transaction. One that an interrupted try left
 * unfinished is dropped first; one that is there already is kept.
 */
export async function buildIndex(client: Client, { name, on }: NewIndex): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [name],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} on ${on}`);
}
