import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { s3Store } from '#server/platform/files/s3Store.ts';
import { newFileKey, type FileStore } from '#server/platform/files/store.ts';
import { s3Double } from '#tests/support/s3Double.ts';

const company = '0198a000-0000-7000-8000-000000000001';
let bucket: Awaited<ReturnType<typeof s3Double>>;
let files: FileStore;

beforeAll(async () => {
  bucket = await s3Double('gym-files');
  const credentials = { accessKeyId: 'key-id', secretAccessKey: 'key-secret' };
  files = s3Store({ bucket: 'gym-files', endpoint: bucket.url, region: 'us-west-2', credentials });
});
beforeEach(() => {
  bucket.seen.length = 0;
  bucket.fail(null);
});
afterAll(() => bucket.close());

test('a file is stored in one signed request with its content type', async () => {
  const key = newFileKey(company, 'agreements', 'pdf');
  await files.put(key, Buffer.from('%PDF-1.7'));
  expect(bucket.seen).toEqual([
    {
      call: `PUT /gym-files/${key}`,
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/us-west-2\/s3\/aws4_request, /),
      type: 'application/pdf',
    },
  ]);
});

test('a large file is stored in parts, and one that breaks off leaves nothing', async () => {
  const key = newFileKey(company, 'exports', 'zip');
  const chunk = Buffer.from(Array.from({ length: 1_000_003 }, (_, index) => index % 251));
  const body = async function* (chunks: number, error?: Error) {
    for (let count = 0; count < chunks; count += 1) yield chunk;
    if (error) throw error;
  };
  const bytes = Buffer.concat(Array.from({ length: 40 }, () => chunk));
  expect(await files.putStream(key, Readable.from(body(40)))).toBe(bytes.length);
  const file = await files.get(key);
  expect(file && (await buffer(file.body)).equals(bytes)).toBe(true);
  expect(bucket.seen.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(3);

  const broken = newFileKey(company, 'exports', 'zip');
  await expect(files.putStream(broken, Readable.from(body(20, new Error('Cut off'))))).rejects.toThrow('Cut off');
  expect([await files.get(broken), bucket.uploads.size]).toEqual([null, 0]);
});

test('a ping requests the bucket', async () => {
  await files.ping();
  expect(bucket.seen.map(({ call }) => call.replace(/\/$/, ''))).toEqual(['HEAD /gym-files']);
});

test('a failing store is an error, not a missing file', async () => {
  bucket.fail(503);
  await expect(files.get(newFileKey(company, 'images', 'webp'))).rejects.toThrow('SlowDown');
});

test('a key that Spotter cannot have created never reaches the store', async () => {
  await expect(files.put('../other-bucket/x.pdf', Buffer.from('x'))).rejects.toThrow('Not a file key');
  expect(bucket.seen).toEqual([]);
});
