import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { s3Store } from '#server/files/s3Store.ts';
import { newFileKey, type FileStore } from '#server/files/store.ts';

interface Seen {
  call: string;
  authorization: string;
  type: string | undefined;
}

const company = '0198a000-0000-7000-8000-000000000001';
const objects = new Map<string, Buffer>();
const seen: Seen[] = [];
let failing: number | null = null;
let server: Server;
let files: FileStore;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'key-id', secretAccessKey: 'key-secret' };
  files = s3Store({ bucket: 'gym-files', endpoint: `http://127.0.0.1:${port}`, region: 'us-west-2', credentials });
});
beforeEach(() => {
  seen.length = 0;
  failing = null;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A bucket as its protocol has it: objects by path, XML for errors. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const body = await buffer(request);
  seen.push({
    call: `${request.method} ${path}`,
    authorization: request.headers.authorization ?? '',
    type: request.headers['content-type'],
  });
  if (failing) return void response.writeHead(failing).end(errorBody('SlowDown'));
  if (request.method === 'PUT') {
    objects.set(path, body);
    return void response.end();
  }
  if (request.method === 'DELETE') {
    objects.delete(path);
    return void response.writeHead(204).end();
  }
  if (request.method === 'HEAD') return void response.writeHead(path.startsWith('/gym-files') ? 200 : 404).end();
  const found = objects.get(path);
  if (!found) return void response.writeHead(404, { 'content-type': 'application/xml' }).end(errorBody('NoSuchKey'));
  response.writeHead(200, { 'content-length': found.length }).end(found);
}

const errorBody = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

test('a file is put under its key, signed, with its type, and read back', async () => {
  const key = newFileKey(company, 'agreements', 'pdf');
  await files.put(key, Buffer.from('%PDF-1.7'));
  expect(seen).toEqual([
    {
      call: `PUT /gym-files/${key}`,
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/us-west-2\/s3\/aws4_request, /),
      type: 'application/pdf',
    },
  ]);
  const file = await files.get(key);
  expect(file?.size).toBe(8);
  expect(file && (await buffer(file.body))).toEqual(Buffer.from('%PDF-1.7'));
});

test('the bytes arrive as they are, however many', async () => {
  const key = newFileKey(company, 'images', 'webp');
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  await files.put(key, bytes);
  expect(objects.get(`/gym-files/${key}`)?.equals(bytes)).toBe(true);
});

test('a file that is removed is gone', async () => {
  const key = newFileKey(company, 'images', 'webp');
  await files.put(key, Buffer.from('x'));
  await files.remove(key);
  expect(await files.get(key)).toBeNull();
});

test('a ping asks for the bucket', async () => {
  await files.ping();
  expect(seen.map(({ call }) => call.replace(/\/$/, ''))).toEqual(['HEAD /gym-files']);
});

test('a store that fails is an error, not a file that is missing', async () => {
  failing = 503;
  await expect(files.get(newFileKey(company, 'images', 'webp'))).rejects.toThrow('SlowDown');
});

test('a key that Spotter cannot have made never reaches the store', async () => {
  await expect(files.put('../other-bucket/x.pdf', Buffer.from('x'))).rejects.toThrow('Not a file key');
  expect(seen).toEqual([]);
});
