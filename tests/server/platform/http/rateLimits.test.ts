import argon2 from 'argon2';
import { addMinutes, addSeconds } from 'date-fns';
import { beforeEach, expect, test, vi } from 'vitest';
import { createUser } from '#tests/support/gym.ts';
import { testServer, type TestServer, sharedServer } from '#tests/support/server.ts';
import { addressBlock } from '#server/platform/http/rateLimits.ts';

const server = await sharedServer();
// Hashes as cheap as the library allows: the test is about the number of checks.
const passwordHash = await argon2.hash('correct horse', { memoryCost: 1024, timeCost: 2, parallelism: 1 });
beforeEach(async () => {
  server.emails.length = 0;
  server.clock.now = new Date();
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const staff = (parts: Parameters<typeof createUser>[1] = {}) => createUser(server.database, { passwordHash, ...parts });

interface From {
  password?: string;
  address?: string;
  cookie?: string;
  to?: TestServer;
}

const login = async (
  email: string,
  { password = 'correct horse', address = '127.0.0.1', cookie, to = server }: From = {},
) => {
  const { statusCode, headers } = await to.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: cookie ? { cookie } : {},
    payload: { email, password },
  });
  return {
    status: statusCode,
    retryAfter: Number(headers['retry-after']),
    cookie: String(headers['set-cookie'] ?? '').split(';')[0] ?? '',
    headers,
  };
};
const fail = async (email: string, times: number, from: From = {}) => {
  for (let tried = 0; tried < times; tried += 1)
    expect((await login(email, { ...from, password: 'wrong' })).status).toBe(401);
};
const failuresFrom = (address: string, count: number) =>
  server.database.unscoped
    .insertInto('rate_limit_hits')
    .values(Array.from({ length: count }, () => ({ subject: `address ${address}`, at: server.clock.now })))
    .execute();

test('an attempt that is refused does not count: the owner gets in 15 minutes after the failures, however often they tried', async () => {
  const { email } = await staff();
  const start = server.clock.now;
  await fail(email, 10);
  for (const minutes of [1, 5, 10, 14]) {
    server.clock.now = addMinutes(start, minutes);
    for (let tried = 0; tried < 15; tried += 1) {
      expect(await login(email)).toMatchObject({ status: 429, retryAfter: (15 - minutes) * 60 });
    }
  }
  server.clock.now = addSeconds(start, 15 * 60);
  expect((await login(email)).status).toBe(200);
});

test('the window slides: each attempt is free again 15 minutes after its own failure', async () => {
  const { email } = await staff();
  const start = server.clock.now;
  await fail(email, 1);
  server.clock.now = addMinutes(start, 10);
  await fail(email, 9);
  expect(await login(email)).toMatchObject({ status: 429, retryAfter: 5 * 60 });
  server.clock.now = addMinutes(start, 15);
  expect((await login(email, { password: 'wrong' })).status).toBe(401);
  expect(await login(email)).toMatchObject({ status: 429, retryAfter: 10 * 60 });
});

test('failures while the server’s clock was days ahead block nobody once it is right', async () => {
  const { email } = await staff();
  const start = server.clock.now;
  server.clock.now = addMinutes(start, 2 * 24 * 60);
  await fail(email, 10);
  expect((await login(email)).status).toBe(429);
  server.clock.now = start;
  expect((await login(email)).status).toBe(200);
});

test('of 40 guesses that arrive together at most 10 are checked, also by two servers', async () => {
  const { email } = await staff();
  const other = await testServer({}, server.database);
  const verify = vi.spyOn(argon2, 'verify');
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => login(email, { password: 'wrong', to: nth % 2 ? server : other })),
  );
  expect(verify.mock.calls.length).toBe(10);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  // On a busy machine some wait too long for their turn, and are refused with 503.
  expect(replies.filter(({ status }) => status === 429 || status === 503)).toHaveLength(30);
  verify.mockRestore();
  await other.close();
});

test('the right password is never counted, not even against the address', async () => {
  const { email } = await staff();
  await failuresFrom('127.0.0.1', 99);
  for (let times = 0; times < 15; times += 1) expect((await login(email)).status).toBe(200);
  await fail(email, 1);
  expect((await login(email)).status).toBe(429);
});

test('an IPv6 address counts together with its /64 network only', async () => {
  const { email } = await staff();
  await failuresFrom('2001:db8:7:7::/64', 100);
  expect((await login(email, { address: '2001:db8:7:7::1' })).status).toBe(429);
  expect((await login(email, { address: '2001:db8:7:7:aaaa:bbbb:cccc:dddd' })).status).toBe(429);
  expect((await login(email, { address: '2001:db8:7:8::1' })).status).toBe(200);
});

test('an IPv4 address written as IPv6 is the same address', async () => {
  const { email } = await staff();
  await failuresFrom('203.0.113.9', 100);
  expect((await login(email, { address: '::ffff:203.0.113.9' })).status).toBe(429);
});

test('a known device lets the owner in while others guess, on any server', async () => {
  const { email } = await staff();
  const { cookie } = await login(email);
  await fail(email, 10, { address: '203.0.113.9' });
  await failuresFrom('127.0.0.1', 100);
  expect((await login(email)).status).toBe(429);
  expect((await login(email, { cookie })).status).toBe(200);
  const other = await testServer({}, server.database);
  expect((await login(email.toUpperCase(), { cookie, to: other })).status).toBe(200);
  await other.close();
  // The other limits still apply.
  expect((await login(email, { address: '203.0.113.10' })).status).toBe(429);
});

test('a known device has a limit of its own for each account', async () => {
  const [{ email }, second] = [await staff(), await staff()];
  const { cookie } = await login(email);
  await fail(email, 10, { cookie });
  expect((await login(email, { cookie })).status).toBe(429);
  expect((await login(email)).status).toBe(200);
  const both = `${cookie}; ${(await login(second.email, { cookie })).cookie}`;
  await fail(second.email, 10);
  expect((await login(second.email, { cookie: both })).status).toBe(200);
});

test.each<[string, (cookie: string, mine: string) => string]>([
  ['of another account', (cookie, mine) => `${mine.split('=')[0]}=${cookie.split('=')[1]}`],
  ['with another id', (_cookie, mine) => mine.replace(/=[\w-]{4}/, '=AAAA')],
  ['with a later end', (_cookie, mine) => mine.replace(/\.(\d+)\./, (_end, seconds) => `.${Number(seconds) + 1}.`)],
  ['without a signature', (_cookie, mine) => mine.replace(/\.[^.]*$/, '.')],
  ['without anything', (_cookie, mine) => `${mine.split('=')[0]}=`],
])('a device cookie %s does not bypass the limit', async (_case, change) => {
  const [{ email }, other] = [await staff(), await staff()];
  const [mine, theirs] = [(await login(email)).cookie, (await login(other.email)).cookie];
  await fail(email, 10);
  expect((await login(email, { cookie: change(theirs, mine) })).status).toBe(429);
  expect((await login(email, { cookie: mine })).status).toBe(200);
});

test('a device is known for a year after its last sign-in', async () => {
  const { email } = await staff();
  const { cookie } = await login(email);
  server.clock.now = addMinutes(server.clock.now, 366 * 24 * 60);
  await fail(email, 10);
  expect((await login(email, { cookie })).status).toBe(429);
});

test('the device cookie is sent only to the sign-in, hidden from scripts, and Secure when Spotter uses HTTPS', async () => {
  const { email } = await staff();
  const attributes = 'Path=/api/auth/login; Max-Age=31536000; HttpOnly; SameSite=Strict';
  expect((await login(email)).headers['set-cookie']).toMatch(
    new RegExp(`^device_[0-9a-f]{16}=[\\w.-]+; ${attributes}$`),
  );
  const secure = await testServer({ publicUrl: 'https://gym.test' }, server.database);
  expect((await login(email, { to: secure })).headers['set-cookie']).toMatch(/; Secure$/);
  await secure.close();
});

test('a person who resets the password on a new device can sign in there while others guess', async () => {
  const { email } = await staff();
  await fail(email, 10);
  await server.anonymous.post('/auth/forgot-password', { body: { email } });
  await expect.poll(() => server.emails.length).toBe(1);
  const token = new URL(server.emails[0]?.link ?? '').searchParams.get('token');
  const { headers, status } = await server.anonymous.post('/auth/change-password', {
    body: { token, newPassword: 'staple battery' },
  });
  expect(status).toBe(200);
  await fail(email, 10);
  expect((await login(email, { password: 'staple battery' })).status).toBe(429);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  expect((await login(email, { password: 'staple battery', cookie })).status).toBe(200);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b::/64'],
  ['203.0.113.9:54321', '203.0.113.9'],
  ['[2001:db8:1:2::9]:54321', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('a limit for the address %s counts by %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
