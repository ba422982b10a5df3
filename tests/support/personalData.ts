import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { diskStore } from '#server/platform/files/diskStore.ts';
import type { Database } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';
import { runErasures } from '#server/modules/personal-data/erasures.ts';
import type { TestServer } from './server.ts';

/** Runs the job that erases. */
export const runErasureJob = (server: TestServer): Promise<void> =>
  runErasures(
    {
      database: server.database,
      config: server.config,
      files: diskStore(server.filesDirectory),
      mailer: { send: async () => undefined, close: () => undefined },
      live: undefined as never,
      clock: () => server.clock.now,
    },
    new AbortController().signal,
  );

/** Where in any row of any table one of the texts stands: `contacts: Oakley`. */
export async function findInDatabase(database: Database, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(columns)) {
    const { rows } = await database.acrossCompanies((tx) =>
      sql<{ text: string }>`select lower(to_jsonb(t)::text) as text from ${sql.table(table)} as t`.execute(tx),
    );
    for (const text of texts)
      if (rows.some((row) => row.text.includes(text.toLowerCase()))) found.push(`${table}: ${text}`);
  }
  return found;
}

export async function findInFiles(directory: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase();
    for (const text of texts) if (bytes.includes(text.toLowerCase())) found.push(`${entry.name}: ${text}`);
  }
  return found;
}
