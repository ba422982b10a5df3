import argon2 from 'argon2';
import { beforeEach, expect, test } from 'vitest';
import { createGym, createUser } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let user: { id: string; email: string };

const server = await sharedServer();
const gym = await createGym(server);
const passwordHash = await argon2.hash('correct horse', { memoryCost: 1024, timeCost: 2, parallelism: 1 });
user = await createUser(server.database, { passwordHash });
beforeEach(async () => {
  server.logged.length = 0;
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const events = () =>
  server.logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security);
const login = (email: string, password: string) => server.anonymous.post('/auth/login', { body: { email, password } });

test('a failed sign-in is logged with the account, the address and the request, and nothing that was typed', async () => {
  const { headers } = await login(user.email, 'my secret typo');
  await login('my-password-typed-as-address', 'another secret');
  expect(events()).toMatchObject([
    {
      security: 'sign-in-failed',
      userId: user.id,
      address: '127.0.0.1',
      requestId: headers['x-request-id'],
      route: 'POST /api/auth/login',
      level: 30,
    },
    { security: 'sign-in-failed', userId: null },
  ]);
  for (const typed of ['secret', user.email, 'my-password-typed']) expect(server.logged.join()).not.toContain(typed);
});

test('a rate-limited sign-in is logged', async () => {
  for (let tried = 0; tried < 11; tried += 1) await login(user.email, 'wrong');
  expect(events().at(-1)).toMatchObject({ security: 'sign-in-locked-out', userId: user.id });
});

test('a call that the access level refuses is logged; one with a wrong id is not', async () => {
  await gym.by.point_of_sale.get(`/invoices?locationId=${gym.locationId}`);
  await gym.by.operator.get('/contacts/nothing');
  expect(events()).toMatchObject([
    { security: 'access-refused', userId: gym.users.point_of_sale.id, route: 'GET /api/invoices' },
  ]);
});

test('each step of a password reset is logged, and never its token', async () => {
  await server.anonymous.post('/auth/forgot-password', { body: { email: user.email } });
  await expect.poll(() => server.emails.length).toBe(1);
  const token = new URL(server.emails[0]?.link ?? '').searchParams.get('token') ?? '';
  const change = (secret: string) =>
    server.anonymous.post('/auth/change-password', { body: { token: secret, newPassword: 'staple battery' } });
  await change(token);
  await change(token);
  expect(events().map(({ security, userId }) => [security, userId])).toEqual([
    ['reset-requested', user.id],
    ['password-changed', user.id],
    ['reset-refused', null],
  ]);
  for (const secret of [token, 'staple battery']) expect(server.logged.join()).not.toContain(secret);
});
