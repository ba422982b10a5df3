import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backup } from '#server/cli/backup.ts';
import { restore } from '#server/cli/restore.ts';
import { readConfig } from '#server/config.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { builders } from '#tests/support/builders.ts';
import { aGym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

let server: TestServer;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  server = await testServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const configOf = (url: string, directory: string) =>
  readConfig({ DATABASE_URL: url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory });

/** Every row of every table, in an order that does not depend on where it lies. */
async function everything(connectionString: string): Promise<Record<string, unknown[]>> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
    const contents: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`select to_jsonb(t) - 'ran_at' as row from ${name} t order by to_jsonb(t)::text`);
      contents[name] = rows.rows;
    }
    return contents;
  } finally {
    await client.end();
  }
}

test('a backup brings back every row, the files and the secret, exactly', async () => {
  const gym = await aGym(server);
  const { contact, held, salesItem, checkin } = builders(server, gym);
  const member = await contact({ first_name: 'Zoë', notes: 'Tab\there,\nnew line, \\backslash and "quotes"' });
  await held(member);
  await salesItem({ name: 'Ωmega — 3' });
  await checkin(member);
  const [from, to, place] = [await temporaryDirectory(), await temporaryDirectory(), join(await temporaryDirectory(), 'backup')];
  await mkdir(join(from, 'files/gym'), { recursive: true });
  await writeFile(join(from, 'files/gym/photo.webp'), Buffer.from([0, 255, 10, 13]));
  await writeFile(join(from, 'secret'), 'kept\n', { mode: 0o600 });

  await backup(configOf(server.url, from), [place]);
  const other = await freshDatabase();
  try {
    await restore(configOf(other.url, to), [place]);
    expect(await everything(other.url)).toEqual(await everything(server.url));
  } finally {
    await other.drop();
  }
  expect(await readFile(join(to, 'files/gym/photo.webp'))).toEqual(Buffer.from([0, 255, 10, 13]));
  expect(await readFile(join(to, 'secret'), 'utf8')).toBe('kept\n');
});

test('a restored database is a working one: the wall between companies stands and a new row finds its keys', async () => {
  const gym = await aGym(server);
  const [directory, place] = [await temporaryDirectory(), join(await temporaryDirectory(), 'backup')];
  await backup(configOf(server.url, directory), [place]);
  const other = await freshDatabase();
  try {
    await restore(configOf(other.url, directory), [place]);
    const restored = builders(other, gym);
    await restored.checkin(await restored.contact());
    const strangers = await other.database.scoped([], (tx) => tx.selectFrom('contacts').select('id').execute());
    expect(strangers).toEqual([]);
    await expect(restored.checkin('01900000-0000-7000-8000-000000000000')).rejects.toThrow(/foreign key/);
  } finally {
    await other.drop();
  }
});

test('a database that holds anything is not restored into', async () => {
  await aGym(server);
  const [directory, place] = [await temporaryDirectory(), join(await temporaryDirectory(), 'backup')];
  await backup(configOf(server.url, directory), [place]);
  const before = await everything(server.url);
  await expect(restore(configOf(server.url, directory), [place])).rejects.toThrow(
    'The database is not empty: a backup is restored into an empty one',
  );
  expect(await everything(server.url)).toEqual(before);
});

test('a directory without a complete backup is refused, and a backup is never overwritten', async () => {
  const directory = await temporaryDirectory();
  const config = configOf(server.url, directory);
  await expect(restore(config, [directory])).rejects.toThrow(`${directory} holds no complete backup of Spotter`);
  await backup(config, [join(directory, 'first')]);
  const written = await readdir(join(directory, 'first'));
  await expect(backup(config, [join(directory, 'first')])).rejects.toThrow('holds a backup already: name a new directory');
  expect(await readdir(join(directory, 'first'))).toEqual(written);
});
