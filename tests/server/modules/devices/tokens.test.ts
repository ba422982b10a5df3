import { describe, expect, test } from 'vitest';
import { deviceKinds, type DeviceKind } from '#domain/devices/contract.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer, type Caller } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const later = (seconds: number) => server.advance({ seconds });

interface Route {
  method: keyof Caller;
  path: string;
  access: string;
  devices: readonly DeviceKind[];
}

/** Every route of the OpenAPI document, with unknown ids in its path. */
function routes(): Route[] {
  const { paths = {} } = server.app.swagger() as {
    paths?: Record<string, Record<string, { 'x-access'?: string; 'x-devices'?: DeviceKind[] }>>;
  };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, { 'x-access': access = '', 'x-devices': devices = [] }]) => ({
      method: method as keyof Caller,
      path: path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000'),
      access,
      devices,
    })),
  );
}

describe.each(deviceKinds)('the token of a %s', (kind) => {
  test('is refused on every route but those that name its kind', async () => {
    const { caller } = await addDevice(server, gym, kind);
    const refused: string[] = [];
    for (const { method, path, access, devices } of routes()) {
      if (access === 'public') continue;
      if (devices.includes(kind)) refused.push(`${method} ${path}`);
      else
        expect([method, path, await caller[method](path)]).toMatchObject([
          method,
          path,
          { status: 403, body: { message: 'Devices cannot do this' } },
        ]);
    }
    expect(refused).toContain('get /devices/self');
    expect(refused.filter((route) => !/devices\/self|^post \/checkins$/.test(route))).toEqual([]);
  });

  test('is of no use once its device is revoked', async () => {
    const { id, caller } = await addDevice(server, gym, kind);
    await caller.get('/devices/self');
    await gym.by.admin.delete(`/devices/${id}`);
    const open: string[] = [];
    for (const { method, path, access } of routes())
      if (access !== 'public' && (await caller[method](path)).status !== 401) open.push(path);
    expect(open).toEqual([]);
  });
});

test('a route for devices refuses people and API keys', async () => {
  const { body } = await gym.by.admin.post('/api-keys', {
    body: { companyId: gym.companyId, name: 'All', scopes: ['all:read', 'contacts:write'] },
  });
  for (const caller of [gym.by.admin, server.withKey(body.key)])
    expect((await caller.get('/devices/self')).status).toBe(403);
});

test.each(['spd_', 'spd_made-up', `spd_${'a'.repeat(38)}`])('the made-up token %s is refused', async (token) => {
  expect(await server.withKey(token).get('/devices/self')).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    body: { message: 'This device is no longer paired' },
  });
});

test('is seen once a minute', async () => {
  const { caller } = await addDevice(server, gym, 'kiosk');
  const seen = async () => (await caller.get('/devices/self')).body.device.lastSeenAt;
  const first = server.clock.now.toISOString();
  expect(await seen()).toBe(first);
  later(59);
  expect(await seen()).toBe(first);
  later(1);
  expect(await seen()).toBe(server.clock.now.toISOString());
});

describe('replacing the token', () => {
  const roll = (caller: Caller, key?: string) =>
    caller.post('/devices/self/roll', key ? { headers: { 'idempotency-key': key } } : undefined);

  test('ends the old one with the first use of the new one, and keeps the list key', async () => {
    const { code } = await addDevice(server, gym, 'door');
    const paired = (await server.anonymous.post('/devices/pair', { body: { code } })).body;
    const old = server.withKey(paired.token);
    const { status, body } = await roll(old);
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^spd_/),
        listKey: paired.listKey,
        publicKey: paired.publicKey,
        keyId: paired.keyId,
      },
    ]);
    expect((await old.get('/devices/self')).status).toBe(200);
    expect((await server.withKey(body.token).get('/devices/self')).status).toBe(200);
    expect((await old.get('/devices/self')).status).toBe(401);
  });

  test('again after a lost response ends the token that never arrived', async () => {
    const { caller } = await addDevice(server, gym, 'door');
    const lost = (await roll(caller)).body.token;
    const { token } = (await roll(caller)).body;
    expect((await server.withKey(lost).get('/devices/self')).status).toBe(401);
    expect((await server.withKey(token).get('/devices/self')).status).toBe(200);
    expect((await caller.get('/devices/self')).status).toBe(401);
  });

  test('twice in a row works with each newest token', async () => {
    const { caller, token } = await addDevice(server, gym, 'kiosk');
    let newest = (await roll(caller)).body.token;
    newest = (await roll(server.withKey(newest))).body.token;
    expect((await server.withKey(token).get('/devices/self')).status).toBe(401);
    expect((await server.withKey(newest).get('/devices/self')).status).toBe(200);
  });
});

test('what a device does is logged as done by the device', async () => {
  const { caller, id } = await addDevice(server, gym, 'kiosk', { name: 'Lobby' });
  await caller.post('/devices/self/roll');
  const { entries } = (await gym.by.admin.get(`/activity?recordType=device&recordId=${id}`)).body;
  expect(entries.map(({ action, actor }: { action: string; actor: object }) => [action, actor])).toEqual([
    ['device.token-replaced', { type: 'device', id, name: 'Lobby' }],
    ['device.created', { type: 'user', id: gym.users.admin.id, name: 'Sam admin' }],
  ]);
});
