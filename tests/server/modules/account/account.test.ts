import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, type Gym } from '#tests/support/gym.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let passwordHash: string;
let ada: { id: string; email: string };
let caller: Caller;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  passwordHash = await hashPassword('a password of my own');
});
beforeEach(async () => {
  ada = await createUser(server.database, { firstName: 'Ada', lastName: 'Byron', passwordHash });
  caller = await server.as(ada);
});
afterAll(() => server.close());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const login = (password = 'a password of my own') =>
  server.anonymous.post('/auth/login', { body: { email: ada.email, password }, headers: { 'user-agent': chrome } });
const password = (currentPassword: string, newPassword = 'another long walk') =>
  caller.put('/account/password', { body: { currentPassword, newPassword } });

describe('one’s own account', () => {
  test('is there for every level, with one’s own names', async () => {
    expect((await caller.get('/account')).body.user).toEqual({
      id: ada.id,
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      userCompanies: [],
    });
    for (const one of Object.values(gym.by)) expect((await one.get('/account')).status).toBe(200);
  });

  test('accepts new names, but no empty ones', async () => {
    const { status, body } = await caller.put('/account', { body: { firstName: ' Augusta ' } });
    expect([status, body.user.firstName, body.user.lastName]).toEqual([200, 'Augusta', 'Byron']);
    expect((await caller.put('/account', { body: { lastName: '' } })).body.errors).toEqual({
      lastName: 'Last name is required',
    });
  });

  test('cannot change its e-mail address', async () => {
    await caller.put('/account', { body: { firstName: 'Sam', email: 'other@gym.test' } });
    expect((await caller.get('/account')).body.user).toMatchObject({ firstName: 'Sam', email: ada.email });
  });
});

describe('PUT /account/password', () => {
  test('sets the new one, ends the other sessions and the reset links, and keeps this session', async () => {
    const other = await server.as(ada);
    await server.anonymous.post('/auth/forgot-password', { body: { email: ada.email } });
    await expect.poll(() => server.emails.at(-1)?.to).toBe(ada.email);
    expect((await password('a password of my own')).status).toBe(200);
    expect([(await caller.get('/account')).status, (await other.get('/account')).status]).toEqual([200, 401]);
    expect([(await login()).status, (await login('another long walk')).status]).toEqual([401, 200]);
    const token = new URL(server.emails.at(-1)?.link ?? '').searchParams.get('token');
    expect(
      (await server.anonymous.post('/auth/change-password', { body: { token, newPassword: 'yet another walk' } }))
        .status,
    ).toBe(400);
  });

  test('a wrong current password is 400, and after ten within fifteen minutes it is 429', async () => {
    const replies = [];
    for (let count = 0; count < 10; count += 1) replies.push(await password('wrong'));
    for (const { status, body } of replies)
      expect([status, body.message, body.errors]).toEqual([
        400,
        'Current password is wrong',
        { currentPassword: 'Current password is wrong' },
      ]);
    expect(await password('a password of my own')).toMatchObject({ status: 429 });
  });

  test.each([
    ['short', 'Password must be at least 8 characters long'],
    ['password123', 'This password is one of the most common ones. Please choose another.'],
  ])('%s is refused', async (chosen, message) => {
    expect((await password('a password of my own', chosen)).body.errors).toEqual({ newPassword: message });
    expect((await login()).status).toBe(200);
  });
});

describe('one’s own sessions', () => {
  test('are listed with their device, this one marked; one or all others can be ended', async () => {
    const { body } = await login();
    const laptop = { headers: { authorization: `Bearer ${body.token}` } };
    const { sessions } = (await caller.get('/account/sessions')).body;
    expect(
      sessions.map(({ device, isCurrent }: { device: string; isCurrent: boolean }) => [device, isCurrent]).toSorted(),
    ).toEqual([
      ['Chrome on Windows', false],
      ['Unknown device', true],
    ]);
    const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await caller.delete(`/account/sessions/${id}`)).body).toEqual({ message: 'Signed out' });
    expect((await server.anonymous.get('/account', laptop)).status).toBe(401);
    const phone = await server.as(ada);
    expect((await caller.delete('/account/sessions')).status).toBe(200);
    expect([(await phone.get('/account')).status, (await caller.get('/account')).status]).toEqual([401, 200]);
  });

  test('somebody else’s is 404', async () => {
    const [{ id }] = (await gym.by.admin.get('/account/sessions')).body.sessions;
    expect((await caller.delete(`/account/sessions/${id}`)).status).toBe(404);
    expect((await gym.by.admin.get('/account')).status).toBe(200);
  });
});
