import argon2 from 'argon2';
import { addMinutes } from 'date-fns';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let other: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await testServer();
  other = await testServer({}, server.database);
  passwordHash = await argon2.hash('correct horse', { memoryCost: 1024, timeCost: 2, parallelism: 1 });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  asked.clear();
  for (const each of [server, other]) {
    each.emails.length = 0;
    each.clock.now = new Date();
  }
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const forgot = async (email: string, { to = server, address = '127.0.0.1' } = {}) =>
  (
    await to.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      remoteAddress: address,
      payload: { email },
    })
  ).statusCode;
/** Requests of an earlier test may still be processed: only those for people of this one count. */
const asked = new Set<string>();
const addUser = async (parts: Parameters<typeof createUser>[1]) => {
  const user = await createUser(server.database, parts);
  asked.add(user.email);
  return user;
};
const emails = () => [...server.emails, ...other.emails].filter(({ to }) => asked.has(to));
const tokenIn = ({ link = '' }: { link?: string }) => new URL(link).searchParams.get('token') ?? '';
const tokens = () => emails().map(tokenIn);
const change = async (token: string) =>
  (await server.anonymous.post('/auth/change-password', { body: { token, newPassword: 'staple battery' } })).status;
const verify = async (token: string) => (await server.anonymous.get(`/auth/verify-email/${token}`)).status;
const usable = async (userId: string) =>
  (
    await server.database.unscoped
      .selectFrom('user_tokens')
      .select('purpose')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  ).length;
/** Requests are answered before they are processed. One more, for another account, shows when that is done. */
const settled = async () => {
  const { email } = await addUser({ passwordHash });
  await forgot(email, { address: '198.51.100.77' });
  await expect.poll(() => emails().some(({ to }) => to === email)).toBe(true);
  return emails().filter(({ to }) => to !== email);
};

test('20 concurrent requests for a reset link on two servers: one link works, and few emails are sent', async () => {
  const { email, id } = await addUser({ passwordHash });
  const statuses = await Promise.all(
    // From many addresses, so that only the account's own limit applies.
    Array.from({ length: 20 }, (_, nth) =>
      forgot(email, { to: nth % 2 ? server : other, address: `203.0.113.${nth}` }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => emails().length).toBe(5);
  const sent = await settled();
  expect(sent).toHaveLength(5);
  expect(await usable(id)).toBe(1);
  const replies = [];
  for (const mail of sent) replies.push(await change(tokenIn(mail)));
  expect(replies.filter((status) => status === 200)).toHaveLength(1);
});

test('after 15 minutes a new link is sent again', async () => {
  const { email } = await addUser({ passwordHash });
  for (let times = 0; times < 7; times += 1) await forgot(email);
  await expect.poll(() => emails().length).toBe(5);
  server.advance({ minutes: 16 });
  await forgot(email);
  await expect.poll(() => emails().length).toBe(6);
  expect(await change(tokens().at(-1) ?? '')).toBe(200);
});

test('from one address 20 requests are processed in 15 minutes, and the response does not reveal it', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => addUser({ passwordHash })));
  const statuses = await Promise.all(
    people.map(({ email }, nth) => forgot(email, { address: `2001:db8:5:5::${nth + 1}` })),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => emails().length).toBe(20);
  expect((await settled()).length).toBe(20);
});

test('using a link invalidates all others, including those created concurrently', async () => {
  const { email, id } = await addUser({ passwordHash });
  await forgot(email);
  await expect.poll(() => emails().length).toBe(1);
  // As twenty concurrent requests would have left them.
  const others = Array.from({ length: 3 }, (_, nth) => ({ token_hash: Buffer.alloc(32, nth), user_id: id }));
  await server.database.unscoped
    .insertInto('user_tokens')
    .values(
      others.map((row) => ({
        ...row,
        purpose: 'reset' as const,
        expires_at: addMinutes(new Date(), 60),
        used_at: null,
      })),
    )
    .execute();
  expect(await usable(id)).toBe(4);
  expect(await change(tokens()[0] ?? '')).toBe(200);
  expect(await usable(id)).toBe(0);
});

test('using a link while others are requested never leaves two valid ones', async () => {
  const { email, id } = await addUser({ passwordHash });
  await forgot(email);
  await expect.poll(() => emails().length).toBe(1);
  const [token = ''] = tokens();
  await Promise.all([
    change(token),
    ...Array.from({ length: 10 }, (_, nth) => forgot(email, { address: `203.0.113.${nth}` })),
    change(token),
  ]);
  await settled();
  expect(await usable(id)).toBeLessThanOrEqual(1);
});

test('30 sign-ins at once before the address is verified send few emails, of which one link works', async () => {
  const { email, id } = await addUser({ passwordHash, verified: false });
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, nth) =>
      (nth % 2 ? server : other).anonymous.post('/auth/login', { body: { email, password: 'correct horse' } }),
    ),
  );
  expect(replies.filter(({ status }) => status === 403).length).toBeGreaterThan(0);
  expect(emails().length).toBeLessThanOrEqual(5);
  expect(await usable(id)).toBe(1);
  const statuses = [];
  for (const token of tokens()) statuses.push(await verify(token));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('the API description states the limits', async () => {
  const { body } = await server.anonymous.get('/openapi.json');
  expect(body.paths['/api/auth/forgot-password'].post.description).toMatch(
    /At most 5 emails\s+within 15 minutes .* 20 requests/s,
  );
  expect(body.paths['/api/auth/login'].post.description).toMatch(/After 10 failed attempts .* 100 from an address/s);
});
