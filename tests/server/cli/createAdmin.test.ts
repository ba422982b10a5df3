import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { createAdmin } from '#server/cli/createAdmin.ts';
import { readConfig } from '#server/config.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let print: MockInstance<typeof console.log>;
beforeAll(async () => {
  server = await testServer();
});
beforeEach(() => {
  print = vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const config = () =>
  readConfig({ DATABASE_URL: server.url, APP_SECRET: 'a secret of thirty-two characters', PUBLIC_URL: 'https://gym.test' });

const person = (email: string, company: string) => ['--email', email, '--first-name', 'Dana', '--last-name', 'Reyes', '--company', company];

/** Runs the command and gives the token in the link that it printed. */
async function tokenFor(email: string, company: string): Promise<string> {
  await createAdmin(config(), person(email, company));
  const printed = print.mock.calls.flat().join('\n');
  return /https:\/\/gym\.test\/change-password\?token=(\S+)$/.exec(printed)?.[1] ?? printed;
}

const signIn = (email: string, password: string) => server.anonymous.post('/auth/login', { body: { email, password } });

test('beside a running server, the printed link sets the password, and the admin signs in to the company', async () => {
  const token = await tokenFor('dana@gym.test', 'Summit Strength');
  const change = await server.anonymous.post('/auth/change-password', { body: { token, newPassword: 'a good password' } });
  const { status, body } = await signIn('dana@gym.test', 'a good password');
  expect([change.status, status]).toEqual([200, 200]);
  expect(body.user.userCompanies).toEqual([{ company: expect.objectContaining({ name: 'Summit Strength' }), role: 'admin' }]);
});

test('a company of that name gets a further admin, and a user that exists one more company', async () => {
  await tokenFor('lee@gym.test', 'River Gym');
  await tokenFor('kim@gym.test', 'River Gym');
  const token = await tokenFor('kim@gym.test', 'Hill Gym');
  await server.anonymous.post('/auth/change-password', { body: { token, newPassword: 'a good password' } });
  const { body } = await signIn('KIM@gym.test', 'a good password');
  const names = body.user.userCompanies.map(({ company }: { company: { name: string } }) => company.name);
  expect(names.toSorted()).toEqual(['Hill Gym', 'River Gym']);
  const companies = await server.database.scoped(await server.database.everyCompany(), (tx) =>
    tx.selectFrom('companies').select('name').where('name', '=', 'River Gym').execute(),
  );
  expect(companies).toHaveLength(1);
});

test.each([
  [[], '--email is required\n--first-name is required\n--last-name is required\n--company is required'],
  [person('nobody', 'Gym'), '--email is no e-mail address'],
])('what is missing or wrong is named: %j', async (args, message) => {
  await expect(createAdmin(config(), args)).rejects.toThrow(message);
});
