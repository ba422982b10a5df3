import { sql, type Kysely } from 'kysely';

export interface NewIndex {
  readonly name: string;
  /** As it follows `on`: the table, its columns, and a `where`. */
  readonly on: string;
}

/**
 * Builds an index while others read and write the table, which takes no transaction. One that an interrupted try left
 * unfinished is dropped first; one that is there already is kept.
 */
export async function buildIndex(db: Kysely<unknown>, { name, on }: NewIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} on ${on}`).execute(db);
}
