import { sql } from 'kysely';
import { csvCell } from '#domain/shared/csv.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import { exportedTables } from './exportedTables.ts';

export interface ExportedTable {
  readonly name: keyof Tables;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Comma-separated. */
  readonly order: string;
}

/** With the columns that are exported; those that follow from others are not. */
export async function exportTables(tx: Tx): Promise<ExportedTable[]> {
  const { rows } = await sql<ExportedTable>`
    select c.relname as name,
           jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
           coalesce((select string_agg(quote_ident(k.attname), ', ' order by array_position(i.indkey::smallint[], k.attnum))
                       from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
                      where i.indrelid = c.oid and i.indisprimary), '1') as "order"
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
     group by c.oid, c.relname
     order by c.relname`.execute(tx);
  return rows.flatMap((table) => {
    const exported = Object.hasOwn(exportedTables, table.name) ? exportedTables[table.name] : null;
    if (!exported) return [];
    return { ...table, columns: table.columns.filter(({ name }) => !exported.without?.includes(name)) };
  });
}

const rowsAtOnce = 500;

/** Each row as JSON text, in the order of the primary key. Reads with a cursor, so that memory holds a few rows at a time. */
async function* rowTexts(tx: Tx, { name, columns, order }: ExportedTable, companyId: string): AsyncGenerator<string[]> {
  const rows = exportedTables[name]?.rows?.(companyId) ?? sql`t.company_id = ${companyId}`;
  const listed = sql.join(columns.map((column) => sql.ref(`t.${column.name}`)));
  const cursor = sql.raw(`export_of_${name}`);
  await sql`
    declare ${cursor} no scroll cursor for
    select row_to_json(r)::text as text from (select ${listed} from ${sql.table(name)} as t where ${rows} order by ${sql.raw(order)}) as r`.execute(
    tx,
  );
  for (let isMore = true; isMore;) {
    const fetched = await sql.raw<{ text: string }>(`fetch ${rowsAtOnce} from export_of_${name}`).execute(tx);
    isMore = fetched.rows.length === rowsAtOnce;
    if (fetched.rows.length > 0) yield fetched.rows.map(({ text }) => text);
  }
  await sql`close ${cursor}`.execute(tx);
}

/** An array with a row on each line. */
export async function* jsonOf(tx: Tx, table: ExportedTable, companyId: string): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const texts of rowTexts(tx, table, companyId)) {
    yield lead + texts.join(',\n');
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

/** With a byte order mark, by which spreadsheets recognize UTF-8. */
export async function* csvOf(tx: Tx, table: ExportedTable, companyId: string): AsyncGenerator<string> {
  const line = (cells: readonly unknown[]) => `${cells.map((cell) => csvCell(toCell(cell))).join(',')}\r\n`;
  yield `\uFEFF${line(table.columns.map(({ name }) => name))}`;
  for await (const texts of rowTexts(tx, table, companyId))
    yield texts
      .map((text) => {
        const row: Record<string, unknown> = JSON.parse(text);
        return line(table.columns.map(({ name }) => row[name]));
      })
      .join('');
}

const toCell = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | boolean | null);
