import { Client } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSetupToken } from '#server/modules/setup/service.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
let token: string;
beforeEach(async () => {
  await asOwner('truncate users, companies, activity, setup_token cascade');
  token = (await createSetupToken(server.database)) ?? '';
});

const responses = {
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@park.test',
  password: 'a long walk home',
  companyName: 'Park Street Gym',
  location: {
    name: 'Park Street',
    timezone: 'America/Denver',
    country: 'USA',
    state: 'CO',
    city: 'Denver',
    salesTaxRate: 0.0881,
  },
};
const setUp = (change: object = {}) => server.anonymous.post('/setup', { body: { token, ...responses, ...change } });
const isOpen = async (asked = token) => (await server.anonymous.get(`/setup?token=${asked}`)).body.open;
const asOwner = async (statement: string) => {
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  return owner.query(statement).finally(() => owner.end());
};
const users = () => server.database.unscoped.selectFrom('users').select('email').execute();

describe('POST /setup', () => {
  test('creates the user, verified, the company and its location, and signs the user in', async () => {
    const { status, body } = await setUp();
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      firstName: 'Ada',
      email: 'ada@park.test',
      userCompanies: [{ company: { name: 'Park Street Gym' }, role: 'admin' }],
    });
    const { body: list } = await server.anonymous.get('/locations', {
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(list.companyLocations).toHaveLength(1);
    expect(list.companyLocations[0]).toMatchObject({
      location: {
        name: 'Park Street',
        timezone: 'America/Denver',
        country: 'USA',
        state: 'CO',
        city: 'Denver',
        salesTaxRate: 0.0881,
        isActive: true,
      },
      company: { name: 'Park Street Gym' },
    });
    const { status: signedIn } = await server.anonymous.post('/auth/login', {
      body: { email: responses.email, password: responses.password },
    });
    expect(signedIn).toBe(200);
  });

  test('a wrong token is 404 and creates nothing', async () => {
    expect(await setUp({ token: 'wrong' })).toMatchObject({ status: 404, body: { message: 'Setup link not found' } });
    expect(await users()).toEqual([]);
  });

  test('the token of an earlier start is 404', async () => {
    const newer = await createSetupToken(server.database);
    expect((await setUp()).status).toBe(404);
    expect((await setUp({ token: newer })).status).toBe(201);
  });

  test('two people at once: one wins, the other gets 409', async () => {
    const replies = await Promise.all([setUp(), setUp({ email: 'bo@park.test', companyName: 'Other Gym' })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await users()).toHaveLength(1);
  });

  test('one that fails halfway leaves nothing behind, and the same link works afterwards', async () => {
    // The last of its writes fails.
    await asOwner("alter table activity add constraint no_user check (action <> 'user.created')");
    expect((await setUp()).status).toBe(500);
    await asOwner('alter table activity drop constraint no_user');
    expect(await users()).toEqual([]);
    expect((await asOwner('select name from companies union all select name from locations')).rows).toEqual([]);
    expect((await setUp()).status).toBe(201);
  });

  test('once a user exists it is 409, whatever the token', async () => {
    await createGym(server);
    for (const sent of [token, 'wrong']) {
      expect(await setUp({ token: sent })).toMatchObject({
        status: 409,
        body: { message: 'Spotter is already set up' },
      });
    }
  });

  test('once a user exists a start creates no token', async () => {
    await createGym(server);
    expect(await createSetupToken(server.database)).toBeUndefined();
  });

  test.each([
    ['a common password', { password: 'password1' }, 'password', 'This password is one of the most common ones'],
    [
      'an unknown time zone',
      { location: { ...responses.location, timezone: 'Mars/Base' } },
      'location.timezone',
      'Timezone is required',
    ],
  ])('%s is 400 with the message of its field', async (_case, change, field, message) => {
    const { status, body } = await setUp(change);
    expect({ status, message: body.errors[field] }).toEqual({ status: 400, message: expect.stringContaining(message) });
    expect(await users()).toEqual([]);
  });
});

describe('GET /setup', () => {
  test('is open with the token until a user exists', async () => {
    expect([await isOpen(), await isOpen('wrong')]).toEqual([true, false]);
    await setUp();
    expect(await isOpen()).toBe(false);
  });
});

test('the token is stored hashed', async () => {
  const [row] = await server.database.unscoped.selectFrom('setup_token').select('token_hash').execute();
  expect(row?.token_hash.toString('utf8')).not.toContain(token);
});
