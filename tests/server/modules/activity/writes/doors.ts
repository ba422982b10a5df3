import { openStream } from '#tests/support/devices.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** Doors, access hours, blocks and what devices do. */
export function doorWrites({ server, gym, admin, at }: WritingGym): Writes {
  let doors = 0;
  const buildDoor = async (): Promise<string> => {
    doors += 1;
    return (await admin.post('/doors', { body: { ...at(), name: `Door ${doors}` } })).body.door.id;
  };
  const buildDevice = async () =>
    (await admin.post('/devices', { body: { ...at(), name: 'Reader', kind: 'door' } })).body as {
      device: { id: string };
      token: string;
    };
  const hours = { weekdays: [1], from: '10:00', to: '16:00' };
  const addHours = async () => admin.post('/access-hours', { body: { membershipId: await gym.make.plan(), ...hours } });
  const buildHours = async () => (await addHours()).body.accessHours.id;
  const addBlock = async (contactId: string) =>
    admin.post(`/contacts/${contactId}/blocks`, { body: { reason: 'Took towels' } });

  return {
    createDoor: { call: () => admin.post('/doors', { body: { ...at(), name: 'Main' } }), action: 'door.created' },
    updateDoor: {
      call: async () => admin.put(`/doors/${await buildDoor()}`, { body: { isActive: false } }),
      action: 'door.updated',
    },
    deleteDoor: { call: async () => admin.delete(`/doors/${await buildDoor()}`), action: 'door.deleted' },
    openDoor: {
      call: async () => {
        const doorId = await buildDoor();
        const { device } = await buildDevice();
        await admin.put(`/devices/${device.id}`, { body: { doorIds: [doorId] } });
        await openStream(server, gym, device.id);
        return admin.post(`/doors/${doorId}/open`, { body: {} });
      },
      action: 'door.commanded',
    },
    updateDevice: {
      call: async () => admin.put(`/devices/${(await buildDevice()).device.id}`, { body: { listHours: 12 } }),
      action: 'device.updated',
    },
    createAccessHours: { call: addHours, action: 'membership.access-hours-added' },
    updateAccessHours: {
      call: async () => admin.put(`/access-hours/${await buildHours()}`, { body: { to: '17:00' } }),
      action: 'membership.access-hours-changed',
    },
    deleteAccessHours: {
      call: async () => admin.delete(`/access-hours/${await buildHours()}`),
      action: 'membership.access-hours-removed',
    },
    blockContact: { call: async () => addBlock(await gym.make.contact()), action: 'contact.blocked' },
    unblockContact: {
      call: async () => {
        const contactId = await gym.make.contact();
        const { block } = (await addBlock(contactId)).body;
        return admin.delete(`/contacts/${contactId}/blocks/${block.id}`);
      },
      action: 'contact.unblocked',
    },
    reportCheckins: {
      call: async () => {
        const { code } = (await admin.get(`/contacts/${await gym.make.contact()}/code`)).body;
        const checkin = { key: 'k', code, at: server.clock.now.toISOString(), granted: true };
        return server
          .withKey((await buildDevice()).token)
          .post('/devices/self/checkins', { body: { checkins: [checkin] } });
      },
      action: 'checkin.granted',
      by: 'Reader',
    },
  };
}
