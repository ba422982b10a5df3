import { beforeEach, describe, expect, test } from 'vitest';
import { createGym, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let rival: Gym;

const server = await sharedServer();
beforeEach(async () => {
  [gym, rival] = [await createGym(server), await createGym(server)];
  server.clock.now = new Date();
});

/** Gives a person of this gym access to the rival as well. */
const alsoAtRival = (userId: string) => makeAdmin(server.database, userId, rival.companyId);

describe('sessions of a user', () => {
  const sessions = (id: string, caller = gym.by.admin) =>
    caller.get(`/users/${id}/sessions?companyId=${gym.companyId}`);

  test('a company admin sees them and ends one or all', async () => {
    const { id } = gym.users.operator;
    const second = await server.as({ id });
    const { body } = await sessions(id);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({ device: 'Unknown device', isCurrent: false });
    const [{ id: sessionId }] = body.sessions;
    expect((await gym.by.admin.delete(`/users/${id}/sessions/${sessionId}`)).body).toEqual({ message: 'Signed out' });
    expect((await gym.by.admin.delete(`/users/${id}/sessions/${sessionId}`)).status).toBe(404);
    expect((await sessions(id)).body.sessions).toHaveLength(1);
    expect((await gym.by.admin.delete(`/users/${id}/sessions`)).status).toBe(200);
    expect([(await second.get('/locations')).status, (await gym.by.operator.get('/locations')).status]).toEqual([
      401, 401,
    ]);
  });

  test('a session of somebody else is not ended through a person’s address', async () => {
    const [{ id: sessionId }] = (await sessions(gym.users.manager.id)).body.sessions;
    expect((await gym.by.admin.delete(`/users/${gym.users.operator.id}/sessions/${sessionId}`)).status).toBe(404);
    expect((await gym.by.manager.get('/locations')).status).toBe(200);
  });

  test('are hidden for another company’s user, and for one who works for another company too', async () => {
    expect((await sessions(rival.users.operator.id)).status).toBe(404);
    await alsoAtRival(gym.users.operator.id);
    expect((await sessions(gym.users.operator.id)).status).toBe(409);
    expect((await gym.by.admin.delete(`/users/${gym.users.operator.id}/sessions`)).status).toBe(409);
    expect((await gym.by.operator.get('/locations')).status).toBe(200);
  });

  test('invalid ids are 404', async () => {
    expect((await gym.by.admin.get('/users/me/sessions')).status).toBe(404);
    expect((await gym.by.admin.delete(`/users/${gym.users.operator.id}/sessions/x`)).status).toBe(404);
  });
});

describe('last seen', () => {
  const seen = async () =>
    (await gym.by.admin.get(`/users/${gym.users.operator.id}?companyId=${gym.companyId}`)).body.user.lastSeenAt;

  test('is written at most once in five minutes', async () => {
    expect(await seen()).toBeNull();
    const start = Date.now();
    const after = (minutes: number) => {
      server.clock.now = new Date(start + minutes * 60_000);
      return gym.by.operator.get('/locations');
    };
    await Promise.all([after(0), after(0), after(0)]);
    const first = await seen();
    expect(first).toBe(new Date(start).toISOString());
    await after(4.9);
    expect(await seen()).toBe(first);
    await after(5);
    expect(await seen()).toBe(new Date(start + 5 * 60_000).toISOString());
  });
});
