import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '#tests/support/pdf.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { fileRoutes } from '#server/platform/files/filesRoutes.ts';
import { storePdf } from '#server/platform/files/pdfs.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import { newFileKey, type FileStore } from '#server/platform/files/store.ts';
import { sendError } from '#server/platform/http/errors.ts';

const company = '0198a000-0000-7000-8000-000000000001';
const config = { appSecret: 'a secret of the server that is long enough' };
const urls = signedUrls(config.appSecret);
let now = new Date('2026-03-10T12:00:00Z');
let directory: string;
let files: FileStore;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spotter-files-'));
  files = diskStore(directory);
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  await app.register(fileRoutes({ files, config, clock: () => now }), { prefix: '/api' });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (url: string) => app.inject({ url });

test('an image is served by its signature, with its type, and cached privately', async () => {
  const key = newFileKey(company, 'images', 'webp');
  await files.put(key, Buffer.from('RIFF....WEBP'));
  const response = await get(urls.sign(key, now));
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload).toEqual(Buffer.from('RIFF....WEBP'));
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '12',
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('private'),
  });
  expect(response.headers['content-disposition']).toBeUndefined();
});

test('a PDF is served as an attachment under its own name', async () => {
  const { key, fileName, size } = await storePdf(files, company, {
    bytes: createPdf('Waiver'),
    name: '../Größe 1.pdf',
  });
  expect([fileName, size]).toEqual(['Größe 1.pdf', createPdf('Waiver').length]);
  const response = await get(urls.sign(key, now, fileName));
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Gr__e 1.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.pdf`,
    'x-content-type-options': 'nosniff',
  });
});

test('a file that does not start like a PDF is refused', async () => {
  const bytes = Buffer.from('<html>%PDF-1.7');
  await expect(storePdf(files, company, { bytes, name: 'a.pdf' })).rejects.toMatchObject({
    status: 415,
    message: 'Please select a PDF file',
  });
});

test('a URL without a signature, with another one, or for another file is 403', async () => {
  const [one, two] = [newFileKey(company, 'images', 'webp'), newFileKey(company, 'images', 'webp')];
  await Promise.all([files.put(one, Buffer.from('1')), files.put(two, Buffer.from('2'))]);
  const signed = urls.sign(one, now);
  for (const url of [
    `/api/files/${one}`,
    `${signed}x`,
    signed.replace(one, two),
    '/api/files/',
    '/api/files/%00.webp',
  ]) {
    expect((await get(url)).statusCode).toBe(403);
  }
});

test('a URL that has expired is 403', async () => {
  const key = newFileKey(company, 'images', 'webp');
  await files.put(key, Buffer.from('1'));
  const url = urls.sign(key, now);
  now = new Date(now.getTime() + 15 * 60 * 1000);
  expect((await get(url)).statusCode).toBe(403);
});

test('a signed URL of a removed file is 404', async () => {
  const response = await get(urls.sign(newFileKey(company, 'images', 'webp'), now));
  expect([response.statusCode, response.json()]).toEqual([404, { message: 'File not found' }]);
});

test.each(['..%2f..%2fpackage.json', '../../package.json', '%2e%2e/%2e%2e/package.json', '/etc/passwd'])(
  'no path leads out of the store: %s',
  async (path) => {
    const { search } = new URL(urls.sign(decodeURIComponent(path), now), 'http://localhost');
    expect([403, 404]).toContain((await get(`/api/files/${path}${search}`)).statusCode);
  },
);
