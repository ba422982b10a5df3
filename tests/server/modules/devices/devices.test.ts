import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { devicesMax, type Device } from '#domain/devices/contract.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const add = (parts: object = {}) =>
  gym.by.admin.post('/devices', { body: { locationId: gym.locationId, name: 'Entrance', kind: 'kiosk', ...parts } });
const list = async (locationId = gym.locationId): Promise<Device[]> =>
  (await gym.by.admin.get(`/devices?locationId=${locationId}`)).body.devices;

describe('adding a device', () => {
  test('shows its token and its pairing code once', async () => {
    const { status, body } = await add({ name: ' Entrance ' });
    expect(status).toBe(201);
    expect(body.device).toEqual({
      id: body.device.id,
      companyId: gym.companyId,
      locationId: gym.locationId,
      name: 'Entrance',
      kind: 'kiosk',
      hardware: null,
      version: null,
      pairedAt: null,
      lastSeenAt: null,
      listFetchedAt: null,
      listHours: 36,
      doorIds: [],
      createdAt: server.clock.now.toISOString(),
    });
    expect(body.token).toMatch(/^spd_[0-9A-Za-z]{38}$/);
    expect(body.pairing).toEqual({
      url: expect.stringMatching(/^http/),
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      expiresAt: new Date(server.clock.now.getTime() + 600_000).toISOString(),
      qr: expect.stringContaining('<svg'),
    });
    const devices = await list();
    expect(devices).toContainEqual(body.device);
    const stored = await server.database.scoped([gym.companyId], async (tx) => [
      await tx.selectFrom('devices').selectAll().where('id', '=', body.device.id).execute(),
      await tx.selectFrom('device_pairings').selectAll().where('device_id', '=', body.device.id).execute(),
    ]);
    const texts = JSON.stringify([devices, stored, server.logged]);
    expect(texts).not.toContain(body.token);
    expect(texts).not.toContain(body.pairing.code);
    expect(stored[0]).toMatchObject([{ token_hash: createHash('sha256').update(body.token).digest() }]);
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Name is required'],
    ['a long name', { name: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    ['another kind', { kind: 'camera' }, 'Choose a kiosk or a door controller'],
    ['no kind', { kind: undefined }, 'Choose a kiosk or a door controller'],
    ['a location that is no id', { locationId: 'north' }, 'Location is required'],
  ])('with %s is 400', async (_what, parts, message) => {
    expect(await add(parts)).toMatchObject({ status: 400, body: { message } });
  });

  test('is for admins, at their own locations', async () => {
    for (const level of ['manager', 'operator', 'point_of_sale'] as const) {
      const body = { locationId: gym.locationId, name: 'Entrance', kind: 'kiosk' };
      expect((await gym.by[level].post('/devices', { body })).status).toBe(403);
      expect((await gym.by[level].get('/devices')).status).toBe(403);
    }
    expect(await add({ locationId: rival.locationId })).toMatchObject({
      status: 404,
      body: { message: 'Location not found' },
    });
    expect((await gym.by.admin.get(`/devices?locationId=${rival.locationId}`)).status).toBe(404);
  });

  test(`has a limit of ${devicesMax} at a location, also when two are added at once`, async () => {
    const full = await createGym(server);
    const row = (index: number) => ({
      id: uuid(),
      company_id: full.companyId,
      location_id: full.locationId,
      name: `Door ${index}`,
      kind: 'door' as const,
      token_hash: createHash('sha256').update(`${full.companyId} ${index}`).digest(),
      list_key_sealed: 'none',
    });
    await server.database.scoped([full.companyId], (tx) =>
      tx
        .insertInto('devices')
        .values(Array.from({ length: devicesMax - 1 }, (_none, index) => row(index)))
        .execute(),
    );
    const body = { locationId: full.locationId, name: 'One more', kind: 'door' };
    const added = await Promise.all([1, 2].map(() => full.by.admin.post('/devices', { body })));
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

test('a list has the devices of a location by name, without those that were removed', async () => {
  const place = gym.otherLocationId;
  const [back, front, gone] = [
    await addDevice(server, gym, 'door', { name: 'Back', locationId: place }),
    await addDevice(server, gym, 'kiosk', { name: 'Front', locationId: place }),
    await addDevice(server, gym, 'kiosk', { name: 'Gone', locationId: place }),
  ];
  expect(await gym.by.admin.delete(`/devices/${gone.id}`)).toMatchObject({
    status: 200,
    body: { message: 'Device removed' },
  });
  expect((await list(place)).map(({ id }) => id)).toEqual([back.id, front.id]);
  expect((await list()).map(({ id }) => id)).not.toContain(back.id);
});

describe('removing a device', () => {
  test('ends its token and its code at once, and happens once', async () => {
    const { id, caller, code } = await addDevice(server, gym, 'door');
    expect((await caller.get('/devices/self')).status).toBe(200);
    expect((await gym.by.admin.delete(`/devices/${id}`)).status).toBe(200);
    expect(await caller.get('/devices/self')).toMatchObject({
      status: 401,
      body: { message: 'This device is no longer paired' },
    });
    expect((await server.anonymous.post('/devices/pair', { body: { code } })).status).toBe(404);
    expect((await gym.by.admin.delete(`/devices/${id}`)).status).toBe(404);
    expect((await gym.by.admin.post(`/devices/${id}/pairing`)).status).toBe(404);
  });

  test('of another company or location is refused', async () => {
    const { id, caller } = await addDevice(server, rival, 'door');
    expect((await gym.by.admin.delete(`/devices/${id}`)).status).toBe(404);
    expect((await gym.by.admin.post(`/devices/${id}/pairing`)).status).toBe(404);
    expect((await caller.get('/devices/self')).status).toBe(200);
    const elsewhere = await addDevice(server, gym, 'kiosk', { locationId: gym.otherLocationId });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('location_access')
        .set({ access_level: 'admin' })
        .where('user_id', '=', gym.users.manager.id)
        .execute(),
    );
    expect((await gym.by.manager.delete(`/devices/${elsewhere.id}`)).status).toBe(404);
    expect((await gym.by.manager.get('/devices')).body.devices.map(({ id: each }: Device) => each)).not.toContain(
      elsewhere.id,
    );
  });
});

test('an API key reads devices and adds none', async () => {
  const { body } = await gym.by.admin.post('/api-keys', {
    body: { companyId: gym.companyId, name: 'Reader', scopes: ['all:read'] },
  });
  const key = server.withKey(body.key);
  expect((await key.get('/devices')).status).toBe(200);
  expect(await key.post('/devices', { body: {} })).toMatchObject({
    status: 403,
    body: { message: 'API keys cannot do this' },
  });
});
