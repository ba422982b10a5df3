import { cp, mkdir, mkdtemp, readdir, readFile, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { backup } from '#server/cli/backup.ts';
import { verifyBackup } from '#server/cli/verifyBackup.ts';
import { restore } from '#server/cli/restore.ts';
import { readConfig } from '#server/config.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { s3Store } from '#server/platform/files/s3Store.ts';
import { newFileKey } from '#server/platform/files/store.ts';
import { freshDatabase, type FreshDatabase } from '#tests/support/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testBucket } from '#tests/support/s3.ts';
import { backupsUnderUploads } from '#tests/support/trials/backups.ts';
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

const getConfig = (url: string, directory: string) =>
  readConfig({ DATABASE_URL: url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory });

/** Every row of every table, in an order that does not depend on its storage. That of the last backup comes after its snapshot. */
async function everything(connectionString: string): Promise<Record<string, unknown[]>> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query('set role spotter_maintenance');
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations_lock', 'last_backup') order by 1`,
    );
    const contents: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(
        `select to_jsonb(t) - 'ran_at' - 'timestamp' as row from ${name} t order by to_jsonb(t)::text`,
      );
      contents[name] = rows.rows;
    }
    return contents;
  } finally {
    await client.end();
  }
}

/** The key of a file that exists only where the test puts it: after the test no row names it any more. */
function createPicture(gym: Gym): string {
  const key = newFileKey(gym.companyId, 'images', 'webp');
  onTestFinished(() => removePicture(gym, key));
  return key;
}

const removePicture = (gym: Gym, key: string): Promise<void> =>
  server.database.scoped([gym.companyId], async (tx) => {
    await tx.updateTable('contacts').set({ image_original_key: null }).where('image_original_key', '=', key).execute();
  });

const filesIn = async (directory: string) => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .toSorted();
};

describe('a backup', () => {
  let gym: Gym;
  let key: string;
  let to: string;
  let other: FreshDatabase;
  let before: Record<string, unknown[]>;
  beforeAll(async () => {
    gym = await createGym(server);
    const { contact, contactMembership, salesItem, checkin } = builders(server, gym);
    key = newFileKey(gym.companyId, 'images', 'webp');
    const member = await contact({
      image_original_key: key,
      first_name: 'Zoë',
      notes: 'Tab\there,\nnew line, \\backslash and "quotes"',
    });
    await contactMembership(member);
    await salesItem({ name: 'Ωmega — 3' });
    await checkin(member);
    const directory = await mkdtemp(join(tmpdir(), 'spotter-backup-'));
    const [from, place] = [join(directory, 'from'), join(directory, 'backup')];
    to = join(directory, 'to');
    await diskStore(join(from, 'files')).put(key, Buffer.from([0, 255, 10, 13]));
    await writeFile(join(from, 'files', gym.companyId, 'left-over.webp'), 'named by no row');
    await writeFile(join(from, 'secret'), 'kept\n', { mode: 0o600 });

    await backup(getConfig(server.url, from), [place]);
    before = await everything(server.url);
    other = await freshDatabase();
    await restore(getConfig(other.url, to), [place]);
    await removePicture(gym, key);
    return async () => {
      await other.drop();
      await rm(directory, { recursive: true });
    };
  });

  test('restores every row, the files and the secret exactly', async () => {
    expect(await everything(other.url)).toEqual(before);
    expect(await readFile(join(to, 'files', key))).toEqual(Buffer.from([0, 255, 10, 13]));
    expect(await filesIn(join(to, 'files'))).toEqual([key]);
    expect(await readFile(join(to, 'secret'), 'utf8')).toBe('kept\n');
  });

  test('is a database that works: row-level security separates companies, and foreign keys are enforced', async () => {
    const restored = builders(other, gym);
    await restored.checkin(await restored.contact());
    const strangers = await other.database.scoped([], (tx) => tx.selectFrom('contacts').select('id').execute());
    expect(strangers).toEqual([]);
    await expect(restored.checkin('01900000-0000-7000-8000-000000000000')).rejects.toThrow(/foreign key/);
  });
});

test('a restore into a database that is not empty is refused', async () => {
  await createGym(server);
  const [directory, place] = [await temporaryDirectory(), join(await temporaryDirectory(), 'backup')];
  await backup(getConfig(server.url, directory), [place]);
  const before = await everything(server.url);
  await expect(restore(getConfig(server.url, directory), [place])).rejects.toThrow(
    /^Nothing was restored: the database is not empty, it holds Spotter's own tables, and there are rows in .*companies.* and \d+ more\. A backup is restored/,
  );
  expect(await everything(server.url)).toEqual(before);
});

test('a secret that cannot be written stops the restore before the rows, so that the database is empty for another try', async () => {
  await createGym(server);
  const [directory, to] = [await temporaryDirectory(), await temporaryDirectory()];
  const place = join(await temporaryDirectory(), 'backup');
  await writeFile(join(directory, 'secret'), 'kept\n', { mode: 0o600 });
  await backup(getConfig(server.url, directory), [place]);
  const target = await freshDatabase();
  onTestFinished(target.drop);
  await mkdir(join(to, 'secret'));
  await expect(restore(getConfig(target.url, to), [place])).rejects.toThrow(/secret/);
  await rmdir(join(to, 'secret'));
  await restore(getConfig(target.url, to), [place]);
  expect(await readFile(join(to, 'secret'), 'utf8')).toBe('kept\n');
});

test('a directory without a complete backup is refused, and a backup is never overwritten', async () => {
  const directory = await temporaryDirectory();
  const config = getConfig(server.url, directory);
  await expect(restore(config, [directory])).rejects.toThrow(`${directory} holds no complete backup of Spotter`);
  await backup(config, [join(directory, 'first')]);
  const written = await readdir(join(directory, 'first'));
  await expect(backup(config, [join(directory, 'first')])).rejects.toThrow(
    'holds a backup already: name a new directory',
  );
  expect(await readdir(join(directory, 'first'))).toEqual(written);
});

test('a missing file fails the backup, which names its row and leaves nothing behind', async () => {
  const gym = await createGym(server);
  const [directory, parent] = [await temporaryDirectory(), await temporaryDirectory()];
  const key = createPicture(gym);
  const member = await builders(server, gym).contact({ image_original_key: key });
  await expect(backup(getConfig(server.url, directory), [join(parent, 'backup')])).rejects.toThrow(
    `Not backed up: 1 of 1 files that the database names are missing:\n  ${key} (contacts ${member})`,
  );
  expect(await readdir(parent)).toEqual([]);
});

test('an empty directory is accepted, and one that is not empty is refused', async () => {
  const [directory, empty, full] = [await temporaryDirectory(), await temporaryDirectory(), await temporaryDirectory()];
  await backup(getConfig(server.url, directory), [empty]);
  await verifyBackup(getConfig(server.url, directory), [empty]);
  await writeFile(join(full, 'notes.txt'), 'mine');
  await expect(backup(getConfig(server.url, directory), [full])).rejects.toThrow('is not empty: name a new directory');
  expect(await readdir(full)).toEqual(['notes.txt']);
});

test('verify-backup finds a byte that changed, also in the secret, what is missing and what is cut off, and restore refuses such a backup', async () => {
  const gym = await createGym(server);
  const [directory, parent] = [await temporaryDirectory(), await temporaryDirectory()];
  const config = getConfig(server.url, directory);
  const key = createPicture(gym);
  await diskStore(join(directory, 'files')).put(key, Buffer.from('a picture'));
  await writeFile(join(directory, 'secret'), 'kept\n');
  await builders(server, gym).contact({ image_original_key: key });
  await backup(config, [join(parent, 'whole')]);
  await verifyBackup(config, [join(parent, 'whole')]);

  const damaged = async (name: string, damage: (place: string) => Promise<unknown>) => {
    const place = join(parent, name);
    await cp(join(parent, 'whole'), place, { recursive: true });
    await damage(place);
    const message = await verifyBackup(config, [place]).then(
      () => 'complete',
      (error: Error) => error.message,
    );
    await expect(restore(config, [place])).rejects.toThrow(message);
    return message.split('\n').slice(1);
  };
  expect(await damaged('byte', (place) => writeFile(join(place, 'data/files', key), 'b picture'))).toEqual([
    `  file ${key}: is not what was written`,
  ]);
  expect(await damaged('secret', (place) => writeFile(join(place, 'data/secret'), 'lost\n'))).toEqual([
    '  secret: is not what was written',
  ]);
  expect(await damaged('no secret', (place) => rm(join(place, 'data/secret')))).toEqual(['  secret: is missing']);
  expect(await damaged('file', (place) => rm(join(place, 'data/files', key)))).toEqual([`  file ${key}: is missing`]);
  expect(await damaged('table', (place) => rm(join(place, 'tables/contacts.copy.gz')))).toEqual([
    '  table contacts: is missing',
  ]);
  expect(await damaged('cut', (place) => truncate(join(place, 'tables/contacts.copy.gz'), 40))).toEqual([
    expect.stringMatching(/^ {2}table contacts: has 40 bytes and had \d+$/),
  ]);
  await rm(join(parent, 'whole/backup.json'));
  await expect(verifyBackup(config, [join(parent, 'whole')])).rejects.toThrow('holds no complete backup of Spotter');
});

test('a backup with a file that is cut off is refused with a sentence, and the database and the data directory stay as they were: the list of its contents, and a table', async () => {
  const gym = await createGym(server);
  await builders(server, gym).contact();
  const [directory, parent, to] = [await temporaryDirectory(), await temporaryDirectory(), await temporaryDirectory()];
  const whole = join(parent, 'whole');
  await backup(getConfig(server.url, directory), [whole]);
  await writeFile(join(to, 'secret'), 'mine');
  const other = await freshDatabase();
  onTestFinished(() => other.drop());

  const expectRefusal = async (path: string, message: RegExp) => {
    const place = join(parent, basename(path));
    await cp(whole, place, { recursive: true });
    await truncate(join(place, path), Math.floor((await readFile(join(place, path))).length / 2));
    await expect(restore(getConfig(other.url, to), [place])).rejects.toThrow(message);
    expect(await readFile(join(to, 'secret'), 'utf8')).toBe('mine');
    const rows = Object.entries(await everything(other.url)).filter(
      ([name, found]) => !/migration/.test(name) && found.length > 0,
    );
    expect(rows).toEqual([]);
  };
  await expectRefusal('backup.json', /holds no complete backup of Spotter$/);
  await expectRefusal('tables/contacts.copy.gz', /is damaged:\n {2}table contacts: has \d+ bytes and had \d+$/);
  // The whole one is then restored into it.
  await restore(getConfig(other.url, to), [whole]);
});

test('files in a bucket are backed up and restored too, and can be left out', async () => {
  const gym = await createGym(server);
  const [bucket, other] = [await testBucket(), await testBucket()];
  onTestFinished(async () => {
    await bucket.close();
    await other.close();
  });
  const key = createPicture(gym);
  await builders(server, gym).contact({ image_original_key: key });
  await s3Store(bucket.options).put(key, Buffer.from('in a bucket'));
  const [directory, parent] = [await temporaryDirectory(), await temporaryDirectory()];
  await backup({ ...getConfig(server.url, directory), s3: bucket.options }, [join(parent, 'whole')]);
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await restore({ ...getConfig(fresh.url, directory), s3: other.options }, [join(parent, 'whole')]);
  const found = await s3Store(other.options).get(key);
  expect(found && (await buffer(found.body)).toString()).toBe('in a bucket');
  await backup({ ...getConfig(server.url, directory), s3: bucket.options }, [join(parent, 'rows'), '--without-files']);
  expect(await filesIn(join(parent, 'rows'))).not.toContain(`data/files/${key}`);
});

test(
  'a backup while photos are uploaded, replaced and removed is restored, table by table and file by file',
  () => backupsUnderUploads(1, 13),
  120_000,
);
