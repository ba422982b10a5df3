import { expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer, testServer, type Reply } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

const passMs = (ms: number) => (server.clock.now = new Date(server.clock.now.getTime() + ms));
const many = (count: number, call: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, call));
const statuses = (replies: readonly Reply[]) => ({
  200: replies.filter(({ status }) => status === 200).length,
  429: replies.filter(({ status }) => status === 429).length,
});

test('of 80 requests at once exactly the burst of 50 is let in, then ten a second', async () => {
  const { caller } = await createApiKey(server, gym, ['all:read']);
  const call = () => caller.get('/me');
  expect(statuses(await many(80, call))).toEqual({ 200: 50, 429: 30 });
  passMs(99);
  expect(statuses(await many(5, call))).toEqual({ 200: 0, 429: 5 });
  passMs(1);
  expect(statuses(await many(5, call))).toEqual({ 200: 1, 429: 4 });
  passMs(1_000);
  expect(statuses(await many(20, call))).toEqual({ 200: 10, 429: 10 });
  passMs(60_000);
  expect(statuses(await many(60, call))).toEqual({ 200: 50, 429: 10 });
});

test('each answer tells the limit and what is left of it, a refusal when to come again', async () => {
  const { caller } = await createApiKey(server, gym, ['contacts:read']);
  const first = await caller.get('/me');
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=50;w=5', ratelimit: '"key";r=49;t=1' });
  const refused = await caller.get('/invoices');
  expect([refused.status, refused.headers['ratelimit']]).toEqual([403, '"key";r=48;t=1']);
  const { status, body, headers } =
    (await many(50, () => caller.get('/me'))).find((reply) => reply.status === 429) ?? expect.fail();
  expect([status, body]).toEqual([429, { message: 'Too many requests with this API key. Please slow down.' }]);
  expect(headers).toMatchObject({ 'retry-after': '1', ratelimit: '"key";r=0;t=1' });
});

test('a key has a limit of its own: neither its maker nor another key is slowed down', async () => {
  const [busy, other] = [await createApiKey(server, gym, ['all:read']), await createApiKey(server, gym, ['all:read'])];
  await many(60, () => busy.caller.get('/me'));
  expect((await busy.caller.get('/me')).status).toBe(429);
  expect((await other.caller.get('/me')).status).toBe(200);
  const own = await gym.by.admin.get('/me');
  expect([own.status, own.headers['ratelimit']]).toEqual([200, undefined]);
});

test('servers that share a database share the limit', async () => {
  const { key, caller } = await createApiKey(server, gym, ['all:read']);
  const second = await testServer({}, server.database);
  second.clock.now = server.clock.now;
  const there = second.withKey(key);
  const replies = await Promise.all([many(40, () => caller.get('/me')), many(40, () => there.get('/me'))]);
  expect(statuses(replies.flat())).toEqual({ 200: 50, 429: 30 });
  await second.close();
});
