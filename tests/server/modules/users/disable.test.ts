import { beforeEach, describe, expect, test } from 'vitest';
import { createGym, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { createStaff } from '#tests/support/staff.ts';

let gym: Gym;
let rival: Gym;

const server = await sharedServer();
beforeEach(async () => {
  [gym, rival] = [await createGym(server), await createGym(server)];
  server.clock.now = new Date();
});

const { companyAdmin } = createStaff(() => ({ server, gym }));

const names = (body: { users: { user: { firstName: string; lastName: string } }[] }) =>
  body.users.map(({ user }) => `${user.firstName} ${user.lastName}`);
const list = (caller = gym.by.admin, query = '') => caller.get(`/users?companyId=${gym.companyId}${query}`);
const act = (id: string, action: string, caller = gym.by.admin) =>
  caller.post(`/users/${id}/${action}`, { body: { companyId: gym.companyId } });
/** Gives a person of this gym access to the rival as well. */
const alsoAtRival = (userId: string) => makeAdmin(server.database, userId, rival.companyId);

describe('disable and enable', () => {
  test('removes the access and the sessions immediately, keeps the history, and enabling restores it', async () => {
    const { id } = gym.users.manager;
    expect((await act(id, 'disable')).body).toMatchObject({
      user: { status: 'disabled' },
      message: 'User disabled',
      locations: [{ accessLevel: 'manager' }],
    });
    expect((await gym.by.manager.get('/locations')).status).toBe(401);
    const again = await server.as({ id });
    expect((await again.get('/companies')).body).toEqual({ companies: [] });
    expect((await again.get(`/contacts?locationId=${gym.locationId}`)).status).toBe(403);
    expect(names((await list(gym.by.admin, '&status=disabled')).body)).toEqual(['Sam manager']);
    expect((await act(id, 'enable')).body).toMatchObject({ user: { status: 'active' }, message: 'User enabled' });
    expect((await again.get(`/contacts?locationId=${gym.locationId}`)).status).toBe(200);
  });

  test('access to another company stays; they sign in again', async () => {
    await alsoAtRival(gym.users.operator.id);
    await act(gym.users.operator.id, 'disable');
    expect((await gym.by.operator.get('/companies')).status).toBe(401);
    const { body } = await (await server.as(gym.users.operator)).get('/companies');
    expect(body.companies.map((row: { company: { id: string } }) => row.company.id)).toEqual([rival.companyId]);
  });

  test('is refused for oneself, the last admin, and another company’s user', async () => {
    expect(await act(gym.users.admin.id, 'disable')).toMatchObject({
      status: 409,
      body: { message: 'You cannot disable yourself' },
    });
    expect((await act(rival.users.operator.id, 'disable')).status).toBe(404);
    expect(
      (await gym.by.admin.post(`/users/${gym.users.operator.id}/disable`, { body: { companyId: rival.companyId } }))
        .status,
    ).toBe(404);
    expect(
      (await gym.by.admin.post(`/users/${gym.users.operator.id}/disable`, { body: { companyId: 'x' } })).status,
    ).toBe(400);
  });

  /** The other one is refused: for being the last admin, for having lost the access, or for having no session any more. */
  const expectOneDone = (replies: readonly { status: number }[]) => {
    const refused = replies.map(({ status }) => status).filter((status) => status !== 200);
    expect(refused).toHaveLength(1);
    expect([401, 403, 409]).toContain(refused[0]);
  };

  test('of two admins who disable each other concurrently one remains', async () => {
    for (let round = 0; round < 10; round += 1) {
      gym = await createGym(server);
      const second = await companyAdmin();
      const replies = await Promise.all([act(second.id, 'disable'), act(gym.users.admin.id, 'disable', second.caller)]);
      expectOneDone(replies);
      const [mine] = replies;
      const left = mine?.status === 200 ? gym.by.admin : second.caller;
      expect((await left.get(`/users?companyId=${gym.companyId}`)).status).toBe(200);
    }
  });

  test('an admin who was disabled in the meantime can no longer disable anyone', async () => {
    for (let round = 0; round < 10; round += 1) {
      gym = await createGym(server);
      const second = await companyAdmin();
      await companyAdmin();
      const replies = await Promise.all([act(second.id, 'disable'), act(gym.users.admin.id, 'disable', second.caller)]);
      expectOneDone(replies);
    }
  });
});
