import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resetSecondFactor } from '#server/cli/resetSecondFactor.ts';
import { readConfig } from '#server/config.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { addPasskey, authenticator } from '#tests/support/authenticator.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let directory: string;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server, { passwordHash: await hashPassword('correct horse') });
  directory = await mkdtemp(join(tmpdir(), 'spotter-reset-'));
});
beforeEach(() => vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const reset = (...args: string[]) =>
  resetSecondFactor(
    readConfig({ DATABASE_URL: server.url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory }),
    args,
  );
const login = () =>
  server.anonymous.post('/auth/login', { body: { email: gym.users.manager.email, password: 'correct horse' } });

test('removes two-step verification while a server runs: the password alone signs in, sessions end, it is logged and emailed', async () => {
  await turnOnSecondFactor(server, gym.by.manager);
  expect((await login()).body.secondFactor).toBeDefined();
  await reset('--email', gym.users.manager.email.toUpperCase());
  expect((await gym.by.manager.get('/account')).status).toBe(401);
  expect((await login()).body.token).toEqual(expect.any(String));
  const entries = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('activity').select(['action', 'actor_type', 'record_id']).execute(),
  );
  expect(entries).toContainEqual({
    action: 'user.second-factor-reset',
    actor_type: 'operator',
    record_id: gym.users.manager.id,
  });
  const [mail = ''] = await readdir(join(directory, 'outbox'));
  expect(await readFile(join(directory, 'outbox', mail), 'utf8')).toContain(`To: ${gym.users.manager.email}`);
});

test('removes the passkeys too, even of a user without any other second factor', async () => {
  const operator = await server.as(gym.users.operator);
  await addPasskey(operator, authenticator(), { password: 'correct horse' });
  await reset('--email', gym.users.operator.email);
  expect((await operator.get('/account')).status).toBe(401);
  expect((await (await server.as(gym.users.operator)).get('/account/passkeys')).body.passkeys).toEqual([]);
});

test.each([
  [[], '--email is required'],
  [['--email', 'nobody@gym.test'], 'There is no user with the address nobody@gym.test'],
])('%j is refused', async (args, message) => {
  await expect(reset(...args)).rejects.toThrow(message);
});

test('without two-step verification it says so', async () => {
  await expect(reset('--email', gym.users.point_of_sale.email)).rejects.toThrow(
    'has no two-step verification and no passkey',
  );
});
