import type { Level } from '#domain/shared/access.ts';
import { createUser, makeAdmin, type Gym } from './gym.ts';
import type { Reply, TestServer } from './server.ts';

/** Requests and people for tests of access in a gym. */
export function createStaff(here: () => { server: TestServer; gym: Gym }) {
  const at = (locationId: string, accessLevel: Level = 'operator') => ({ locationId, accessLevel });
  let count = 0;
  return {
    at,

    invitation: (change: object = {}) => {
      count += 1;
      const { companyId, locationId } = here().gym;
      return {
        companyId,
        email: `new-${count}-${companyId}@gym.test`,
        firstName: 'Nia',
        lastName: 'Okoro',
        role: 'staff',
        locations: [at(locationId)],
        ...change,
      };
    },

    /** A person with these grants, and a caller signed in as them. */
    async grantee(...grants: { locationId: string; accessLevel: Level }[]) {
      const {
        server,
        gym: { companyId },
      } = here();
      const user = await createUser(server.database);
      if (grants.length > 0) {
        const rows = grants.map(({ locationId, accessLevel }) => ({
          user_id: user.id,
          company_id: companyId,
          location_id: locationId,
          access_level: accessLevel,
        }));
        await server.database.scoped([companyId], (tx) => tx.insertInto('location_access').values(rows).execute());
      }
      return { ...user, caller: await server.as(user) };
    },

    async companyAdmin() {
      const {
        server,
        gym: { companyId },
      } = here();
      const user = await createUser(server.database, { lastName: 'Boss' });
      await makeAdmin(server.database, user.id, companyId);
      return { ...user, caller: await server.as(user) };
    },

    emailedToken: () => new URL(here().server.emails.at(-1)?.link ?? '').searchParams.get('token') ?? '',
    open: (token: string) => here().server.anonymous.get(`/invitations/${token}`),
    accept: (token: string, body: object | undefined = { password: 'a long walk home' }): Promise<Reply> =>
      here().server.anonymous.post(`/invitations/${token}`, body ? { body } : {}),
    withToken: (token: string) => ({ headers: { authorization: `Bearer ${token}` } }),
  };
}
