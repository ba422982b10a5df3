import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { apiKeysMax } from '#domain/api-keys/contract.ts';
import { allScopes } from '#domain/shared/scopes.ts';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const rivalKey = await createApiKey(server, rival, ['contacts:write']);

const body = (parts: object = {}) => ({
  companyId: gym.companyId,
  name: 'Website',
  scopes: ['contacts:write'],
  ...parts,
});
const create = (parts: object = {}) => gym.by.admin.post('/api-keys', { body: body(parts) });
const inDays = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000).toISOString();

describe('making a key', () => {
  test('shows it once, with what it may do', async () => {
    const parts = {
      name: ' Website form ',
      scopes: ['contacts:write', 'contacts:write', 'all:read'],
      locationIds: [gym.locationId],
      expiresAt: inDays(30),
      origins: ['https://www.gym.test', 'http://localhost:5173'],
    };
    const { status, body: made } = await create(parts);
    expect(status).toBe(201);
    expect(made.apiKey).toEqual({
      id: made.apiKey.id,
      companyId: gym.companyId,
      name: 'Website form',
      kind: 'secret',
      start: made.key.slice(0, 14),
      scopes: ['contacts:write', 'all:read'],
      locationIds: [gym.locationId],
      origins: parts.origins,
      expiresAt: parts.expiresAt,
      lastUsedAt: null,
      lastUsedAddress: null,
      createdAt: server.clock.now.toISOString(),
      createdBy: { id: gym.users.admin.id, name: 'Sam admin' },
    });
    const { body: list } = await gym.by.admin.get(`/api-keys?companyId=${gym.companyId}`);
    expect(list.apiKeys[0]).toEqual(made.apiKey);
    expect(JSON.stringify(list)).not.toContain(made.key);
  });

  test('is 32 random letters and digits between a beginning and a checksum', async () => {
    const { body: made } = await create();
    const [, random = '', checksum] =
      /^spot_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(made.key) ?? expect.fail(made.key);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = [...(checksum ?? '')].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(`spot_live_${random}`));
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Name is required'],
    ['no scope', { scopes: [] }, 'Choose what the key may do'],
    ['no scopes', { scopes: undefined }, 'Choose what the key may do'],
    ['too many scopes', { scopes: Array.from({ length: allScopes.length + 1 }, () => 'all:read') }, 'Each scope once'],
    ['no location', { locationIds: [] }, 'Choose at least one location'],
    ['a location that is no id', { locationIds: ['north'] }, 'Must be an id'],
    ['an expiry that has passed', { expiresAt: inDays(-1) }, 'Must be in the future'],
    ['an expiry far off', { expiresAt: '9999-12-31T00:00:00Z' }, 'Must be at most 10 years from today'],
    ['an expiry that is no time', { expiresAt: 'tomorrow' }, 'Must be a time in ISO 8601'],
    ...[
      'gym.test',
      'https://gym.test/',
      'https://GYM.test',
      'https://gym.test:443',
      'ftp://gym.test',
      '*',
      'null',
      '',
    ].map((origin): [string, object, string] => [
      `the origin ${origin}`,
      { origins: [origin] },
      'Enter an origin such as https://www.example.com, without a path',
    ]),
  ])('with %s is 400', async (_what, parts, message) => {
    expect(await create(parts)).toMatchObject({ status: 400, body: { message } });
  });

  test('another company and its locations are 404, for the list too', async () => {
    expect(await create({ companyId: rival.companyId })).toMatchObject({
      status: 404,
      body: { message: 'Company not found' },
    });
    expect(await create({ locationIds: [rival.locationId] })).toMatchObject({
      status: 404,
      body: { message: 'Location not found' },
    });
    expect((await gym.by.admin.get(`/api-keys?companyId=${rival.companyId}`)).status).toBe(404);
    expect((await gym.by.admin.delete(`/api-keys/${rivalKey.id}`)).status).toBe(404);
    expect((await rivalKey.caller.get('/me')).status).toBe(200);
  });

  test.each(['manager', 'operator', 'point_of_sale'] as const)('is not for a %s', async (level) => {
    const calls = [
      gym.by[level].post('/api-keys', { body: body() }),
      gym.by[level].get(`/api-keys?companyId=${gym.companyId}`),
      gym.by[level].delete(`/api-keys/${rivalKey.id}`),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
  });

  test('is not for somebody with the level of an admin at a location only', async () => {
    const other = await createGym(server);
    const access = { company_id: other.companyId, location_id: other.locationId, access_level: 'admin' as const };
    await server.database.scoped([other.companyId], (tx) =>
      tx.updateTable('location_access').set(access).where('user_id', '=', other.users.manager.id).execute(),
    );
    const parts = { companyId: other.companyId };
    expect((await other.by.manager.post('/api-keys', { body: body(parts) })).status).toBe(403);
  });

  test(`a company has at most ${apiKeysMax}, also when two are made at once`, async () => {
    const full = await createGym(server);
    const row = (index: number) => ({
      id: uuid(),
      company_id: full.companyId,
      name: `Key ${index}`,
      key_hash: createHash('sha256').update(`${full.companyId} ${index}`).digest(),
      start: 'spot_live_none',
      scopes: ['all:read'],
      created_by: full.users.admin.id,
    });
    await server.database.scoped([full.companyId], (tx) =>
      tx
        .insertInto('api_keys')
        .values(Array.from({ length: apiKeysMax - 1 }, (_none, index) => row(index)))
        .execute(),
    );
    const made = await Promise.all(
      ['One', 'Two'].map((name) =>
        full.by.admin.post('/api-keys', { body: body({ companyId: full.companyId, name }) }),
      ),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('what is kept of a key', () => {
  test('is its hash, in no table and no line of the log the key', async () => {
    const made = await createApiKey(server, gym, ['contacts:write']);
    await made.caller.get('/contacts');
    await made.caller.post('/sales-items', { body: {} });
    const wrong = `${made.key.slice(0, -1)}${made.key.endsWith('0') ? '1' : '0'}`;
    await server.withKey(wrong).get('/contacts');
    const row = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('api_keys').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow(),
    );
    expect(row.key_hash).toEqual(createHash('sha256').update(made.key).digest());
    expect(JSON.stringify(row)).not.toContain(made.key);
    const log = server.logged.join('');
    expect(log).toContain(made.id);
    expect(log).not.toContain(made.key.slice(15));
    const activity = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').selectAll().execute(),
    );
    expect(JSON.stringify(activity)).not.toContain(made.key.slice(15));
  });

  test('the last use and its address, once a minute', async () => {
    const { caller, id } = await createApiKey(server, gym, ['all:read']);
    const lastUse = async () => {
      const { body: list } = await gym.by.admin.get(`/api-keys?companyId=${gym.companyId}`);
      const { lastUsedAt, lastUsedAddress } = list.apiKeys.find((key: { id: string }) => key.id === id);
      return [lastUsedAt, lastUsedAddress];
    };
    const first = server.clock.now.toISOString();
    await caller.get('/me');
    expect(await lastUse()).toEqual([first, '127.0.0.1']);
    server.advance({ seconds: 59 });
    await caller.get('/me');
    expect(await lastUse()).toEqual([first, '127.0.0.1']);
    server.advance({ seconds: 1 });
    await caller.get('/me');
    expect(await lastUse()).toEqual([server.clock.now.toISOString(), '127.0.0.1']);
  });
});

describe('a key that is no good is 401', () => {
  const status = async (key: string) => {
    const { status: code, body: answer, headers } = await server.withKey(key).get('/me');
    return [code, answer.message, headers['www-authenticate']];
  };
  const refused = [401, 'This API key is wrong, was revoked or no longer works', 'Bearer'];

  test('once it is revoked, which happens once', async () => {
    const { id, key } = await createApiKey(server, gym, ['all:read']);
    expect((await status(key))[0]).toBe(200);
    const gone = await Promise.all([gym.by.admin.delete(`/api-keys/${id}`), gym.by.admin.delete(`/api-keys/${id}`)]);
    expect(gone.map(({ status: code }) => code).toSorted()).toEqual([200, 404]);
    expect(await status(key)).toEqual(refused);
    const { body: list } = await gym.by.admin.get(`/api-keys?companyId=${gym.companyId}`);
    expect(list.apiKeys.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  test('once it has expired, to the millisecond', async () => {
    const expiresAt = new Date(server.clock.now.getTime() + 60_000);
    const { key } = await createApiKey(server, gym, ['all:read'], { expiresAt: expiresAt.toISOString() });
    server.clock.now = new Date(expiresAt.getTime() - 1);
    expect((await status(key))[0]).toBe(200);
    server.clock.now = expiresAt;
    expect(await status(key)).toEqual([401, 'This API key has expired', 'Bearer']);
  });

  test('with a wrong checksum, a wrong length, or one that was never made', async () => {
    const { key } = await createApiKey(server, gym, ['all:read']);
    const other = key.charAt(20) === 'a' ? 'b' : 'a';
    for (const wrong of [
      key.slice(0, 20) + other + key.slice(21),
      key.slice(0, -1),
      `${key}0`,
      'spot_live_',
      `spot_live_${'é'.repeat(38)}`,
      `spot_live_${'0'.repeat(100_000)}`.slice(0, 8_000),
    ])
      expect(await status(Buffer.from(wrong).toString('latin1'))).toEqual(refused);
    const text = `spot_live_${'0'.repeat(32)}`;
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const sum = [5, 4, 3, 2, 1, 0].map((power) => digits.charAt(Math.floor(crc32(text) / 62 ** power) % 62)).join('');
    expect(await status(text + sum)).toEqual(refused);
  });
});
