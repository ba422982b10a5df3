import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readLastBackup } from '#server/modules/backups/repo.ts';
import { backUpNightly, readManifest } from '#server/modules/backups/index.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const server = await sharedServer();
await createGym(server);
const { unscoped } = server.database;

let directory: string;
beforeEach(async () => {
  directory = join(await temporaryDirectory(), 'backups');
  await unscoped.deleteFrom('last_backup').execute();
});

const run = (now: string, { keep = 14, hour = 9, at = directory } = {}) =>
  backUpNightly(
    {
      database: server.database,
      databaseUrl: server.url,
      files: diskStore(server.filesDirectory),
      dataDirectory: server.filesDirectory,
    },
    { directory: at, keep, hour },
    new Date(now),
  );
const names = async () => (await readdir(directory).catch(() => [])).toSorted();

test('the backup of a day is made once, from its hour on', async () => {
  await run('2026-03-15T08:59:59Z');
  expect(await names()).toEqual([]);
  await run('2026-03-15T09:00:00Z');
  const { createdAt } = await readManifest(join(directory, 'spotter-2026-03-15'));
  await run('2026-03-15T23:00:00Z');
  expect(await names()).toEqual(['spotter-2026-03-15']);
  expect((await readManifest(join(directory, 'spotter-2026-03-15'))).createdAt).toBe(createdAt);
  expect(await readLastBackup(unscoped)).toEqual({
    completed_at: new Date('2026-03-15T09:00:00Z'),
    failed_at: null,
    failure: null,
  });
});

test('the newest stay, and what is not a backup of Spotter is left alone', async () => {
  await mkdir(join(directory, 'spotter-before-the-move'), { recursive: true });
  await mkdir(join(directory, 'spotter-2026-03-01'));
  await writeFile(join(directory, 'notes.txt'), 'keys of the safe');
  for (const day of [15, 16, 17]) await run(`2026-03-${day}T10:00:00Z`, { keep: 2 });
  expect(await names()).toEqual([
    'notes.txt',
    'spotter-2026-03-01',
    'spotter-2026-03-16',
    'spotter-2026-03-17',
    'spotter-before-the-move',
  ]);
});

test('a backup of a later day, from a clock that was ahead, is set aside until its day is one of those that go: each day gets its own', async () => {
  for (const day of [20, 21]) await run(`2026-03-${day}T10:00:00Z`, { keep: 2 });
  for (const day of [15, 16]) await run(`2026-03-${day}T10:00:00Z`, { keep: 2 });
  expect(await names()).toEqual([
    'spotter-2026-03-15',
    'spotter-2026-03-16',
    'spotter-2026-03-20-early',
    'spotter-2026-03-21-early',
  ]);
  await run('2026-03-20T10:00:00Z', { keep: 2 });
  expect(await names()).toContain('spotter-2026-03-20');
  for (const day of [21, 22]) await run(`2026-03-${day}T10:00:00Z`, { keep: 2 });
  expect(await names()).toEqual(['spotter-2026-03-21', 'spotter-2026-03-21-early', 'spotter-2026-03-22']);
});

test('the half backup of a process that was killed goes after a day', async () => {
  const half = join(directory, '.spotter-2026-03-14.77.partial');
  await mkdir(half, { recursive: true });
  await utimes(half, new Date('2026-03-14T09:00:00Z'), new Date('2026-03-14T09:00:00Z'));
  await run('2026-03-15T09:00:00Z');
  expect(await names()).toContain('.spotter-2026-03-14.77.partial');
  await run('2026-03-15T10:00:00Z');
  expect(await names()).toEqual(['spotter-2026-03-15']);
});

test('a failure is recorded beside the last success, and a later success clears it', async () => {
  await run('2026-03-15T09:00:00Z');
  const taken = join(await temporaryDirectory(), 'file');
  await writeFile(taken, '');
  await expect(run('2026-03-16T09:00:00Z', { at: taken })).rejects.toThrow('ENOTDIR');
  expect(await readLastBackup(unscoped)).toEqual({
    completed_at: new Date('2026-03-15T09:00:00Z'),
    failed_at: new Date('2026-03-16T09:00:00Z'),
    failure: expect.stringContaining('ENOTDIR'),
  });
  await run('2026-03-16T10:00:00Z');
  expect((await readLastBackup(unscoped))?.failed_at).toBeNull();
});
