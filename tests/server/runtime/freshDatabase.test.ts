import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('requests run as a role that row-level security holds for', async () => {
  const { rows } = await sql<{ name: string; exempt: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user
  `.execute(fresh.database.unscoped);
  expect(rows).toEqual([{ name: 'spotter_app', exempt: false }]);
});

test('a fresh database is migrated and holds no company', async () => {
  expect(await fresh.database.everyCompany()).toEqual([]);
});
