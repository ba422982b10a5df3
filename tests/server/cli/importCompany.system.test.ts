import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openArchive } from '#server/cli/archiveFile.ts';
import { importCompany } from '#server/cli/importCompany.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { writeArchive } from '#server/modules/company-export/writeArchive.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openDemo } from '#tests/support/demo.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const now = new Date('2026-03-10T20:30:00Z');
let demo: Awaited<ReturnType<typeof openDemo>>;
let companyId: string;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  demo = await openDemo(now);
  const { id } = await demo.database.acrossCompanies((tx) =>
    tx.selectFrom('companies').select('id').where('name', '=', 'Iron Peak Fitness').executeTakeFirstOrThrow(),
  );
  companyId = id;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await demo.close();
});

async function archiveOf(database: Database, files: FileStore): Promise<string> {
  const path = join(await temporaryDirectory(), 'company.zip');
  const body = new PassThrough();
  await Promise.all([
    pipeline(body, createWriteStream(path)),
    writeArchive({ database, files }, body, { companyId, now, onProgress: async () => undefined }),
  ]);
  return path;
}

const getConfig = (url: string, directory: string) =>
  readConfig({ DATABASE_URL: url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory });

test('an export is imported into an empty Spotter, and exported again it is equal', async () => {
  const path = await archiveOf(demo.database, demo.files);
  const first = await openArchive(path);
  const other = await freshDatabase();
  try {
    const directory = await temporaryDirectory();
    await importCompany(getConfig(other.url, directory), [path]);
    const second = await openArchive(await archiveOf(other.database, diskStore(join(directory, 'files'))));
    expect(second.schema).toEqual(first.schema);
    const counts = Object.fromEntries(first.schema.tables.map(({ name, rows }) => [name, rows]));
    for (const table of ['contacts', 'invoices', 'ledger_entries', 'activity', 'signatures', 'households', 'users'])
      expect(counts[table]).toBeGreaterThan(0);
    expect(first.schema.files.length).toBeGreaterThan(20);
    await expect(importCompany(getConfig(other.url, directory), [path])).rejects.toThrow(
      'Nothing was imported: this Spotter has a company already',
    );
    first.close();
    second.close();
  } finally {
    await other.drop();
  }
});

test('a file that the store lost is named, and the rest is exported all the same', async () => {
  const lost = demo.all.contacts.find(
    (row) => row.company_id === companyId && row.image_original_key,
  )?.image_original_key;
  const files: FileStore = { ...demo.files, get: async (key) => (key === lost ? null : demo.files.get(key)) };
  const { schema, close } = await openArchive(await archiveOf(demo.database, files));
  expect(schema.missing).toEqual([lost]);
  expect(schema.files.length).toBeGreaterThan(20);
  close();
});

test('nothing of another company, no secret and no password is in it', async () => {
  const archive = await openArchive(await archiveOf(demo.database, demo.files));
  const texts = await Promise.all(
    archive.schema.tables.map(async ({ name, columns: _columns, rows: _rows, ...written }) =>
      (await archive.bytes(`tables/${name}.json`, written)).toString('utf8'),
    ),
  );
  const all = texts.join('');
  const { rows } = await demo.database.acrossCompanies((tx) =>
    sql<{ text: string | null }>`
      select id::text as text from contacts where company_id <> ${companyId}
      union all select password_hash from users union all select secret_key_sealed from stripe_configs
      union all select encode(token_hash, 'hex') from devices`.execute(tx),
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { text } of rows) if (text) expect(all).not.toContain(text);
  archive.close();
});

test('an archive that was changed or is none is refused, and nothing is imported', async () => {
  const path = await archiveOf(demo.database, demo.files);
  const bytes = await readFile(path);
  // A photo is stored as it is: a changed byte in it leaves the archive readable.
  const at = bytes.indexOf('WEBP');
  bytes.writeUInt8(bytes.readUInt8(at + 40) ^ 1, at + 40);
  const changed = join(await temporaryDirectory(), 'changed.zip');
  await writeFile(changed, bytes);
  const text = join(await temporaryDirectory(), 'notes.zip');
  await writeFile(text, 'no archive at all');
  const other = await freshDatabase();
  try {
    const config = getConfig(other.url, await temporaryDirectory());
    await expect(importCompany(config, [changed])).rejects.toThrow('was changed');
    await expect(importCompany(config, [text])).rejects.toThrow('is no archive of Spotter');
    expect(await other.database.everyCompany()).toEqual([]);
  } finally {
    await other.drop();
  }
});
