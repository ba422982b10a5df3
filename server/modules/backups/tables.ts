import type { Client } from 'pg';
import { migrationTables } from '#server/platform/database/migrate.ts';

export interface Table {
  readonly name: string;
  /** Comma-separated, without generated columns. */
  readonly columns: string;
}

/** Except the migrations table. */
export async function listOurTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
     group by c.relname
     order by c.relname`,
    [migrationTables],
  );
  return rows;
}

export async function listRanMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map((row) => row.name);
}

/** Files of columns not listed here are missing from backups. */
export const fileColumns = [
  { table: 'contacts', id: 'id', column: 'image_original_key' },
  { table: 'contacts', id: 'id', column: 'image_preview_key' },
  { table: 'contacts', id: 'id', column: 'image_thumbnail_key' },
  { table: 'sales_items', id: 'id', column: 'image_original_key' },
  { table: 'sales_items', id: 'id', column: 'image_preview_key' },
  { table: 'sales_items', id: 'id', column: 'image_thumbnail_key' },
  { table: 'agreement_versions', id: 'id', column: 'file_key' },
  { table: 'signatures', id: 'id', column: 'file_key' },
] as const;
