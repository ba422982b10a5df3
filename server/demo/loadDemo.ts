import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { withAdvisoryLock } from '../db/withAdvisoryLock.ts';
import type { FileStore } from '../files/store.ts';
import { hashPassword } from '../resources/auth/passwords.ts';
import { drawUp } from './agreements/agreements.ts';
import { layOut } from './catalogue.ts';
import { enrol } from './contacts.ts';
import { layGround } from './ground.ts';
import { meet } from './people.ts';
import { takePhotos } from './photos.ts';
import { demoPassword } from './reference/gyms.ts';
import { demoTables, insertAll, noRows, type DemoRows } from './rows.ts';
import { subscribe } from './subscriptions.ts';
import { ring } from './till.ts';
import { visit } from './visits.ts';

interface Deps {
  database: Database;
  files: FileStore;
  now: Date;
}

/**
 * Fills an empty database with the demo's companies; whether it did. Any user or company there means: not empty. Of two
 * servers that start together one loads it, and the other waits and finds it.
 */
export async function loadDemo(deps: Deps): Promise<boolean> {
  if (!(await isEmpty(deps.database))) return false;
  const key = sql`hashtext('spotter'), hashtext('demo')`;
  return withAdvisoryLock(deps.database.unscoped, key, async () => (await isEmpty(deps.database)) && load(deps));
}

async function load({ database, files, now }: Deps): Promise<boolean> {
  const demo = await makeDemo(now);
  for (const [key, bytes] of demo.files) await files.put(key, bytes);
  const companies = demo.rows.companies.map(({ id }) => String(id));
  return database.scoped(companies, async (tx) => {
    for (const table of demoTables) await insertAll(tx, table, demo.rows[table]);
    return true;
  });
}

async function isEmpty(database: Database): Promise<boolean> {
  const user = await database.unscoped.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return !user && (await database.everyCompany()).length === 0;
}

interface Demo {
  rows: DemoRows;
  /** What goes to the file store, by key. */
  files: Map<string, Buffer>;
}

/** The same at every call with the same clock, but for the salt of the passwords. */
async function makeDemo(now: Date): Promise<Demo> {
  const rows = noRows();
  const places = layGround(rows, now, await hashPassword(demoPassword));
  const catalogue = layOut(rows, places);
  const files = drawUp(rows, places, catalogue);
  const people = meet(places, catalogue, now);
  enrol(rows, people, await takePhotos(people, files));
  subscribe(rows, people, now);
  ring(rows, places, people, catalogue, now);
  visit(rows, places, people, now);
  return { rows, files };
}
