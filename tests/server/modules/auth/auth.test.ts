import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { authRepo } from '#server/modules/auth/repo.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, makeAdmin } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const passwordHash = await hashPassword('correct horse');
beforeEach(async () => {
  server.emails.length = 0;
  server.clock.now = new Date();
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const login = (email: string, password = 'correct horse') =>
  server.anonymous.post('/auth/login', { body: { email, password } });
const staff = (parts: Parameters<typeof createUser>[1] = {}) => createUser(server.database, { passwordHash, ...parts });
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const emailedToken = () => new URL(server.emails.at(-1)?.link ?? '').searchParams.get('token') ?? '';

describe('POST /auth/login', () => {
  test('returns a token and the user with their companies', async () => {
    const { email, id } = await staff({ firstName: 'Ada', lastName: 'Byron' });
    await makeAdmin(server.database, id, gym.companyId);
    const { status, body } = await login(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.user).toEqual({
      id,
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      userCompanies: [{ company: { id: gym.companyId, name: gym.companyName }, role: 'admin' }],
    });
    expect((await server.anonymous.get('/locations', withToken(body.token))).status).toBe(200);
  });

  test('direct access to a location gives the role staff', async () => {
    await server.database.unscoped
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', gym.users.operator.id)
      .execute();
    const { body } = await login(gym.users.operator.email);
    expect(body.user.userCompanies).toEqual([{ company: { id: gym.companyId, name: gym.companyName }, role: 'staff' }]);
  });

  test('a wrong password and an unknown address are answered alike', async () => {
    const { email } = await staff();
    const replies = [await login(email, 'wrong'), await login('nobody@gym.test')];
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({ status: 401, body: { message: 'Invalid email or password' } });
  });

  test('a hash with outdated parameters is replaced at the next sign-in, but not by a wrong password', async () => {
    const { email, id } = await staff();
    const hash = async () =>
      (
        await server.database.unscoped
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    await login(email, 'wrong');
    expect(await hash()).toBe(passwordHash);
    expect((await login(email)).status).toBe(200);
    expect(await hash()).not.toBe(passwordHash);
    expect((await login(email)).status).toBe(200);
    expect((await login(email, 'wrong')).status).toBe(401);
  });

  test('a password that was changed during a sign-in stays changed', async () => {
    const { email, id } = await staff({ passwordHash: await hashPassword('a new password') });
    await authRepo(server.database).replaceHash(id, passwordHash, await hashPassword('correct horse'));
    expect((await login(email, 'a new password')).status).toBe(200);
  });

  test('an unverified address is 403, and gets a new link', async () => {
    const { email } = await staff({ verified: false });
    const { status, body } = await login(email);
    expect({ status, body }).toEqual({
      status: 403,
      body: { message: 'Please verify your email address before signing in' },
    });
    expect(server.emails).toMatchObject([{ to: email, subject: 'Verify your email address for Spotter' }]);
    expect((await server.anonymous.get(`/auth/verify-email/${emailedToken()}`)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('after 10 failures the right password is 429 too, for 15 minutes', async () => {
    const { email } = await staff();
    for (let tried = 0; tried < 10; tried += 1) expect((await login(email, 'wrong')).status).toBe(401);
    const blocked = await login(email);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    server.advance({ minutes: 16 });
    expect((await login(email)).status).toBe(200);
  });

  test('60 concurrent wrong passwords get at most 10 tries', async () => {
    const { email } = await staff();
    const replies = await Promise.all(Array.from({ length: 60 }, () => login(email, 'wrong')));
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(replies.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  test('a success resets the failures before it', async () => {
    const { email } = await staff();
    for (let tried = 0; tried < 9; tried += 1) await login(email, 'wrong');
    expect((await login(email)).status).toBe(200);
    for (let tried = 0; tried < 9; tried += 1) expect((await login(email, 'wrong')).status).toBe(401);
  });

  test('100 failures from one address block it for every account; X-Forwarded-For does not count unless configured', async () => {
    const { email } = await staff();
    const rows = Array.from({ length: 100 }, () => ({ subject: 'address 127.0.0.1', at: server.clock.now }));
    await server.database.unscoped.insertInto('rate_limit_hits').values(rows).execute();
    const { status } = await server.anonymous.post('/auth/login', {
      body: { email, password: 'correct horse' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(status).toBe(429);
  });

  test('a password that is no text is 400', async () => {
    const body = { email: 'a@b.test', password: 5 };
    const message = 'Password is required';
    expect(await server.anonymous.post('/auth/login', { body })).toMatchObject({ status: 400, body: { message } });
  });
});

/** A session that is not revoked, so that a token which names it is refused for nothing else. */
const session = decodeJwt(await server.createToken(gym.users.admin));

describe('tokens', () => {
  const secret = () => new TextEncoder().encode(server.config.appSecret);
  const claims = { sub: session.sub ?? '', jti: session.jti ?? '' };
  const bare = (alg = 'HS256') =>
    new SignJWT({}).setProtectedHeader({ alg }).setIssuedAt().setIssuer('spotter').setAudience('spotter-console');
  const signed = (change: (token: SignJWT) => SignJWT, alg = 'HS256') =>
    change(bare(alg).setSubject(claims.sub).setJti(claims.jti).setExpirationTime('1h'));

  test.each([
    ['none', async () => undefined],
    ['another scheme', async () => 'Basic abc'],
    ['garbage', async () => 'Bearer garbage'],
    [
      'unsigned',
      async () =>
        `Bearer ${new UnsecuredJWT(claims).setIssuedAt().setIssuer('spotter').setAudience('spotter-console').setExpirationTime('1h').encode()}`,
    ],
    [
      'another secret',
      async () => `Bearer ${await signed((token) => token).sign(new TextEncoder().encode('x'.repeat(40)))}`,
    ],
    [
      'another algorithm',
      async () =>
        `Bearer ${await signed((token) => token, 'HS512').sign(new TextEncoder().encode(server.config.appSecret.repeat(3)))}`,
    ],
    ['another issuer', async () => `Bearer ${await signed((token) => token.setIssuer('else')).sign(secret())}`],
    ['another audience', async () => `Bearer ${await signed((token) => token.setAudience('else')).sign(secret())}`],
    [
      'signed by a key pair of the sender’s',
      async () => `Bearer ${await signed((token) => token, 'RS256').sign((await generateKeyPair('RS256')).privateKey)}`,
    ],
    ['no subject', async () => `Bearer ${await bare().setJti(claims.jti).setExpirationTime('1h').sign(secret())}`],
    ['no end', async () => `Bearer ${await bare().setSubject(claims.sub).setJti(claims.jti).sign(secret())}`],
    [
      'a session that is no id',
      async () => `Bearer ${await signed((token) => token.setJti("' or true --")).sign(secret())}`,
    ],
    [
      'the session of somebody else',
      async () => {
        const { jti = '' } = decodeJwt(await server.createToken(gym.users.operator));
        return `Bearer ${await signed((token) => token.setSubject(gym.users.admin.id).setJti(jti)).sign(secret())}`;
      },
    ],
    ['a megabyte', async () => `Bearer ${'x'.repeat(1_000_000)}`],
    ['expired', async () => `Bearer ${await signed((token) => token.setExpirationTime('1h ago')).sign(secret())}`],
    [
      'no session behind it',
      async () =>
        `Bearer ${await signed((token) => token.setJti('01900000-0000-7000-8000-000000000000')).sign(secret())}`,
    ],
  ])('%s is 401', async (_case, authorization) => {
    const value = await authorization();
    const { status, body } = await server.anonymous.get(
      '/locations',
      value ? { headers: { authorization: value } } : {},
    );
    expect({ status, message: typeof body.message }).toEqual({ status: 401, message: 'string' });
  });

  test('one that is signed by the server’s secret and names a session is taken', async () => {
    const token = await signed((valid) => valid).sign(secret());
    expect((await server.anonymous.get('/locations', withToken(token))).status).toBe(200);
  });

  test('signing out revokes the token', async () => {
    const caller = await server.as(gym.users.operator);
    expect((await caller.post('/auth/logout')).status).toBe(200);
    expect((await caller.get('/locations')).status).toBe(401);
  });
});

test('GET /auth/verify-email: an unknown or used token is 400 with a message', async () => {
  expect(await server.anonymous.get('/auth/verify-email/unknown')).toMatchObject({
    status: 400,
    body: { message: 'This link was used already or has expired' },
  });
});
