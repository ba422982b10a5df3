import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { converse } from '#tests/support/abuse/rawSocket.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('');
const get = (target: string, ...headers: string[]) =>
  lines(`GET ${target} HTTP/1.1`, 'Host: gym.test', 'Connection: close', ...headers, '');
const login = (...rest: string[]) =>
  lines(
    'POST /api/auth/login HTTP/1.1',
    'Host: gym.test',
    'Content-Type: application/json',
    'Connection: close',
    ...rest,
  );
const body = '{"email":"a@b.test","password":"x"}';

const readStatuses = async (bytes: string, thenEnd = false) => {
  const { responses, ended } = await converse(bytes, { port, thenEnd });
  expect(ended).toBe(true);
  for (const response of responses) {
    if (response.status < 400) continue;
    expect(response.headers).toMatch(/^content-type: application\/json/im);
    expect(JSON.parse(response.body)).toMatchObject({ message: expect.stringMatching(/\w/) });
  }
  return responses.map(({ status }) => status);
};

test.each<[string, string, number[]]>([
  ['an absolute address', get('http://evil.test/api/health'), [200]],
  ['NUL in a path', get('/api/\0health'), [400]],
  ['NUL in a path, escaped', get('/api/%00health'), [404]],
  ['a path that climbs', get('/../../etc/passwd'), [404]],
  ['a path that climbs, escaped', get('/assets/..%2f..%2fpackage.json'), [404]],
  ['a path of 10 KB', get(`/api/${'x'.repeat(10_000)}`), [404]],
  ['a path of 100 KB', get(`/api/${'x'.repeat(100_000)}`), [431]],
  ['one header of 20 KB', get('/api/health', `X-Big: ${'x'.repeat(20_000)}`), [431]],
  ['5,000 headers', get('/api/health', ...Array.from({ length: 5_000 }, (_, nth) => `X-${nth}: 1`)), [431]],
  ['a header without a colon', get('/api/health', 'nonsense'), [400]],
  ['a space before the colon', get('/api/health', 'X-A : 1'), [400]],
  ['a folded header', get('/api/health', 'X-A: 1', ' 2'), [400]],
  ['a control character in a header', get('/api/health', 'X-A: \x01'), [400]],
  ['no Host', lines('GET /api/health HTTP/1.1', 'Connection: close', ''), [400]],
  ['HTTP/1.0 without Host', lines('GET /api/health HTTP/1.0', ''), [200]],
  ['an unknown method', lines('BREW /api/health HTTP/1.1', 'Host: gym.test', ''), [400]],
  [
    'a method that no route has',
    lines('PROPFIND /api/health HTTP/1.1', 'Host: gym.test', 'Connection: close', ''),
    [404],
  ],
  ['TRACE', lines('TRACE /api/health HTTP/1.1', 'Host: gym.test', 'Connection: close', ''), [404]],
  ['OPTIONS *', lines('OPTIONS * HTTP/1.1', 'Host: gym.test', 'Connection: close', ''), [404]],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['an HTTP that is not', lines('GET / HTTP/9.9', 'Host: gym.test', ''), [400]],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  [
    'an upgrade to WebSocket',
    get(
      '/api/health',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: x',
    ),
    [200],
  ],
  ['an expectation nobody meets', get('/api/health', 'Expect: 200-maybe'), [417]],
  ['a negative length', login('Content-Length: -1', ''), [400]],
  ['a length that is no number', login('Content-Length: 5x', ''), [400]],
  ['two lengths', login('Content-Length: 2', 'Content-Length: 3', '', '{}'), [400]],
  ['a length and chunks', login('Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', ''), [400]],
  ['chunks of garbage', login('Transfer-Encoding: chunked', '', 'zz', body, '0', ''), [400]],
  ['a chunk longer than it says', login('Transfer-Encoding: chunked', '', '2', body, '0', ''), [400]],
  ['chunks under another name', login('Transfer-Encoding: chunked, identity', '', '0', ''), [400]],
  [
    'less body than its length, and a second request in it',
    login('Content-Length: 3', '', '{} GET /api/health HTTP/1.1', ''),
    [400],
  ],
])('%s', async (_case, bytes, wanted) => {
  expect(await readStatuses(bytes)).toEqual(wanted);
});

test.each<[string, string]>([
  ['half a request line', 'GET /api/he'],
  ['half a header', 'GET /api/health HTTP/1.1\r\nHost: gy'],
  ['a body shorter than its length', login('Content-Length: 500', '', body)],
  ['a chunk of 16 exabytes', login('Transfer-Encoding: chunked', '', 'ffffffffffffffff', body)],
  ['chunks without an end', login('Transfer-Encoding: chunked', '', '5', '{"a":')],
])('a client that disconnects after %s gets 400 or nothing', async (_case, bytes) => {
  expect([[400], []]).toContainEqual(await readStatuses(bytes, true));
});

test('100 pipelined requests are answered one by one, in order', async () => {
  const kept = (nth: number) =>
    lines(`GET /api/${nth % 2 === 0 ? 'health' : 'nowhere'} HTTP/1.1`, 'Host: gym.test', '');
  const all = Array.from({ length: 99 }, (_, nth) => kept(nth)).join('') + get('/api/ready');
  expect(await readStatuses(all)).toEqual([
    ...Array.from({ length: 99 }, (_, nth) => (nth % 2 === 0 ? 200 : 404)),
    200,
  ]);
});

test('a request with two invalid Authorization headers is 401', async () => {
  const twice = get('/api/locations', 'Authorization: Bearer one', 'Authorization: Bearer two');
  expect(await readStatuses(twice)).toEqual([401]);
});

test('200 connections with half a header do not keep others from being served', async () => {
  const halves = Array.from({ length: 200 }, () =>
    converse('GET /api/health HTTP/1.1\r\nX-', { port, patience: 1_000 }),
  );
  expect(await readStatuses(get('/api/ready'))).toEqual([200]);
  await Promise.all(halves);
});
