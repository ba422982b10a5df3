import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let adminId: string;
let caller: Caller;

const server = await sharedServer();
const password = 'correct horse';
const passwordHash = await hashPassword(password);
beforeEach(async () => {
  gym = await createGym(server);
  const admin = await createUser(server.database, { passwordHash });
  await makeAdmin(server.database, admin.id, gym.companyId);
  adminId = admin.id;
  caller = await server.as(admin);
});

describe('a company that requires two-step verification of its admins', () => {
  const require = (isRequired = true) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('company_settings')
        .values({
          company_id: gym.companyId,
          updated_at: server.clock.now,
          security: JSON.stringify({ requireSecondFactor: isRequired }),
        })
        .onConflict((conflict) =>
          conflict.column('company_id').doUpdateSet({ security: JSON.stringify({ requireSecondFactor: isRequired }) }),
        )
        .execute(),
    );
  const refused = {
    status: 403,
    body: {
      message: 'Your company requires two-step verification. Turn it on in your account to go on.',
      secondFactor: 'required',
    },
  };

  test('by its settings, which its admins alone change', async () => {
    const path = `/companies/${gym.companyId}/settings`;
    const body = { security: { requireSecondFactor: true } };
    for (const level of ['manager', 'operator', 'point_of_sale'] as const)
      expect((await gym.by[level].put(path, { body })).status).toBe(403);
    expect((await gym.by.manager.get(path)).body.settings.security).toBeUndefined();
    expect((await caller.get(path)).body.settings.security).toEqual({ requireSecondFactor: false });
    expect((await caller.put(path, { body })).body.settings.security).toEqual({ requireSecondFactor: true });
    expect(await caller.get(path)).toMatchObject(refused);
  });

  test('refuses them everything but their account until it is on', async () => {
    await require();
    for (const path of [
      '/locations',
      '/companies',
      `/contacts?locationId=${gym.locationId}`,
      `/users?companyId=${gym.companyId}`,
    ]) {
      expect(await caller.get(path)).toMatchObject(refused);
    }
    expect(await caller.post('/contacts', { body: {} })).toMatchObject(refused);
    for (const path of ['/account', '/account/sessions', '/account/second-factor'])
      expect((await caller.get(path)).status).toBe(200);
    expect((await caller.post('/auth/refresh')).status).toBe(200);
    expect((await caller.get('/account/second-factor')).body.secondFactor).toMatchObject({
      isOn: false,
      isRequired: true,
    });
    await turnOnSecondFactor(server, caller);
    expect((await caller.get('/locations')).status).toBe(200);
  });

  test('refuses them again once it is turned off', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    await require();
    const body = { password, code: factor.next() };
    expect((await caller.delete('/account/second-factor', { body })).status).toBe(200);
    expect(await caller.get('/locations')).toMatchObject(refused);
  });

  test('requires nothing from other levels, not even from an admin at one location', async () => {
    await require();
    for (const level of ['manager', 'operator', 'point_of_sale'] as const)
      expect((await gym.by[level].get('/locations')).status).toBe(200);
    const local = await createUser(server.database);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('location_access')
        .values({ user_id: local.id, company_id: gym.companyId, location_id: gym.locationId, access_level: 'admin' })
        .execute(),
    );
    expect((await (await server.as(local)).get('/locations')).status).toBe(200);
  });

  test('asks nothing of a disabled admin for their work elsewhere, of another company’s, nor once the setting is off', async () => {
    await require();
    const rival = await createGym(server);
    expect((await rival.by.admin.get('/locations')).status).toBe(200);
    await makeAdmin(server.database, adminId, rival.companyId);
    const boss = gym.by.admin;
    await turnOnSecondFactor(server, boss);
    expect(await caller.get(`/contacts?locationId=${rival.locationId}`)).toMatchObject(refused);
    expect((await boss.post(`/users/${adminId}/disable`, { body: { companyId: gym.companyId } })).status).toBe(200);
    caller = await server.as({ id: adminId });
    expect((await caller.get(`/contacts?locationId=${rival.locationId}`)).status).toBe(200);
    await require(false);
    expect((await boss.get('/locations')).status).toBe(200);
  });

  test('an accepted invitation signs in, and the next call is refused', async () => {
    await require();
    await turnOnSecondFactor(server, gym.by.admin);
    server.emails.length = 0;
    const body = {
      companyId: gym.companyId,
      email: `new-${gym.companyId}@gym.test`,
      firstName: 'New',
      lastName: 'Boss',
      role: 'admin',
      locations: [],
    };
    expect((await gym.by.admin.post('/users', { body })).status).toBe(201);
    await expect.poll(() => server.emails.length).toBe(1);
    const token = new URL(server.emails[0]?.link ?? '').searchParams.get('token');
    const accepted = await server.anonymous.post(`/invitations/${token}`, { body: { password: 'a long walk home' } });
    const asBoss = { headers: { authorization: `Bearer ${accepted.body.token}` } };
    expect(await server.anonymous.get('/locations', asBoss)).toMatchObject(refused);
    expect((await server.anonymous.get('/account/second-factor', asBoss)).body.secondFactor.isRequired).toBe(true);
  });
});
