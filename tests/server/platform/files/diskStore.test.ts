import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { newFileKey, type FileStore } from '#server/platform/files/store.ts';

const company = '0198a000-0000-7000-8000-000000000001';
let directory: string;
let files: FileStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spotter-files-'));
  files = diskStore(join(directory, 'files'));
});
afterAll(() => rm(directory, { recursive: true }));

const read = async (key: string) => {
  const file = await files.get(key);
  return file && { bytes: await buffer(file.body), size: file.size };
};

test('a stored file is read back whole, and no temporary file is left', async () => {
  const key = newFileKey(company, 'images', 'webp');
  await files.put(key, Buffer.from('first'));
  await files.put(key, Buffer.from('second'));
  expect(await read(key)).toEqual({ bytes: Buffer.from('second'), size: 6 });
  expect(await readdir(join(directory, 'files', company, 'images'))).toEqual([key.split('/').at(-1)]);
});

test('a file may arrive as a stream; one that breaks off leaves nothing', async () => {
  const key = newFileKey(company, 'exports', 'zip');
  expect(await files.write(key, Readable.from([Buffer.from('first, '), Buffer.from('second')]))).toBe(13);
  expect((await read(key))?.bytes.toString()).toBe('first, second');
  const broken = newFileKey(company, 'exports', 'zip');
  async function* half() {
    yield Buffer.from('half');
    throw new Error('The line is down');
  }
  await expect(files.write(broken, Readable.from(half()))).rejects.toThrow('The line is down');
  expect(await readdir(join(directory, 'files', company, 'exports'))).toEqual([key.split('/').at(-1)]);
});

test('what a killed process was writing is removed, and what another still writes stays', async () => {
  const unfinished = join(directory, 'files', '.unfinished');
  expect(await readdir(unfinished)).toEqual([]);
  const [of, now] = [new Date('2026-03-15T09:00:00Z'), new Date('2026-03-16T10:00:00Z')];
  for (const [name, at] of [
    ['old', of],
    ['new', now],
  ] as const) {
    await writeFile(join(unfinished, name), 'half');
    await utimes(join(unfinished, name), at, at);
  }
  await files.removeUnfinished?.(of);
  expect(await readdir(unfinished)).toEqual(['new']);
  await rm(join(unfinished, 'new'));
  await diskStore(join(directory, 'none')).removeUnfinished?.(now);
});

test('a missing file is null, and may be removed twice', async () => {
  const key = newFileKey(company, 'agreements', 'pdf');
  await files.put(key, Buffer.from('%PDF-'));
  await files.remove(key);
  await files.remove(key);
  expect(await files.get(key)).toBeNull();
});

test('two concurrent writers of one key leave one whole file', async () => {
  const key = newFileKey(company, 'images', 'webp');
  const [a, b] = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')];
  await Promise.all([files.put(key, a), files.put(key, b)]);
  const found = await read(key);
  expect(found?.bytes.equals(a) || found?.bytes.equals(b)).toBe(true);
});

test.each([
  '../secret.pdf',
  'a/../../b.pdf',
  '/etc/passwd',
  'a/b',
  'a/.b.pdf',
  'a\0/b.pdf',
  'a\\..\\b.pdf',
  'b.pdf',
  '',
  'a//b.pdf',
])('no key leads out of the directory: %j', async (key) => {
  await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key');
  await expect(files.get(key)).rejects.toThrow('Not a file key');
});

test('two keys are never the same', () => {
  expect(newFileKey(company, 'images', 'webp')).not.toBe(newFileKey(company, 'images', 'webp'));
});

test('the store answers a ping', async () => {
  await expect(files.ping()).resolves.toBeUndefined();
});
