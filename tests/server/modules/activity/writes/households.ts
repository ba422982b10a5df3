import type { Writes, WritingGym } from './writingGym.ts';

export function householdWrites({ gym, admin }: WritingGym): Writes {
  const household = async (): Promise<string> =>
    (await admin.post('/households', { body: { name: 'Jones', payerId: await gym.make.contact() } })).body.household.id;
  const withMember = async () => {
    const [id, contactId] = [await household(), await gym.make.contact()];
    await admin.post(`/households/${id}/members`, { body: { contactId, relation: 'Son' } });
    return { id, contactId, path: `/households/${id}/members/${contactId}` };
  };

  return {
    createHousehold: {
      call: async () => admin.post('/households', { body: { name: 'Jones', payerId: await gym.make.contact() } }),
      action: 'household.created',
    },
    updateHousehold: {
      call: async () => {
        const { id, contactId } = await withMember();
        return admin.put(`/households/${id}`, { body: { payerId: contactId } });
      },
      action: 'household.payer-changed',
    },
    deleteHousehold: {
      call: async () => admin.delete(`/households/${await household()}`),
      action: 'household.deleted',
    },
    addHouseholdMember: {
      call: async () =>
        admin.post(`/households/${await household()}/members`, { body: { contactId: await gym.make.contact() } }),
      action: 'household.member-added',
    },
    updateHouseholdMember: {
      call: async () => admin.put((await withMember()).path, { body: { mayAct: true } }),
      action: 'household.member-changed',
    },
    removeHouseholdMember: {
      call: async () => admin.delete((await withMember()).path),
      action: 'household.member-removed',
    },
  };
}
