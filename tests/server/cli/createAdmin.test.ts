import { v7 as uuid } from 'uuid';
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
  readConfig({
    DATABASE_URL: server.url,
    APP_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: 'https://gym.test',
  });

const person = (email: string, company: string) => [
  '--email',
  email,
  '--first-name',
  'Dana',
  '--last-name',
  'Reyes',
  '--company',
  company,
];

/** Runs the command and returns the token in the link that it printed. */
async function tokenFor(email: string, company: string): Promise<string> {
  await createAdmin(config(), person(email, company));
  const printed = print.mock.calls.flat().join('\n');
  return /https:\/\/gym\.test\/change-password\?token=(\S+)$/.exec(printed)?.[1] ?? printed;
}

const signIn = (email: string, password: string) => server.anonymous.post('/auth/login', { body: { email, password } });

test('while a server runs, the printed link sets the password, and the admin signs in to the company', async () => {
  const token = await tokenFor('dana@gym.test', 'Summit Strength');
  const change = await server.anonymous.post('/auth/change-password', {
    body: { token, newPassword: 'a good password' },
  });
  const { status, body } = await signIn('dana@gym.test', 'a good password');
  expect([change.status, status]).toEqual([200, 200]);
  expect(body.user.userCompanies).toEqual([
    { company: expect.objectContaining({ name: 'Summit Strength' }), role: 'admin' },
  ]);
});

const readIds = async (name: string) => {
  const rows = await server.database.scoped(await server.database.everyCompany(), (tx) =>
    tx.selectFrom('companies').select('id').where('name', '=', name).execute(),
  );
  return rows.map(({ id }) => id);
};
const byId = (email: string, id: string) => [...person(email, '').slice(0, -2), '--company-id', id];

test.each(['Lake Gym', ' lake gym '])(
  'a name that exists (%j) is refused with its ids, and nobody becomes an admin',
  async (name) => {
    if ((await readIds('Lake Gym')).length === 0) {
      await tokenFor('first@gym.test', 'Lake Gym');
      const second = uuid();
      await server.database.scoped([second], (tx) =>
        tx.insertInto('companies').values({ id: second, name: 'Lake Gym' }).execute(),
      );
    }
    const ids = await readIds('Lake Gym');
    expect(ids).toHaveLength(2);
    const message = await createAdmin(config(), person('stranger@gym.test', name)).catch(
      (error: Error) => error.message,
    );
    expect(message).toContain('There is a company of that name already');
    for (const id of ids) expect(message).toContain(`--company-id ${id}   Lake Gym`);
    expect(
      await server.database.unscoped
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'stranger@gym.test')
        .execute(),
    ).toEqual([]);
    expect(await readIds('Lake Gym')).toEqual(ids);
  },
);

test('an id that no company has, and both ways at once, are refused', async () => {
  await expect(createAdmin(config(), byId('a@gym.test', '01900000-0000-7000-8000-000000000000'))).rejects.toThrow(
    'There is no company with the id',
  );
  await expect(createAdmin(config(), [...person('a@gym.test', 'New'), '--company-id', uuid()])).rejects.toThrow(
    'give one of them',
  );
});

test('two concurrent calls with the same new name create one company', async () => {
  const outcomes = await Promise.allSettled(
    ['one@gym.test', 'two@gym.test'].map((email) => createAdmin(config(), person(email, 'Twin Gym'))),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await readIds('Twin Gym')).toHaveLength(1);
});

test('an existing company gets another admin by its id, and an existing user another company', async () => {
  await tokenFor('lee@gym.test', 'River Gym');
  await createAdmin(config(), byId('kim@gym.test', (await readIds('River Gym'))[0] ?? ''));
  print.mockClear();
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
  [[], '--email is required\n--first-name is required\n--last-name is required'],
  [
    person('dana@gym.test', 'Gym').slice(0, -2),
    '--company is for a new company, --company-id for one that is there: give one of them',
  ],
  [person('nobody', 'Gym'), '--email is not an email address'],
])('a missing or invalid option is named: %j', async (args, message) => {
  await expect(createAdmin(config(), args)).rejects.toThrow(message);
});
