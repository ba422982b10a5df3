import { describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const { admin } = gym.by;

const addDoor = async (name: string) =>
  (await admin.post('/doors', { body: { locationId: gym.locationId, name } })).body.door;

describe('doors', () => {
  test('are added, renamed, listed by name and deleted', async () => {
    const door = await addDoor('Side Door');
    expect(door).toMatchObject({ locationId: gym.locationId, name: 'Side Door', isActive: true, isConnected: false });
    const renamed = await admin.put(`/doors/${door.id}`, { body: { name: 'back door', isActive: false } });
    expect(renamed.body.door).toMatchObject({ name: 'back door', isActive: false });
    await addDoor('Archway');
    const { body } = await admin.get(`/doors?locationId=${gym.locationId}`);
    expect(body.doors.map(({ name }: { name: string }) => name)).toEqual(['Archway', 'back door']);
    expect((await admin.get('/doors?search=ARCH')).body.pagination.total).toBe(1);
    expect((await admin.delete(`/doors/${door.id}`)).status).toBe(200);
    expect((await admin.get(`/doors/${door.id}`)).status).toBe(404);
  });

  test('have one name each at a location, whatever its case', async () => {
    await addDoor('Main');
    const other = await addDoor('Other');
    const body = { locationId: gym.locationId, name: 'MAIN' };
    const message = 'Another door at this location has this name';
    expect(await admin.post('/doors', { body })).toMatchObject({ status: 409, body: { message } });
    expect(await admin.put(`/doors/${other.id}`, { body: { name: 'main' } })).toMatchObject({ status: 409 });
    const elsewhere = { ...body, locationId: gym.otherLocationId };
    expect((await admin.post('/doors', { body: elsewhere })).status).toBe(201);
  });

  test('an edit of what somebody else has changed is refused', async () => {
    const door = await addDoor('Gate');
    await admin.put(`/doors/${door.id}`, { body: { name: 'Gate 1', updatedAt: door.updatedAt } });
    const late = await admin.put(`/doors/${door.id}`, { body: { name: 'Gate 2', updatedAt: door.updatedAt } });
    expect(late).toMatchObject({ status: 409, body: { message: 'This was changed by someone else' } });
  });

  test.each([
    [{ name: 'Door' }, 'Location is required'],
    [{ locationId: gym.locationId, name: '  ' }, 'Door name is required'],
    [{ locationId: gym.locationId, name: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    [{ locationId: gym.locationId, name: 'Door', isActive: 'yes' }, 'Invalid input: expected boolean, received string'],
  ])('%j is refused', async (body, message) => {
    expect(await admin.post('/doors', { body })).toMatchObject({ status: 400, body: { message } });
  });

  test.each(levels)('%s: only admins read and change them', async (level) => {
    const door = await addDoor(`Door of ${level}`);
    const expected = level === 'admin' ? 200 : 403;
    expect((await gym.by[level].get('/doors')).status).toBe(expected);
    expect((await gym.by[level].put(`/doors/${door.id}`, { body: { name: `New ${level}` } })).status).toBe(expected);
  });

  test.each(levels)('%s learns whether a controller is paired at the location', async (level) => {
    const place = await createGym(server);
    const ask = async () => place.by[level].get(`/doors/controller?locationId=${place.locationId}`);
    expect(await ask()).toMatchObject({ status: 200, body: { hasController: false } });
    await addDevice(server, place, 'kiosk');
    const door = await addDevice(server, place, 'door');
    expect((await ask()).body).toEqual({ hasController: false });
    await door.caller.get('/devices/self');
    expect((await ask()).body).toEqual({ hasController: true });
    await place.by.admin.delete(`/devices/${door.id}`);
    expect((await ask()).body).toEqual({ hasController: false });
  });

  test('whether a controller is paired is asked with a token, of a location of one’s own', async () => {
    const path = `/doors/controller?locationId=${gym.locationId}`;
    expect((await server.anonymous.get(path)).status).toBe(401);
    expect((await rival.by.admin.get(path)).status).toBe(404);
    expect((await admin.get('/doors/controller')).status).toBe(400);
  });

  test('another company’s door does not exist, and nobody adds one at another company’s location', async () => {
    const { id } = await addDoor('Ours');
    const stranger = rival.by.admin;
    const replies = [
      await stranger.get(`/doors/${id}`),
      await stranger.put(`/doors/${id}`, { body: { name: 'Mine' } }),
      await stranger.delete(`/doors/${id}`),
      await stranger.post(`/doors/${id}/open`, { body: {} }),
      await stranger.post('/doors', { body: { locationId: gym.locationId, name: 'Mine' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('PUT /devices/{id}', () => {
  test('names its doors, those of its location only, and how long its list is good', async () => {
    const device = await addDevice(server, gym, 'door');
    const door = await addDoor('Lobby');
    const body = { name: 'Lobby reader', doorIds: [door.id, door.id], listHours: 1 };
    const { status, body: answer } = await admin.put(`/devices/${device.id}`, { body });
    expect({ status, ...answer.device }).toMatchObject({
      status: 200,
      name: 'Lobby reader',
      doorIds: [door.id],
      listHours: 1,
    });
    const { devices } = (await admin.get(`/devices?locationId=${gym.locationId}`)).body;
    expect(devices.find(({ id }: { id: string }) => id === device.id).doorIds).toEqual([door.id]);
    const away = { locationId: gym.otherLocationId, name: 'Away' };
    const elsewhere = (await admin.post('/doors', { body: away })).body.door;
    const foreign = (await rival.by.admin.post('/doors', { body: { locationId: rival.locationId, name: 'R' } })).body;
    for (const id of [elsewhere.id, foreign.door.id])
      expect((await admin.put(`/devices/${device.id}`, { body: { doorIds: [id] } })).status).toBe(404);
    expect((await admin.put(`/devices/${device.id}`, { body: { doorIds: [] } })).body.device.doorIds).toEqual([]);
  });

  test('is refused for a kiosk’s doors, bad hours, lower levels and other companies', async () => {
    const kiosk = await addDevice(server, gym, 'kiosk');
    const door = await addDoor('Hall');
    const put = (body: object, by = admin) => by.put(`/devices/${kiosk.id}`, { body });
    expect((await put({ doorIds: [door.id] })).body.message).toBe('A kiosk has no doors');
    expect((await put({ listHours: 0 })).status).toBe(400);
    expect((await put({ listHours: 169 })).status).toBe(400);
    expect((await put({ name: 'x' }, gym.by.manager)).status).toBe(403);
    expect((await put({ name: 'x' }, rival.by.admin)).status).toBe(404);
    expect((await kiosk.caller.put(`/devices/${kiosk.id}`, { body: { name: 'x' } })).status).toBe(403);
  });
});

describe('access hours', () => {
  const hours = { weekdays: [5, 1], from: '10:00', to: '16:00' };
  const addHours = async (membershipId: string) =>
    (await admin.post('/access-hours', { body: { membershipId, ...hours } })).body.accessHours;

  test('are added to a plan, several of them, changed and removed', async () => {
    const membershipId = await make.plan({ name: 'Off-peak' });
    const first = await addHours(membershipId);
    expect(first).toMatchObject({
      membershipId,
      membershipName: 'Off-peak',
      weekdays: [1, 5],
      from: '10:00',
      to: '16:00',
    });
    await admin.post('/access-hours', { body: { membershipId, weekdays: [6], from: '22:00', to: '02:00' } });
    const put = { from: '09:30', updatedAt: first.updatedAt };
    expect((await admin.put(`/access-hours/${first.id}`, { body: put })).body.accessHours.from).toBe('09:30');
    expect((await admin.put(`/access-hours/${first.id}`, { body: put })).status).toBe(409);
    const list = async () =>
      (await admin.get(`/access-hours?membershipId=${membershipId}`)).body.accessHours.map(
        ({ from }: { from: string }) => from,
      );
    expect(await list()).toEqual(['09:30', '22:00']);
    await admin.delete(`/access-hours/${first.id}`);
    expect(await list()).toEqual(['22:00']);
  });

  test.each([
    [{ weekdays: [] }, 'Choose at least one weekday, from 1 for Monday to 7 for Sunday'],
    [{ weekdays: [0] }, 'Choose at least one weekday, from 1 for Monday to 7 for Sunday'],
    [{ weekdays: [8] }, 'Choose at least one weekday, from 1 for Monday to 7 for Sunday'],
    [{ weekdays: [1, 1] }, 'Name each weekday once'],
    [{ from: '24:00' }, 'Enter a time as HH:MM, from 00:00 to 23:59'],
    [{ to: '9:00' }, 'Enter a time as HH:MM, from 00:00 to 23:59'],
  ])('%j is refused', async (change, message) => {
    const body = { membershipId: await make.plan(), ...hours, ...change };
    expect(await admin.post('/access-hours', { body })).toMatchObject({ status: 400, body: { message } });
  });

  test('another company’s plan has none', async () => {
    const membershipId = await make.plan();
    const { id } = await addHours(membershipId);
    const stranger = rival.by.admin;
    expect((await stranger.post('/access-hours', { body: { membershipId, ...hours } })).status).toBe(404);
    expect((await stranger.put(`/access-hours/${id}`, { body: { from: '01:00' } })).status).toBe(404);
    expect((await stranger.delete(`/access-hours/${id}`)).status).toBe(404);
    expect((await stranger.get(`/access-hours?membershipId=${membershipId}`)).body.accessHours).toEqual([]);
  });
});

describe('blocks', () => {
  test('are added with a reason, listed and removed; only admins do', async () => {
    const contactId = await make.contact();
    const path = `/contacts/${contactId}/blocks`;
    const { status, body } = await admin.post(path, { body: { reason: 'Took towels', until: '2099-01-31' } });
    expect({ status, ...body.block }).toMatchObject({ status: 201, reason: 'Took towels', until: '2099-01-31' });
    expect((await admin.get(path)).body.blocks).toEqual([body.block]);
    for (const level of ['manager', 'operator', 'point_of_sale'] as const) {
      expect((await gym.by[level].get(path)).status).toBe(403);
      expect((await gym.by[level].post(path, { body: { reason: 'No' } })).status).toBe(403);
    }
    expect((await rival.by.admin.post(path, { body: { reason: 'No' } })).status).toBe(404);
    expect((await rival.by.admin.delete(`${path}/${body.block.id}`)).status).toBe(404);
    expect((await admin.delete(`${path}/${body.block.id}`)).status).toBe(200);
    expect((await admin.delete(`${path}/${body.block.id}`)).status).toBe(404);
  });

  test.each([[{}], [{ reason: ' ' }], [{ reason: 'x'.repeat(201) }], [{ reason: 'No', until: '2026-02-30' }]])(
    '%j is refused',
    async (body) => {
      expect((await admin.post(`/contacts/${await make.contact()}/blocks`, { body })).status).toBe(400);
    },
  );

  test('the desk is told why, and until when', async () => {
    const contactId = await make.contact();
    await make.contactMembership(contactId);
    const { block } = (await admin.post(`/contacts/${contactId}/blocks`, { body: { reason: 'Took towels' } })).body;
    const checkIn = () => gym.by.point_of_sale.post('/checkins', { body: { contactId, locationId: gym.locationId } });
    expect(await checkIn()).toMatchObject({
      status: 403,
      body: { message: 'Access is blocked', block: { reason: 'Took towels', until: null } },
    });
    await admin.delete(`/contacts/${contactId}/blocks/${block.id}`);
    expect((await checkIn()).status).toBe(201);
    await admin.post(`/contacts/${contactId}/blocks`, { body: { reason: 'Long ago', until: '2020-01-01' } });
    expect((await checkIn()).status).toBe(201);
  });
});
