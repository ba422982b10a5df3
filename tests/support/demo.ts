import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { afterAll } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import { loadDemo } from '#demo/loadDemo.ts';
import { demoTables, type DemoTable } from '#demo/rows.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { freshDatabase } from './database.ts';

export type DemoRows = { [T in DemoTable]: Selectable<Tables[T]>[] };

/** The demo in its own database and directory, as of a given time, with all of its rows; close it at the end. */
export async function openDemo(now: Date) {
  const directory = await mkdtemp(join(tmpdir(), 'spotter-demo-'));
  const files = diskStore(directory);
  const { url, database, drop } = await freshDatabase();
  const loaded = await loadDemo({ database, files, now });
  const all = await everything(database);
  return {
    loaded,
    databaseUrl: url,
    database,
    files,
    all,
    /** Their ids by name. */
    company: (name: string) => all.companies.find((row) => row.name === name)?.id ?? '',
    location: (name: string) => all.locations.find((row) => row.name === name)?.id ?? '',
    async close() {
      await drop();
      await rm(directory, { recursive: true });
    },
  };
}

/** The demo of March 10, 2026, for a test file. */
export async function sharedDemo() {
  const now = new Date('2026-03-10T20:30:00Z');
  const demo = await openDemo(now);
  afterAll(() => demo.close());
  return { ...demo, now };
}

/** Every row of the tables that the demo fills. */
export async function everything(database: Database): Promise<DemoRows> {
  const companies = await database.everyCompany();
  return database.scoped(companies, async (tx) => {
    const tables: Record<string, unknown[]> = {};
    for (const table of demoTables) tables[table] = await tx.selectFrom(table).selectAll().execute();
    return tables as DemoRows;
  });
}
