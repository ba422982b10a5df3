import type { Client } from 'pg';
import { migrationTables } from '#server/db/migrate.ts';

export interface Table {
  readonly name: string;
  /** As SQL's list, without the generated ones. */
  readonly columns: string;
}

/** Gives every table with rows of ours and its columns; which migrations have run is not among them. */
export async function ourTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
     group by c.relname
     order by c.relname`, [migrationTables]);
  return rows;
}

/** Gives the migrations that have run, in order. */
export async function ranMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map((row) => row.name);
}
