import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { backup } from '#server/cli/backup.ts';
import { restore } from '#server/cli/restore.ts';
import { readConfig } from '#server/config.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { asAdmin } from '#tests/support/database.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let config: ReturnType<typeof getConfig>;
let place: string;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  server = await testServer();
  await createGym(server);
  const directory = await mkdtemp(join(tmpdir(), 'spotter-backup-'));
  config = getConfig(server.url, directory);
  place = join(directory, 'backup');
  await backup(config, [place]);
});
afterAll(async () => {
  await rm(config.dataDirectory, { recursive: true });
  vi.restoreAllMocks();
  await server.close();
});

const getConfig = (url: string, directory: string) =>
  readConfig({ DATABASE_URL: url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory });

/** A new database with what these statements create, and its contents. */
const database = (...statements: string[]) => readCopy('template1', statements);

/** The same with Spotter's own schema. */
const withSchema = (...statements: string[]) => readCopy('spotter', statements);

async function readCopy(template: string, statements: readonly string[]) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template} owner spotter strategy file_copy`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  const url = siblingUrl(inject('adminUrl'), name, 'spotter');
  const run = async (text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  for (const statement of statements) await run(statement);
  const objects = () =>
    run(`
    select relname as name from pg_class where relnamespace >= 16384 or relnamespace = 'public'::regnamespace
    union all select proname from pg_proc p where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`);
  return { url, run, objects };
}

const restored = (url: string): Promise<void> => restore(getConfig(url, config.dataDirectory), [place]);

// Each has no users or companies, or empty tables of those names: its contents are somebody else's all the same.
test.each<[string, string[], string]>([
  [
    'another program',
    ['create table orders (id serial primary key)', 'insert into orders default values'],
    'it holds the sequence public.orders_id_seq, the table public.orders',
  ],
  [
    'another program with tables named like ours',
    [
      'create table users (id integer)',
      'create table companies (id integer)',
      'create table migrations (id integer, migration text)',
    ],
    'it holds the table companies, the table migrations, the table users, which Spotter did not make',
  ],
  [
    'another program whose migrations are names too',
    [
      'create table users (id integer)',
      'create table migrations (name text)',
      `insert into migrations values ('2014_create_users')`,
    ],
    'which Spotter did not make',
  ],
  [
    'tables in another schema',
    ['create schema shop', 'create table shop.orders (id integer)'],
    'it holds the table shop.orders',
  ],
  ['a view and nothing else', ['create view totals as select 1 as total'], 'it holds the view public.totals'],
  [
    'a function and nothing else',
    ['create function tax() returns integer language sql as $$ select 8 $$'],
    'it holds the function public.tax',
  ],
  ['a type and nothing else', [`create type mood as enum ('good')`], 'it holds the type public.mood'],
  ['a large object and nothing else', ['select lo_create(0)'], 'it holds the large object pg_catalog.'],
])(
  'a restore into a database with %s is refused with what was found, and changes nothing',
  async (_case, statements, found) => {
    const { url, objects } = await database(...statements);
    const before = await objects();
    const refusal: Error = await restored(url).then(
      () => expect.fail('It was restored'),
      (error) => error,
    );
    expect(refusal.message).toMatch(/^Nothing was restored: the database is not empty, /);
    expect(refusal.message).toContain(found);
    expect(await objects()).toEqual(before);
  },
);

test("Spotter's own schema with one row in any table is not restored into", async () => {
  const { url, run } = await withSchema();
  await run(`insert into rate_limit_hits (subject) values ('somebody')`);
  await expect(restored(url)).rejects.toThrow("it holds Spotter's own tables, and there are rows in rate_limit_hits");
  expect(await run('select subject from rate_limit_hits')).toEqual([{ subject: 'somebody' }]);
});

test("Spotter's own schema with one row that the owner's policy hides is not restored into", async () => {
  const { url, run } = await withSchema();
  await run(`set role spotter_maintenance; insert into companies (id, name) values (gen_random_uuid(), 'Gym')`);
  expect(await run('select name from companies')).toEqual([]);
  await expect(restored(url)).rejects.toThrow("it holds Spotter's own tables, and there are rows in companies");
  await run('alter table companies no force row level security');
  expect(await run('select name from companies')).toEqual([{ name: 'Gym' }]);
});

test("Spotter's own schema beside a table of somebody else is not restored into", async () => {
  const { url, run } = await withSchema('create table notes (text text)');
  await expect(restored(url)).rejects.toThrow('it holds the table public.notes');
  expect(await run('select name from migrations')).not.toEqual([]);
});

test.each<[string, () => ReturnType<typeof readCopy>]>([
  ['an empty database', () => database()],
  ['an empty database with an extension', () => database('create extension pg_trgm')],
  ["Spotter's own empty schema", () => withSchema()],
  [
    "Spotter's own schema after a start without demo data",
    () => withSchema(`insert into jobs (name, ran_at, every_seconds) values ('housekeeping', now(), 3600)`),
  ],
])('a restore into %s succeeds', async (_case, prepare) => {
  const { url, run } = await prepare();
  await restored(url);
  await run('alter table companies no force row level security');
  expect(await run('select count(*)::int as companies from companies')).toEqual([{ companies: 1 }]);
});

test('a database in use is refused, and its user is not disconnected', async () => {
  const { url } = await withSchema();
  const user = new Client({ connectionString: url });
  await user.connect();
  await user.query('begin; select from users');
  await expect(restored(url)).rejects.toThrow('Nothing was restored: the database is in use');
  expect((await user.query('select from users')).rowCount).toBe(0);
  await user.end();
}, 30_000);

test('a backup of a build before the release is refused in one sentence, and changes nothing', async () => {
  const earlier = join(config.dataDirectory, 'earlier');
  await cp(place, earlier, { recursive: true });
  const manifest = join(earlier, 'backup.json');
  const content = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...content, migrations: ['0001-baseline', '0002-api-keys'] }));
  const { url, objects } = await withSchema();
  const before = await objects();
  await expect(restore(getConfig(url, config.dataDirectory), [earlier])).rejects.toThrow(
    'The backup is of a build before the release of 1.0.0, and cannot be restored.',
  );
  expect(await objects()).toEqual(before);
});
