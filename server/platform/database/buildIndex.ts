import { sql, type Kysely } from 'kysely';

export interface NewIndex {
  readonly name: string;
  /** What follows `on`: the table, its columns, and a `where`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** Concurrently, so outside of a transaction. An invalid index that an interrupted build left is dropped first. */
export async function buildIndex(db: Kysely<unknown>, { name, on, isUnique = false }: NewIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(db);
}
