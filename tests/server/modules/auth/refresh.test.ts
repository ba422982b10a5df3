import { addMinutes } from 'date-fns';
import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, makeAdmin } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const passwordHash = await hashPassword('correct horse');
beforeEach(() => void (server.clock.now = new Date()));

const login = (email: string) => server.anonymous.post('/auth/login', { body: { email, password: 'correct horse' } });
const staff = () => createUser(server.database, { passwordHash });
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
/** A session as it is this many hours after signing in. */
const signedIn = async () => {
  const { email, id } = await staff();
  await makeAdmin(server.database, id, gym.companyId);
  const { body } = await login(email);
  return { email, token: body.token as string };
};
const refresh = (token: string) => server.anonymous.post('/auth/refresh', withToken(token));
const statusWith = async (token: string) => (await server.anonymous.get('/locations', withToken(token))).status;
const getEnd = (token: string) => new Date((decodeJwt(token).exp ?? 0) * 1000);
const hours = (count: number) => count * 60;
const pass = (minutes: number) => void server.advance({ minutes });

test('a session in use is extended by 12 hours, and the old token stays valid until it expires', async () => {
  const { token } = await signedIn();
  pass(hours(11));
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  expect(Math.abs(getEnd(body.token).getTime() - addMinutes(server.clock.now, hours(12)).getTime())).toBeLessThan(
    2_000,
  );
  expect([decodeJwt(body.token).jti, await statusWith(token)]).toEqual([decodeJwt(token).jti, 200]);
  pass(hours(11));
  expect([await statusWith(token), await statusWith(body.token)]).toEqual([401, 200]);
});

test('an expired token is not renewed', async () => {
  const { token } = await signedIn();
  pass(hours(13));
  expect((await refresh(token)).status).toBe(401);
});

test('a session that was signed out is not renewed, not even with a token that was renewed before', async () => {
  const { token } = await signedIn();
  const { body } = await refresh(token);
  await server.anonymous.post('/auth/logout', withToken(body.token));
  expect([(await refresh(token)).status, (await refresh(body.token)).status, await statusWith(body.token)]).toEqual([
    401, 401, 401,
  ]);
});

test('7 days after sign-in a session ends, however often it was renewed', async () => {
  const { token: first } = await signedIn();
  const began = server.clock.now;
  let token = first;
  for (let renewed = 0; renewed < 15; renewed += 1) {
    pass(hours(11));
    token = (await refresh(token)).body.token;
  }
  expect(server.clock.now.getTime() - began.getTime()).toBe(15 * 11 * 3_600_000);
  expect(Math.abs(getEnd(token).getTime() - began.getTime() - 7 * 24 * 3_600_000)).toBeLessThan(120_000);
  pass(hours(3) + 5);
  expect((await refresh(token)).status).toBe(401);
});

test('of 20 renewals of a session concurrent with its sign-out, none outlives the sign-out', async () => {
  const { token } = await signedIn();
  const [, ...renewals] = await Promise.all([
    server.anonymous.post('/auth/logout', withToken(token)),
    ...Array.from({ length: 20 }, () => refresh(token)),
  ]);
  const renewed = renewals.filter(({ status }) => status === 200).map(({ body }) => body.token as string);
  for (const each of [token, ...renewed]) expect(await statusWith(each)).toBe(401);
});

test('20 concurrent renewals all return a valid token', async () => {
  const { token } = await signedIn();
  const renewals = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
  expect(renewals.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const { body } of renewals) expect(await statusWith(body.token)).toBe(200);
});

test('a new password ends a renewed session too', async () => {
  const { token, email } = await signedIn();
  const { body } = await refresh(token);
  await server.anonymous.post('/auth/forgot-password', { body: { email } });
  await expect.poll(() => server.emails.length).toBe(1);
  const reset = {
    token: new URL(server.emails[0]?.link ?? '').searchParams.get('token'),
    newPassword: 'a new password',
  };
  expect((await server.anonymous.post('/auth/change-password', { body: reset })).status).toBe(200);
  expect([await statusWith(body.token), (await refresh(body.token)).status]).toEqual([401, 401]);
});
