import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUpload } from '#server/platform/files/readUpload.ts';
import { sendError } from '#server/platform/http/errors.ts';

const tooLarge = 'Image size must be less than 10MB';
const tenMegabytes = 10 * 1024 * 1024;
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify({ bodyLimit: 256 * 1024 });
  app.setErrorHandler(sendError);
  await app.register(multipart);
  app.post('/upload', { config: { upload: { field: 'image', tooLarge } } }, async (request) => {
    const { file, fields } = await readUpload(request);
    return { file: file && { size: file.bytes.length, name: file.name }, fields };
  });
});
afterAll(() => app.close());

const boundary = 'the-boundary';
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` };

const part = (disposition: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const filePart = (content: Buffer | string, name = 'me.jpg', field = 'image') =>
  part(`name="${field}"; filename="${name}"`, content);
const body = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);

const post = async (payload: Buffer | string, headers: Record<string, string> = form) => {
  const response = await app.inject({ method: 'POST', url: '/upload', headers, payload });
  return [response.statusCode, response.json()];
};

test('a file and the other fields of the form are read', async () => {
  const payload = body(part('name="companyId"', 'one'), filePart('picture'), part('name="name"', 'Waiver – 2026'));
  expect(await post(payload)).toEqual([
    200,
    { file: { size: 7, name: 'me.jpg' }, fields: { companyId: 'one', name: 'Waiver – 2026' } },
  ]);
});

test('a file of 10 MB less one byte is accepted', async () => {
  expect(await post(body(filePart(Buffer.alloc(tenMegabytes - 1))))).toMatchObject([
    200,
    { file: { size: tenMegabytes - 1 } },
  ]);
});

test.each([tenMegabytes, tenMegabytes + 1, 3 * tenMegabytes])(
  'a file of %i bytes is 413 with the message of the form',
  async (size) => {
    expect(await post(body(filePart(Buffer.alloc(size))))).toMatchObject([413, { message: tooLarge }]);
  },
);

test('an empty file is read as one', async () => {
  expect(await post(body(filePart('')))).toMatchObject([200, { file: { size: 0 } }]);
});

test('a form without a file has none, and so has an untouched file input', async () => {
  expect(await post(body(part('name="name"', 'Waiver')))).toMatchObject([200, { file: null }]);
  expect(await post(body(filePart('', '')))).toMatchObject([200, { file: null }]);
});

test.each(['', '\r\n'])(
  'a long part that cannot be read is skipped, and the form is still read to its end: %j after it',
  async (end) => {
    const unreadable = part('name="x"; filename="x\r', 'x'.repeat(200_000));
    const payload = Buffer.concat([part('name="name"', 'Waiver'), unreadable, Buffer.from(`--${boundary}--${end}`)]);
    expect(await post(payload)).toEqual([200, { file: null, fields: { name: 'Waiver' } }]);
  },
);

test.each([
  ['cut within the file', filePart(Buffer.alloc(5000)).subarray(0, 3000), form],
  ['cut before its end', filePart('picture'), form],
  ['cut within a head', Buffer.from(`--${boundary}\r\nContent-Dispo`), form],
  ['without a boundary', body(filePart('picture')), { 'content-type': 'multipart/form-data' }],
  ['with another boundary', body(filePart('picture')), { 'content-type': 'multipart/form-data; boundary=other' }],
  ['that is no form', '{}', { 'content-type': 'application/json' }],
  ['with two files', body(filePart('one'), filePart('two')), form],
  ['with the file in another field', body(filePart('picture', 'me.jpg', 'pdf')), form],
  ['with a NUL byte in a field', body(part('name="name"', 'a\0b')), form],
  ['with a field of a megabyte', body(part('name="name"', 'a'.repeat(2 ** 20))), form],
  ['with a field named like a part of every object', body(part('name="__proto__"', 'x')), form],
])('a body %s is 400', async (_case, payload, headers) => {
  expect(await post(payload, headers)).toMatchObject([400, { message: expect.any(String) }]);
});

test('the path is removed from a file name', async () => {
  expect(await post(body(filePart('picture', '../../me.jpg')))).toMatchObject([200, { file: { name: 'me.jpg' } }]);
});

test('the server continues after a browser disconnects in the middle of a body', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const going = new AbortController();
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(filePart(Buffer.alloc(100_000)).subarray(0, 50_000)),
  });
  const options = { method: 'POST', headers: form, body: stream, duplex: 'half', signal: going.signal } as RequestInit;
  const cut = fetch(`${address}/upload`, options);
  setTimeout(() => going.abort(), 50);
  await expect(cut).rejects.toThrow('aborted');
  expect(await post(body(filePart('picture')))).toMatchObject([200, { file: { size: 7 } }]);
});
