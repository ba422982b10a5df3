import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrate, migrations } from '#server/platform/database/migrate.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { freshDatabase, emptyDatabase } from '#tests/support/database.ts';

/** Returns the URL of a migrated database. */
async function migratedDatabase(): Promise<string> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return url;
}

async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const names = async (client: Client) =>
  (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name);
const validIndexes = async (client: Client) =>
  (
    await client.query<{ name: string }>('select indexrelid::regclass::text as name from pg_index where indisvalid')
  ).rows.map(({ name }) => name);

test('five processes that migrate an empty database concurrently all succeed, and each migration runs once', async () => {
  const url = await emptyDatabase();
  await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  const client = await session(url);
  const ran = await names(client);
  expect(new Set(ran).size).toBe(ran.length);
  expect(await validIndexes(client)).toEqual(
    expect.arrayContaining(['idempotency_keys_invoice', 'stock_reservations_item', 'renewals_company']),
  );
}, 30_000);

test('a build starts on the schema of a newer one, and names its steps', async () => {
  const url = await migratedDatabase();
  const client = await session(url);
  await client.query(
    `insert into migrations (name, timestamp) values ('9999-of-a-newer-build', '2030-01-01T00:00:00.000Z')`,
  );
  expect(await migrate(url)).toEqual(['9999-of-a-newer-build']);
  expect(await names(client)).toContain('9999-of-a-newer-build');
  expect(await migrate(await migratedDatabase())).toEqual([]);
}, 30_000);

test.each([
  ['a build before the release', ['0001-baseline', '0002-api-keys', '0031-spellings-used']],
  ['another program', ['2014_create_users']],
])(
  'a database of %s is refused in one sentence, and not changed',
  async (_whose, steps) => {
    const url = await emptyDatabase();
    const client = await session(url);
    await client.query('create table migrations (name text, timestamp text)');
    for (const step of steps) await client.query('insert into migrations (name) values ($1)', [step]);
    await expect(migrate(url)).rejects.toThrow(
      new StartupError(
        'The database was made by a build before the release of 1.0.0, or by another program, and cannot be taken over: start with an empty one.',
      ),
    );
    expect(await names(client)).toEqual(steps);
    expect((await client.query(`select to_regclass('migrations_lock') as lock`)).rows).toEqual([{ lock: null }]);
  },
  30_000,
);

test('a migration that fails leaves nothing behind, and its error names it', async () => {
  const url = await migratedDatabase();
  const client = await session(url);
  await client.query('create table notes ()');
  const steps = {
    ...migrations,
    '9001-tags': 'create table tags ()',
    '9002-notes': 'create table colors (); create table notes ()',
    '9003-sizes': 'create table sizes ()',
  };
  await expect(migrate(url, { steps })).rejects.toThrow('Migration 9002-notes failed');
  expect(await names(client)).toEqual([...Object.keys(migrations), '9001-tags']);
  expect((await client.query(`select to_regclass('tags') as tags, to_regclass('colors') as colors`)).rows).toEqual([
    { tags: 'tags', colors: null },
  ]);
  await client.query('drop table notes');
  await migrate(url, { steps, last: '9002-notes' });
  expect(await names(client)).toEqual([...Object.keys(migrations), '9001-tags', '9002-notes']);
}, 30_000);

const newIndex = {
  ...migrations,
  '9001-index': [{ name: 'idempotency_keys_status', on: 'idempotency_keys (status)' }],
};

test('an index is built while others write to its table', async () => {
  const url = await migratedDatabase();
  const [writer, other] = [await session(url), await session(url)];
  for (const client of [writer, other]) await client.query('set role spotter_maintenance');
  const company = '01900000-0000-7000-8000-000000000001';
  await writer.query(`insert into companies (id, name) values ('${company}', 'Gym')`);
  const createKey = (key: string) =>
    `insert into idempotency_keys (company_id, user_id, route, key, body_hash) values ('${company}', '${company}', '/', '${key}', '')`;
  await writer.query(`begin; ${createKey('first')}`);
  const migrated = migrate(url, { steps: newIndex });
  await vi.waitFor(
    async () => {
      const { rowCount } = await other.query(`select from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.application_name = 'spotter-migrate' and a.datname = current_database()`);
      expect(rowCount).toBe(1);
    },
    { timeout: 10_000 },
  );
  await other.query(`set lock_timeout = '1s'; ${createKey('second')}`);
  await writer.query('commit');
  await migrated;
  expect(await validIndexes(other)).toContain('idempotency_keys_status');
}, 30_000);

test('an index that an interrupted start left invalid is built again', async () => {
  const url = await migratedDatabase();
  const client = await session(url);
  await migrate(url, { steps: newIndex });
  await client.query(`delete from migrations where name = '9001-index'`);
  const { pathname } = new URL(url);
  const admin = await session(siblingUrl(inject('adminUrl'), pathname.slice(1)));
  await admin.query(`update pg_index set indisvalid = false where indexrelid = 'idempotency_keys_status'::regclass`);
  expect(await validIndexes(client)).not.toContain('idempotency_keys_status');
  await migrate(url, { steps: newIndex });
  expect(await validIndexes(client)).toContain('idempotency_keys_status');
}, 30_000);

test('a migration that must wait for a table’s lock gives up early and retries', async () => {
  const url = await migratedDatabase();
  const [reader, behind] = [await session(url), await session(url)];
  await reader.query('begin; select count(*) from row_counters');
  const migrated = migrate(url, {
    steps: { ...migrations, '9001-column': 'alter table row_counters add column note text' },
  });
  await vi.waitFor(
    async () => {
      const { rowCount } = await behind.query(
        `select from pg_locks where not granted and relation = 'row_counters'::regclass`,
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 10_000 },
  );
  await behind.query(`set statement_timeout = '4s'; select count(*) from row_counters`);
  await reader.query('commit');
  await migrated;
  expect(await names(behind)).toContain('9001-column');
}, 30_000);

test('a migration waits for another one longer than the statement timeout', async () => {
  const url = await emptyDatabase();
  const [busy, watching] = [await session(url), await session(url)];
  await busy.query('select pg_advisory_lock(7367001)');
  await watching.query(
    `alter role spotter in database ${new URL(url).pathname.slice(1)} set statement_timeout = '200ms'`,
  );
  const migrated = migrate(url);
  await sleep(600);
  await busy.query('select pg_advisory_unlock(7367001)');
  await migrated;
  expect(await names(watching)).toEqual(Object.keys(migrations));
}, 30_000);
