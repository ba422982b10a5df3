import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Store } from '#server/platform/files/s3Store.ts';
import { newFileKey, type FileStore } from '#server/platform/files/store.ts';
import { testBucket, type TestBucket } from '#tests/support/s3.ts';

const company = '0198a000-0000-7000-8000-000000000001';
let bucket: TestBucket;
let files: FileStore;

beforeAll(async () => {
  bucket = await testBucket();
  files = s3Store(bucket.options);
});
afterAll(() => bucket.close());

const contents = async (key: string) => {
  const file = await files.get(key);
  return file && { size: file.size, bytes: await buffer(file.body) };
};

test('a file is stored under its key and read back', async () => {
  const key = newFileKey(company, 'agreements', 'pdf');
  await files.put(key, Buffer.from('%PDF-1.7'));
  expect(await contents(key)).toEqual({ size: 8, bytes: Buffer.from('%PDF-1.7') });
  await files.remove(key);
});

test('the bytes arrive unchanged, whatever the size', async () => {
  const key = newFileKey(company, 'images', 'webp');
  const bytes = Buffer.from(Array.from({ length: 9_900_000 }, (_, index) => index % 251));
  await files.put(key, bytes);
  const back = await contents(key);
  expect([back?.size, back?.bytes.equals(bytes)]).toEqual([bytes.length, true]);
  await files.remove(key);
});

test('a file may arrive as a stream, also one that is larger than a part of an upload', async () => {
  const chunks = Array.from({ length: 12 }, (_, index) => Buffer.alloc(1_000_000, index));
  for (const count of [0, 1, 12]) {
    const key = newFileKey(company, 'exports', 'zip');
    const bytes = Buffer.concat(chunks.slice(0, count));
    expect(await files.write(key, Readable.from(chunks.slice(0, count)))).toBe(bytes.length);
    expect((await contents(key))?.bytes.equals(bytes)).toBe(true);
    await files.remove(key);
  }
});

test('ten concurrent files do not mix', async () => {
  const keys = Array.from({ length: 10 }, () => newFileKey(company, 'images', 'webp'));
  await Promise.all(keys.map((key) => files.put(key, Buffer.from(key))));
  const back = await Promise.all(keys.map(contents));
  expect(back.map((file) => file?.bytes.toString())).toEqual(keys);
  await Promise.all(keys.map((key) => files.remove(key)));
});

test('a file that is removed is gone, and removing it again is no error', async () => {
  const key = newFileKey(company, 'images', 'webp');
  await files.put(key, Buffer.from('x'));
  await files.remove(key);
  expect(await files.get(key)).toBeNull();
  await files.remove(key);
});

test('a ping checks that the bucket exists', async () => {
  await files.ping();
  await expect(s3Store({ ...bucket.options, bucket: 'nobodys-files' }).ping()).rejects.toThrow();
});

test('unknown credentials are refused', async () => {
  const stranger = s3Store({
    ...bucket.options,
    credentials: { ...bucket.options.credentials, accessKeyId: 'nobody' },
  });
  const key = newFileKey(company, 'images', 'webp');
  await expect(stranger.put(key, Buffer.from('x'))).rejects.toThrow();
  await expect(stranger.get(key)).rejects.toThrow();
  expect(await files.get(key)).toBeNull();
});
