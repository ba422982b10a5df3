import { expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const preflight = (origin: string, path = '/api/contacts') =>
  server.app.inject({
    method: 'OPTIONS',
    url: path,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

const allowed = async (origin: string) => {
  const { statusCode, headers } = await preflight(origin);
  return [statusCode, headers['access-control-allow-origin']];
};

test('an origin that no key names gets no header, before a key is made and after it is gone', async () => {
  const origin = 'https://form.test';
  expect(await allowed(origin)).toEqual([404, undefined]);
  const { id, caller } = await createApiKey(server, gym, ['contacts:write'], { origins: [origin] });
  expect(await allowed(origin)).toEqual([204, origin]);
  const { headers } = await caller.get('/contacts', { headers: { origin } });
  expect(headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    vary: expect.stringContaining('Origin'),
  });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(await allowed('https://form.test.evil.test')).toEqual([404, undefined]);
  expect(await allowed('null')).toEqual([404, undefined]);
  await gym.by.admin.delete(`/api-keys/${id}`);
  expect(await allowed(origin)).toEqual([404, undefined]);
});

test('the answer to a browser’s question names what it may send', async () => {
  const origin = 'https://methods.test';
  await createApiKey(server, gym, ['contacts:write'], { origins: [origin] });
  expect((await preflight(origin)).headers).toMatchObject({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
    'access-control-max-age': '600',
  });
  expect((await preflight(origin, '/login')).headers['access-control-allow-origin']).toBeUndefined();
});

test('an origin of an expired key is closed', async () => {
  const origin = 'https://expired.test';
  const expiresAt = new Date(server.clock.now.getTime() + 1_000);
  await createApiKey(server, gym, ['contacts:write'], { origins: [origin], expiresAt: expiresAt.toISOString() });
  expect(await allowed(origin)).toEqual([204, origin]);
  server.clock.now = expiresAt;
  expect(await allowed(origin)).toEqual([404, undefined]);
});

test('a key works only from the origins that it names itself, and from a program, which names none', async () => {
  const [ours, theirs] = ['https://ours.test', 'https://theirs.test'];
  const { caller } = await createApiKey(server, gym, ['contacts:read'], { origins: [ours] });
  await createApiKey(server, rival, ['contacts:read'], { origins: [theirs] });
  const from = (origin: string) => caller.get('/contacts', { headers: { origin } });
  expect((await from(ours)).status).toBe(200);
  expect((await caller.get('/contacts')).status).toBe(200);
  // The rival's key opened CORS to it, so that its page may read why it is refused.
  const refused = await from(theirs);
  expect([refused.status, refused.body.message, refused.headers['access-control-allow-origin']]).toEqual([
    403,
    'This API key may not be used from https://theirs.test',
    theirs,
  ]);
  for (const origin of ['https://other.test', 'null', '', 'https://OURS.test'])
    expect([origin, (await from(origin)).status]).toEqual([origin, 403]);
});

test('a key without origins is refused to every browser elsewhere', async () => {
  const { caller } = await createApiKey(server, gym, ['contacts:read']);
  expect((await caller.get('/contacts', { headers: { origin: 'https://form.test' } })).status).toBe(403);
});

test('the console’s own origin needs no header', async () => {
  const { status, headers } = await gym.by.admin.get('/contacts', { headers: { origin: 'http://gym.test' } });
  expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
});
