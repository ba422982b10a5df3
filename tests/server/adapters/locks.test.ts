import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { shellyLock, unifiLock } from '#adapters/locks.ts';

/** The API of a lock, which notes what it is asked. */
const asked: { method?: string | undefined; url?: string | undefined; token?: string | undefined; body: string }[] = [];
let status = 200;
const double = createServer((request: IncomingMessage, reply) => {
  void (async () => {
    const { method, url: path, headers } = request;
    asked.push({ method, url: path, token: headers.authorization, body: await text(request) });
    reply.writeHead(status, { 'content-type': 'application/json' }).end('{"code":"SUCCESS"}');
  })();
});
await new Promise<void>((resolve) => {
  double.listen(0, '127.0.0.1', resolve);
});
const address = double.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => double.close());
beforeEach(() => {
  asked.length = 0;
  status = 200;
});

test('UniFi Access is asked to unlock the door, with its token', async () => {
  await unifiLock({ controller: url, token: 'secret', doorId: 'door/1' }).unlock(5_000);
  expect(asked).toEqual([
    { method: 'PUT', url: '/api/v1/developer/doors/door%2F1/unlock', token: 'Bearer secret', body: '' },
  ]);
});

test('a Shelly relay is turned on, and turns itself off', async () => {
  await shellyLock({ relay: url, id: 2 }).unlock(5_000);
  expect(asked).toMatchObject([{ method: 'POST', url: '/rpc/Switch.Set' }]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ id: 2, on: true, toggle_after: 5 });
});

test.each([401, 500])('a lock that answers %s did not open', async (code) => {
  status = code;
  await expect(unifiLock({ controller: url, token: 'old', doorId: '1' }).unlock(1)).rejects.toThrow(`${code}`);
  await expect(shellyLock({ relay: url, id: 0 }).unlock(1)).rejects.toThrow(`${code}`);
});
