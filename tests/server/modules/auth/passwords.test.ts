import argon2 from 'argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addMinutes } from 'date-fns';
import { authRepo } from '#server/modules/auth/repo.ts';
import { newEmailedToken } from '#server/modules/auth/emailedLinks.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createUser } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const passwordHash = await hashPassword('correct horse');
beforeEach(async () => {
  server.emails.length = 0;
  server.clock.now = new Date();
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const login = (email: string, password = 'correct horse') =>
  server.anonymous.post('/auth/login', { body: { email, password } });
const staff = (parts: Parameters<typeof createUser>[1] = {}) => createUser(server.database, { passwordHash, ...parts });
const emailedToken = () => new URL(server.emails.at(-1)?.link ?? '').searchParams.get('token') ?? '';

describe('forgotten passwords', () => {
  const forgot = (email: string) => server.anonymous.post('/auth/forgot-password', { body: { email } });
  const change = (token: string, newPassword = 'a new password') =>
    server.anonymous.post('/auth/change-password', { body: { token, newPassword } });
  const emailTo = async (email: string) => {
    const before = server.emails.length;
    await forgot(email);
    await expect.poll(() => server.emails.length).toBe(before + 1);
    return emailedToken();
  };

  test('the response does not reveal whether the address is known', async () => {
    const { email } = await staff();
    const [known, unknown] = [await forgot(email), await forgot('nobody@gym.test')];
    expect(known).toMatchObject({ status: 200, body: unknown.body });
    await expect.poll(() => server.emails.map(({ to }) => to)).toEqual([email]);
    expect(server.emails[0]?.link).toMatch(/^http:\/\/gym\.test\/change-password\?token=[\w-]{22}$/);
  });

  test('a new password works, the old one and every session end', async () => {
    const { email, id } = await staff();
    const caller = await server.as({ id });
    expect((await change(await emailTo(email))).status).toBe(200);
    expect((await caller.get('/locations')).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, 'a new password')).status).toBe(200);
  });

  test('a token works once, for an hour, and a new one invalidates the older', async () => {
    const { email } = await staff();
    const older = await emailTo(email);
    const newer = await emailTo(email);
    expect((await change(older)).status).toBe(400);
    expect((await change(newer)).status).toBe(200);
    expect((await change(newer)).status).toBe(400);
    const late = await emailTo(email);
    server.advance({ minutes: 61 });
    expect((await change(late)).status).toBe(400);
  });

  test('of 20 concurrent uses of one token one succeeds', async () => {
    const { email } = await staff();
    const token = await emailTo(email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => change(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a forged token is refused without the cost of hashing a password', async () => {
    const hash = vi.spyOn(argon2, 'hash');
    expect((await change('A'.repeat(22))).status).toBe(400);
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });

  test('a verification token does not reset a password', async () => {
    const { email } = await staff({ verified: false });
    await login(email);
    expect((await change(emailedToken())).status).toBe(400);
  });

  test.each([
    ['short', 'Password must be at least 8 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
  ])('a password out of bounds is 400: %.10s', async (newPassword, message) => {
    expect(await change('token', newPassword)).toMatchObject({ status: 400, body: { message } });
  });
});

test.each(['password', 'Password', 'PASSWORD1', 'iloveyou', '12345678', 'qwertyuiop', 'football', 'trustno1'])(
  'one of the commonest passwords is refused with a sentence, and the link stays good: %s',
  async (newPassword) => {
    const { id } = await staff();
    const { token, hash } = newEmailedToken();
    await authRepo(server.database).replaceToken(
      { token_hash: hash, user_id: id, purpose: 'reset', expires_at: addMinutes(server.clock.now, 60) },
      server.clock.now,
    );
    const change = (chosen: string) =>
      server.anonymous.post('/auth/change-password', { body: { token, newPassword: chosen } });
    const message = 'This password is one of the most common ones. Please choose another.';
    expect(await change(newPassword)).toMatchObject({
      status: 400,
      body: { message, errors: { newPassword: message } },
    });
    expect((await change(`${newPassword} of the old stables`)).status).toBe(200);
  },
);
