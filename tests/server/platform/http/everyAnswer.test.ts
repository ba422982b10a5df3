import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converse } from '#tests/support/abuse/rawSocket.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let port: number;
let operator: string;
let till: string;
let consoleDirectory: string;
beforeAll(async () => {
  consoleDirectory = await mkdtemp(join(tmpdir(), 'spotter-console-'));
  await writeFile(join(consoleDirectory, 'index.html'), '<!doctype html><title>Spotter</title>');
  server = await testServer({ consoleDirectory });
  gym = await createGym(server);
  [operator, till] = [await server.createToken(gym.users.operator), await server.createToken(gym.users.point_of_sale)];
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await server.close();
  await rm(consoleDirectory, { recursive: true });
});

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('');
const ask = (start: string, ...headers: string[]) =>
  lines(`${start} HTTP/1.1`, 'Host: gym.test', 'Connection: close', ...headers, '');
const json = (start: string, body: string, ...headers: string[]) =>
  ask(start, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers) + body;
const as = (token: string) => `Authorization: Bearer ${token}`;

test.each<[string, () => string, number]>([
  ['health', () => ask('GET /api/health'), 200],
  ['readiness', () => ask('GET /api/ready'), 200],
  ['the description', () => ask('GET /api/openapi.json'), 200],
  ['a list', () => ask('GET /api/locations', as(operator)), 200],
  ['HEAD', () => ask('HEAD /api/health'), 200],
  ['/api itself', () => ask('GET /api'), 404],
  ['/api with a slash', () => ask('GET /api/'), 404],
  ['/api with a query', () => ask('GET /api?a=b'), 404],
  ['an unknown path', () => ask('GET /api/nowhere'), 404],
  ['an unknown path of another method', () => json('POST /api/nowhere', '{}'), 404],
  ['a method that no route has', () => ask('PROPFIND /api/health'), 404],
  ['a file by a link that is not signed', () => ask('GET /api/files/a/b.webp'), 403],
  ['a path that cannot be decoded', () => ask('GET /api/%zz'), 400],
  ['a path that is too long', () => ask(`GET /api/contacts/${'x'.repeat(400)}`, as(operator)), 404],
  ['an absolute address', () => ask('GET http://gym.test/api/health'), 200],
  ['no token', () => ask('GET /api/locations'), 401],
  ['a bad token', () => ask('GET /api/locations', as('garbage')), 401],
  ['a wrong password', () => json('POST /api/auth/login', '{"email":"nobody@gym.test","password":"wrong"}'), 401],
  ['a level that is too low', () => ask(`GET /api/invoices?locationId=${gym.locationId}`, as(till)), 403],
  ['an id that is none', () => ask('GET /api/contacts/5', as(operator)), 404],
  ['bad input', () => json('POST /api/auth/login', '{}'), 400],
  ['JSON that is none', () => json('POST /api/auth/login', '{"a":'), 400],
  ['an empty body', () => json('POST /api/auth/login', ''), 400],
  [
    'a body that is too large',
    () => ask('POST /api/auth/login', 'Content-Type: application/json', 'Content-Length: 9999999'),
    413,
  ],
  ['another content type', () => ask('POST /api/auth/login', 'Content-Type: text/csv', 'Content-Length: 1') + 'a', 415],
  [
    'a form where JSON is meant',
    () => ask('POST /api/auth/login', 'Content-Type: multipart/form-data; boundary=a', 'Content-Length: 0'),
    400,
  ],
  ['no host', () => lines('GET /api/health HTTP/1.1', 'Connection: close', ''), 400],
  ['an expectation nobody meets', () => ask('GET /api/health', 'Expect: 200-maybe'), 417],
  ['a header without a colon', () => ask('GET /api/health', 'nonsense'), 400],
  ['an unknown method', () => ask('BREW /api/health'), 400],
  ['headers that are too large', () => ask('GET /api/health', `X-Big: ${'x'.repeat(20_000)}`), 431],
  ['a length and chunks', () => ask('POST /api/auth/login', 'Content-Length: 5', 'Transfer-Encoding: chunked'), 400],
  ['a TLS hello', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
])('%s: a request id, no caching, and errors in the one error shape', async (name, bytes, wanted) => {
  const { responses } = await converse(bytes(), { port });
  expect(responses.map(({ status }) => status)).toEqual([wanted]);
  const { status, headers, body } = responses[0] ?? expect.fail('No answer');
  expect(headers).toMatch(/^x-request-id: [0-9a-f-]{36}\r?$/im);
  expect(headers).toMatch(/^cache-control: no-store\r?$/im);
  expect(headers).toMatch(/^content-type: application\/json/im);
  if (status === 401) expect(headers).toMatch(/^www-authenticate: Bearer\r?$/im);
  else expect(headers).not.toMatch(/^www-authenticate/im);
  if (status < 400 || name === 'HEAD') return;
  const refusal = JSON.parse(body) as { message: string; errors?: Record<string, string> };
  expect(refusal.message).toMatch(/\w/);
  expect(Object.keys(refusal).filter((key) => !['message', 'errors'].includes(key))).toEqual([]);
});

test.each(['/', '/contacts', '/apiary'])('the URL %s returns the console’s page', async (path) => {
  const { headers, body } = await server.app.inject({ url: path });
  expect([headers['content-type'], headers['cache-control'], body]).toEqual([
    'text/html; charset=utf-8',
    'no-cache',
    expect.stringContaining('Spotter'),
  ]);
});

test('an incomplete request is refused in the same error shape', async () => {
  const { responses } = await converse(
    'POST /api/auth/login HTTP/1.1\r\nHost: gym.test\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"em',
    { port, thenEnd: true },
  );
  for (const { status, body } of responses)
    expect([status, Object.keys(JSON.parse(body) as object)]).toEqual([400, ['message']]);
});
