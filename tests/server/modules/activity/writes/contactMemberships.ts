import { canceled, key, type Writes, type WritingGym } from './writingGym.ts';

/** A contact's membership: the purchase, and later changes. */
export function contactMembershipWrites({ gym, admin, inDays }: WritingGym): Writes {
  const createPurchase = async () => ({
    contactId: gym.contactId,
    membershipId: await gym.make.plan(),
    startDate: inDays(0),
    autoRenew: false,
  });
  const createHeld = async () =>
    `/contacts/${gym.contactId}/memberships/${await gym.make.contactMembership(gym.contactId, { start_date: inDays(-5), end_date: inDays(24), auto_renew: true })}`;
  const createUnbilled = async () =>
    `/contacts/${gym.contactId}/memberships/${await gym.make.contactMembership(gym.contactId, { start_date: inDays(-90), end_date: inDays(-60), auto_renew: true, renews_by: 'manual' })}`;
  const cancellation = (path: string) =>
    admin.post(`${path}/cancellation`, { body: { when: 'period_end', reason: 'moving' } });
  const freeze = (path: string) =>
    admin.post(`${path}/freezes`, { body: { from: inDays(1), until: inDays(10), reason: 'A trip' } });
  const readFreeze = async (path: string) =>
    `${path}/freezes/${(await freeze(path)).body.contactMembership.freezes[0].id}`;
  const planChange = async (path: string) =>
    admin.post(`${path}/plan-change`, { body: { membershipId: await gym.make.plan({ name: 'Gold' }) } });

  return {
    purchaseMembership: {
      call: async () => admin.post('/memberships/purchase', { body: await createPurchase(), headers: key() }),
      action: 'contact-membership.created',
    },
    cancelMembershipPurchase: {
      call: async () => {
        const body = await createPurchase();
        return canceled(admin, '/memberships/purchase', body, {
          contactId: body.contactId,
          membershipId: body.membershipId,
        });
      },
      action: 'invoice.voided',
    },
    cancelContactMembership: {
      call: async () => cancellation(await createHeld()),
      action: 'contact-membership.canceled',
    },
    undoCancellation: {
      call: async () => {
        const path = await createHeld();
        await cancellation(path);
        return admin.delete(`${path}/cancellation`);
      },
      action: 'contact-membership.cancellation-undone',
    },
    freezeContactMembership: { call: async () => freeze(await createHeld()), action: 'contact-membership.frozen' },
    changeFreeze: {
      call: async () => admin.put(await readFreeze(await createHeld()), { body: { until: inDays(12) } }),
      action: 'contact-membership.freeze-changed',
    },
    removeFreeze: {
      call: async () => admin.delete(await readFreeze(await createHeld())),
      action: 'contact-membership.freeze-removed',
    },
    changePlan: { call: async () => planChange(await createHeld()), action: 'contact-membership.plan-change-planned' },
    undoPlanChange: {
      call: async () => {
        const path = await createHeld();
        await planChange(path);
        return admin.delete(`${path}/plan-change`);
      },
      action: 'contact-membership.plan-change-undone',
    },
    billContactMembership: {
      call: async () => admin.post(`${await createUnbilled()}/bill-now`),
      action: 'contact-membership.billed',
    },
    letContactMembershipEnd: {
      call: async () => admin.post(`${await createUnbilled()}/let-end`),
      action: 'contact-membership.ended',
    },
    setRenewal: {
      call: async () => admin.put(`${await createHeld()}/renewal`, { body: { autoRenew: false } }),
      action: 'contact-membership.renewal-changed',
    },
    setAccess: {
      call: async () => admin.put(`${await createHeld()}/access`, { body: { accessEnabled: false, reason: 'A debt' } }),
      action: 'contact-membership.access-changed',
    },
  };
}
