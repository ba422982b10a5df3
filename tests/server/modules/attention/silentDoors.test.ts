import { addMinutes } from 'date-fns';
import { expect, test } from 'vitest';
import { addDevice, openStream } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

test('a door that was silent for five minutes needs attention until it is heard again or removed', async () => {
  const gym = await createGym(server);
  const began = server.clock.now;
  const door = await addDevice(server, gym, 'door', { name: 'Main' });
  const kiosk = await addDevice(server, gym, 'kiosk');
  await addDevice(server, gym, 'door', { name: 'Never paired' });
  for (const { caller } of [door, kiosk]) await caller.get('/devices/self');
  const items = async (minutes: number, by = gym.by.operator) => {
    server.clock.now = addMinutes(began, minutes);
    return (await by.get(`/attention?locationId=${gym.locationId}`)).body;
  };
  expect(await items(5)).toMatchObject({ items: [], total: 0 });
  const silent = { kind: 'door_silent', device: { id: door.id, name: 'Main', lastSeenAt: began.toISOString() } };
  expect(await items(6)).toMatchObject({ items: [silent], total: 1 });
  await openStream(server, gym, door.id);
  expect((await items(7)).total).toBe(0);
  const { devices } = (await gym.by.admin.get(`/devices?locationId=${gym.locationId}`)).body;
  expect(devices).toContainEqual(
    expect.objectContaining({ id: door.id, lastSeenAt: addMinutes(began, 6).toISOString() }),
  );
  expect((await items(13)).total).toBe(1);
  await gym.by.admin.delete(`/devices/${door.id}`);
  expect((await items(14)).total).toBe(0);
  expect((await items(14, (await createGym(server)).by.admin)).message).toBe('Location not found');
});
