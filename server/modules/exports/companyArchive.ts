import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { version } from '#domain/shared/version.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { migrations } from '#server/platform/database/migrate.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { ZipEntry } from '#server/platform/files/zip.ts';
import { csvOf, exportTables, jsonOf } from './readTable.ts';
import { readmeText } from './readme.ts';

interface Archive {
  readonly tx: Tx;
  readonly files: FileStore;
  readonly companyId: string;
  readonly now: Date;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => Promise<void>;
}

/** The columns that name files. */
const fileColumns = [
  ['contacts', 'image_original_key'],
  ['contacts', 'image_preview_key'],
  ['contacts', 'image_thumbnail_key'],
  ['sales_items', 'image_original_key'],
  ['sales_items', 'image_preview_key'],
  ['sales_items', 'image_thumbnail_key'],
  ['agreement_versions', 'file_key'],
  ['signatures', 'file_key'],
] as const;

const filesAtOnce = 500;

/**
 * The entries of a company's archive, read one after the other from one snapshot. The last is the list of all of them with their
 * sizes and hashes: an archive without it is not whole.
 */
export async function* companyArchive({ tx, files, companyId, now, onProgress }: Archive): AsyncGenerator<ZipEntry> {
  const listed: { path: string; size: number; sha256: string }[] = [];
  const measured = (path: string, body: AsyncIterable<string | Buffer>, isCompressible = true): ZipEntry => {
    const chunks = async function* () {
      const hash = createHash('sha256');
      let size = 0;
      for await (const part of body) {
        const chunk = Buffer.from(part);
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
      listed.push({ path, size, sha256: hash.digest('hex') });
    };
    return { path, body: Readable.from(chunks(), { objectMode: false }), isCompressible };
  };
  const text = (path: string, content: string) => measured(path, Readable.from([content]));

  const tables = await exportTables(tx);
  const schema = { version, migrations: Object.keys(migrations), tables };
  const fileCount = await countFiles(tx, companyId);
  const steps = tables.length * 2 + fileCount;
  let done = 0;
  const step = () => onProgress((done += 1) / steps);

  yield text('README.txt', readmeText(now));
  yield text('schema.json', `${JSON.stringify(schema, null, 2)}\n`);
  for (const table of tables) {
    yield measured(`tables/${table.name}.json`, jsonOf(tx, table, companyId));
    await step();
    yield measured(`tables/${table.name}.csv`, csvOf(tx, table, companyId));
    await step();
  }
  for await (const key of fileKeys(tx, companyId)) {
    const file = await files.get(key);
    // A picture that was replaced meanwhile, after the snapshot, is kept for a day.
    if (!file) throw new Error(`The file ${key} is missing`);
    yield measured(`files/${key.slice(key.indexOf('/') + 1)}`, file.body, false);
    await step();
  }
  yield { path: 'manifest.json', body: Buffer.from(`${JSON.stringify({ companyId, entries: listed }, null, 1)}\n`) };
}

async function countFiles(tx: Tx, companyId: string): Promise<number> {
  let count = 0;
  for await (const key of fileKeys(tx, companyId)) count += key ? 1 : 0;
  return count;
}

async function* fileKeys(tx: Tx, companyId: string): AsyncGenerator<string> {
  for (const [table, column] of fileColumns) {
    for (let after = ''; ;) {
      const { rows } = await sql<{ key: string }>`
        select ${sql.ref(column)} as key from ${sql.table(table)}
         where company_id = ${companyId} and ${sql.ref(column)} > ${after} order by 1 limit ${filesAtOnce}`.execute(tx);
      for (const { key } of rows) yield key;
      if (rows.length < filesAtOnce) break;
      after = rows.at(-1)?.key ?? '';
    }
  }
}
