import { cancelled, key, type Writes, type WritingGym } from './writingGym.ts';

/** A contact's membership: the purchase, and later changes. */
export function contactMembershipWrites({ gym, admin, inDays }: WritingGym): Writes {
  const aPurchase = async () => ({
    contactId: gym.contactId,
    membershipId: await gym.make.plan(),
    startDate: inDays(0),
    autoRenew: false,
  });
  const aHeld = async () =>
    `/contacts/${gym.contactId}/memberships/${await gym.make.contactMembership(gym.contactId, { start_date: inDays(-5), end_date: inDays(24), auto_renew: true })}`;
  const anUnbilled = async () =>
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
      call: async () => admin.post('/memberships/purchase', { body: await aPurchase(), headers: key() }),
      action: 'contact-membership.created',
    },
    cancelMembershipPurchase: {
      call: async () => {
        const body = await aPurchase();
        return cancelled(admin, '/memberships/purchase', body, {
          contactId: body.contactId,
          membershipId: body.membershipId,
        });
      },
      action: 'invoice.voided',
    },
    cancelContactMembership: { call: async () => cancellation(await aHeld()), action: 'contact-membership.cancelled' },
    undoCancellation: {
      call: async () => {
        const path = await aHeld();
        await cancellation(path);
        return admin.delete(`${path}/cancellation`);
      },
      action: 'contact-membership.cancellation-undone',
    },
    freezeContactMembership: { call: async () => freeze(await aHeld()), action: 'contact-membership.frozen' },
    changeFreeze: {
      call: async () => admin.put(await readFreeze(await aHeld()), { body: { until: inDays(12) } }),
      action: 'contact-membership.freeze-changed',
    },
    removeFreeze: {
      call: async () => admin.delete(await readFreeze(await aHeld())),
      action: 'contact-membership.freeze-removed',
    },
    changePlan: { call: async () => planChange(await aHeld()), action: 'contact-membership.plan-change-planned' },
    undoPlanChange: {
      call: async () => {
        const path = await aHeld();
        await planChange(path);
        return admin.delete(`${path}/plan-change`);
      },
      action: 'contact-membership.plan-change-undone',
    },
    billContactMembership: {
      call: async () => admin.post(`${await anUnbilled()}/bill-now`),
      action: 'contact-membership.billed',
    },
    letContactMembershipEnd: {
      call: async () => admin.post(`${await anUnbilled()}/let-end`),
      action: 'contact-membership.ended',
    },
    setRenewal: {
      call: async () => admin.put(`${await aHeld()}/renewal`, { body: { autoRenew: false } }),
      action: 'contact-membership.renewal-changed',
    },
    setAccess: {
      call: async () => admin.put(`${await aHeld()}/access`, { body: { accessEnabled: false, reason: 'A debt' } }),
      action: 'contact-membership.access-changed',
    },
  };
}
