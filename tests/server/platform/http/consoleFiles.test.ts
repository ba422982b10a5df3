import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleFiles } from '#server/platform/http/consoleFiles.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';

let app: FastifyInstance;
let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'spotter-console-'));
  await mkdir(join(path, 'assets'));
  await writeFile(join(path, 'index.html'), '<!doctype html><title>Spotter</title>');
  await writeFile(join(path, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(path, 'assets', 'App-1.js'), 'export {};');
  await writeFile(join(path, 'assets', 'App-1.js.br'), brotliCompressSync('export {};'));
  const config = { appSecret: 'x', publicUrl: 'http://gym.test', trustProxy: [], consoleDirectory: path };
  app = fastify();
  await securityHeaders(app, config);
  await consoleFiles(app, config);
});
afterAll(async () => {
  await app.close();
  await rm(path, { recursive: true });
});

const get = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'br' } });

test.each(['/', '/contacts', '/login'])(
  '%s is the page, revalidated at each visit, under the content security policy',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect({ statusCode, cache: headers['cache-control'] }).toEqual({ statusCode: 200, cache: 'no-cache' });
    expect(body).toContain('<title>Spotter</title>');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['permissions-policy']).toContain('camera=(self)');
  },
);

test('only the kiosk may compile WebAssembly, and it loads no script of Stripe', async () => {
  const scriptsOf = async (url: string) =>
    /script-src ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1];
  expect((await get('/kiosk')).body).toContain('<title>Spotter</title>');
  expect((await get('/kiosk')).headers['cache-control']).toBe('no-cache');
  expect(await scriptsOf('/kiosk')).toBe("'self' 'wasm-unsafe-eval'");
  for (const url of ['/', '/pos', '/kiosk/more']) expect(await scriptsOf(url)).not.toContain('wasm');
});

test('a chunk is cached forever and served compressed', async () => {
  const { statusCode, headers } = await get('/assets/App-1.js');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  for (const name of ['last-modified', 'accept-ranges']) expect(headers).not.toHaveProperty(name);
});

test('the icon is cached for a day', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
});

test('a missing file does not return the page', async () => {
  const { statusCode, headers } = await get('/assets/App-2.js');
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toContain('application/json');
});
