import { createHash } from 'node:crypto';
import { Readable, type PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { csvCell } from '#domain/shared/csv.ts';
import { version } from '#domain/shared/version.ts';
import { fileColumns, type Written } from '#server/modules/backups/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { migrations } from '#server/platform/database/migrate.ts';
import { openZip } from '#server/platform/files/zip.ts';
import { archiveFormat, type ArchiveSchema } from './archiveSchema.ts';
import { exportedColumns, exportedTables, exportedRows, type ExportedTable } from './tables.ts';

const rowsAtOnce = 500;
const longestMs = 10 * 60_000;

interface Archive {
  readonly companyId: string;
  readonly now: Date;
  /** Called with a percentage whenever another part is written. Throws to stop. */
  readonly onProgress: (percent: number) => Promise<void>;
}

/**
 * Writes the archive to `output` and ends it: all tables from one snapshot, then the files that their rows name, and last the
 * schema. Needs little memory, however large the company is.
 */
export async function writeArchive(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  output: PassThrough,
  { companyId, now, onProgress }: Archive,
): Promise<void> {
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  const zip = openZip(output, { now, signal: closed.signal });
  const add: AddEntry = async (path, chunks, isCompressible = true) => {
    const { counted, result } = count(chunks);
    await zip.add({ path, body: Readable.from(counted, { highWaterMark: 1 }), isCompressible });
    return result();
  };
  try {
    const schema: ArchiveSchema = {
      format: archiveFormat,
      version,
      migrations: Object.keys(migrations),
      companyId,
      createdAt: now.toISOString(),
      tables: [],
      files: [],
      missing: [],
    };
    const keys = await database.readOnly([companyId], async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
      const keyColumns = await readPrimaryKeys(tx);
      const company = await tx
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow();
      await zip.add({ path: 'README.txt', body: Buffer.from(readme(company.name, now)) });
      for (const [index, table] of exportedTables.entries()) {
        await onProgress((index / exportedTables.length) * 50);
        schema.tables.push(await writeTable(tx, add, { name: table, companyId, order: keyColumns.get(table) ?? [] }));
      }
      return readFileKeys(tx, companyId);
    });
    for (const [index, key] of keys.entries()) {
      await onProgress(50 + (index / keys.length) * 50);
      const stored = await files.get(key);
      if (stored) schema.files.push({ key, ...(await add(`files/${key}`, stored.body, false)) });
      else schema.missing.push(key);
    }
    await zip.add({ path: 'schema.json', body: Buffer.from(`${JSON.stringify(schema, null, 1)}\n`) });
    zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

interface Selection {
  readonly name: ExportedTable;
  readonly companyId: string;
  /** The columns of the primary key. Sums have none. */
  readonly order: readonly string[];
}

type Chunks = AsyncIterable<string | Buffer>;
type AddEntry = (path: string, chunks: Chunks, isCompressible?: boolean) => Promise<Written>;

async function writeTable(tx: Tx, add: AddEntry, selection: Selection) {
  const { name } = selection;
  const columns = exportedColumns(name);
  let rows = 0;
  async function* csv() {
    yield `\uFEFF${columns.join(',')}\r\n`;
    const values = `json_build_array(${columns.map((column) => `r.${column}`).join(', ')})`;
    for await (const texts of rowTexts(tx, selection, values)) yield csvLines(texts);
  }
  async function* json() {
    yield '[';
    for await (const texts of rowTexts(tx, selection, 'row_to_json(r)')) {
      yield `${rows > 0 ? ',' : ''}\n${texts.join(',\n')}`;
      rows += texts.length;
    }
    yield '\n]\n';
  }
  await add(`tables/${name}.csv`, csv());
  const written = await add(`tables/${name}.json`, json());
  return { name, columns: [...columns], rows, ...written };
}

/** Each row `r` as PostgreSQL writes it as JSON, some at a time. In the JSON no number goes through JavaScript, where a large one could change. */
async function* rowTexts(tx: Tx, { name, companyId, order }: Selection, json: string): AsyncGenerator<string[]> {
  const columns = exportedColumns(name).map((column) => `t.${column}`);
  const where = exportedRows(name).replaceAll('$1', `'${companyId}'::uuid`);
  await sql
    .raw(
      `declare exported no scroll cursor for
         select ${json}::text as row from (select ${columns.join(', ')} from ${name} t where ${where} order by ${order.join(', ') || 't::text'}) r`,
    )
    .execute(tx);
  try {
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(tx);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    // After an error there is no cursor any more.
    await sql`close exported`.execute(tx).catch(() => undefined);
  }
}

/** Each row is an array of its values. */
function csvLines(texts: readonly string[]): string {
  const rows = JSON.parse(`[${texts.join(',')}]`) as (string | number | boolean | object | null)[][];
  const cell = (value: (typeof rows)[number][number]) =>
    csvCell(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  return rows.map((values) => `${values.map(cell).join(',')}\r\n`).join('');
}

async function readPrimaryKeys(tx: Tx): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select i.indrelid::regclass::text as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indisprimary group by 1`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function readFileKeys(tx: Tx, companyId: string): Promise<string[]> {
  const columns = await Promise.all(
    fileColumns.map(({ table, column }) =>
      sql<{ key: string }>`
        select ${sql.ref(column)} as key from ${sql.table(table)}
         where company_id = ${companyId} and ${sql.ref(column)} is not null order by 1`.execute(tx),
    ),
  );
  return [...new Set(columns.flatMap(({ rows }) => rows.map(({ key }) => key)))];
}

/** Passes the chunks on; `result` says how many bytes they had, and their hash. */
function count(chunks: Chunks) {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
  }
  return { counted: counted(), result: (): Written => ({ size, sha256: hash.digest('hex') }) };
}

/** Says in the archive what is in it. */
const readme = (company: string, at: Date): string => `Everything that ${company} has in Spotter
As of ${at.toISOString()}, written by Spotter ${version}

tables/*.csv    one file for each table, for spreadsheets. Text that a spreadsheet would run as a formula begins with '.
tables/*.json   the same rows, exact: an array with one row on each line.
files/          photos, agreements and signed agreements. Columns that end in _key name the file of a row.
schema.json     the tables with their columns and numbers of rows, the SHA-256 of each file, and the files
                that are missing.

Amounts whose name ends in _cents are in the smallest unit of the currency. Times are in UTC. Rows name each other by id: the invoices of
a contact are those whose contact_id is the contact's id. tables/activity has the log of who changed what.

Not in it: passwords, sessions, second factors and passkeys, API keys, devices and their keys, secrets of webhooks, links that members
got, Stripe's keys, and the company's own signing certificate. Cards are kept by Stripe; tables/stripe_customers has the customers' ids there.

An empty Spotter of the same version imports it:

  npm run spotter -- import-company FILE
`;
