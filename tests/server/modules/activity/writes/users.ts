import { expect } from 'vitest';
import type { Writes, WritingGym } from './writingGym.ts';

/** Users and their invitations. */
export function userWrites({ server, gym, admin, at, ofCompany }: WritingGym): Writes {
  const createAddress = () => `${crypto.randomUUID()}@gym.test`;
  const invitation = (email = createAddress()) =>
    admin.post('/users', {
      body: {
        ...ofCompany(),
        email,
        firstName: 'Ira',
        lastName: 'Vance',
        role: 'staff',
        locations: [{ ...at(), accessLevel: 'operator' }],
      },
    });
  const createInvited = async () => `/users/${(await invitation()).body.user.id}`;
  const acceptance = async () => {
    const email = createAddress();
    await invitation(email);
    await expect.poll(() => server.emails.some(({ to }) => to === email)).toBe(true);
    const link = new URL(server.emails.findLast(({ to }) => to === email)?.link ?? '');
    const token = link.searchParams.get('token') ?? link.pathname.split('/').at(-1);
    return server.anonymous.post(`/invitations/${token}`, { body: { password: 'staple battery' } });
  };
  const manager = () => `/users/${gym.users.manager.id}`;

  return {
    inviteUser: { call: () => invitation(), action: 'user.invited' },
    resendInvitation: {
      call: async () => admin.post(`${await createInvited()}/invitation`, { body: ofCompany() }),
      action: 'user.invitation-sent',
    },
    revokeInvitation: {
      call: async () => admin.delete(`${await createInvited()}/invitation?companyId=${gym.companyId}`),
      action: 'user.invitation-revoked',
    },
    acceptInvitation: { call: acceptance, action: 'user.invitation-accepted', by: 'Ira Vance' },
    updateUser: {
      call: () => admin.put(`${manager()}?companyId=${gym.companyId}`, { body: { lastName: 'Moss' } }),
      action: 'user.updated',
    },
    endUserSessions: {
      call: () => admin.delete(`${manager()}/sessions?companyId=${gym.companyId}`),
      action: 'user.signed-out',
    },
    endUserSession: {
      call: async () => {
        await server.as(gym.users.manager);
        const { body } = await admin.get(`${manager()}/sessions?companyId=${gym.companyId}`);
        return admin.delete(`${manager()}/sessions/${body.sessions[0].id}?companyId=${gym.companyId}`);
      },
      action: 'user.signed-out',
    },
    disableUser: { call: () => admin.post(`${manager()}/disable`, { body: ofCompany() }), action: 'user.disabled' },
    enableUser: { call: () => admin.post(`${manager()}/enable`, { body: ofCompany() }), action: 'user.enabled' },
  };
}
