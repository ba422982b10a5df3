import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';
import { createStaff } from '#tests/support/staff.ts';

let gym: Gym;
let rival: Gym;

const server = await sharedServer();
const passwordHash = await hashPassword('a password of my own');
beforeEach(async () => {
  [gym, rival] = [await createGym(server), await createGym(server)];
  server.clock.now = new Date();
  server.emails.length = 0;
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
});

const { at, invitation, emailedToken, open, accept, withToken, companyAdmin, grantee } = createStaff(() => ({
  server,
  gym,
}));

const invite = (change: object = {}, caller = gym.by.admin) => caller.post('/users', { body: invitation(change) });
const again = (id: string, caller = gym.by.admin) =>
  caller.post(`/users/${id}/invitation`, { body: { companyId: gym.companyId } });
const revoke = (id: string, caller = gym.by.admin) =>
  caller.delete(`/users/${id}/invitation`, { body: { companyId: gym.companyId } });
const users = async () =>
  (await gym.by.admin.get(`/users?companyId=${gym.companyId}`)).body.users as { user: { id: string; email: string } }[];
const login = (email: string, password: string) => server.anonymous.post('/auth/login', { body: { email, password } });
/** A person with an account and access at the rival. */
const colleague = async () => {
  const user = await createUser(server.database, { firstName: 'Ruth', lastName: 'Vance', passwordHash });
  await makeAdmin(server.database, user.id, rival.companyId);
  return user;
};

describe('POST /users', () => {
  test('invites a person: the response says so, and a link is emailed to the address', async () => {
    const body = invitation();
    const response = await gym.by.admin.post('/users', { body });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      message: 'Invitation sent',
      role: 'staff',
      locations: [{ location: { id: gym.locationId }, accessLevel: 'operator' }],
      user: {
        firstName: 'Nia',
        lastName: 'Okoro',
        email: body.email,
        status: 'invited',
        lastSeenAt: null,
        invitedAt: server.clock.now.toISOString(),
      },
    });
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({ to: body.email, subject: `${gym.companyName} invites you to Spotter` });
    expect(server.emails[0]?.link).toMatch(/^http:\/\/gym\.test\/invitation\?token=[\w-]{22}$/);
    const stored = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('company_users').select('invitation_hash').execute(),
    );
    expect(stored[0]?.invitation_hash?.toString()).not.toContain(emailedToken());
  });

  test('a mistake is 400, and nothing is emailed', async () => {
    const errors = { locations: 'Choose at least one location' };
    expect(await invite({ locations: [] })).toMatchObject({ status: 400, body: { errors } });
    expect(server.emails).toEqual([]);
  });

  test('a location named twice is 400, one of another company 404, another company 404, a level that is too low 403', async () => {
    expect((await invite({ locations: [at(gym.locationId), at(gym.locationId, 'manager')] })).status).toBe(400);
    expect((await invite({ locations: [at(rival.locationId)] })).status).toBe(404);
    expect((await invite({ companyId: rival.companyId })).status).toBe(404);
    expect((await invite({}, gym.by.manager)).status).toBe(403);
    expect(await users()).toHaveLength(4);
  });

  test('a person who already has access is 409', async () => {
    const replies = [
      await invite({ email: gym.users.operator.email.toUpperCase() }),
      await invite({ email: gym.users.admin.email }),
    ];
    for (const { status, body } of replies)
      expect([status, body.message]).toEqual([409, 'This person already has access']);
  });

  test('of two concurrent invitations of one address one is created', async () => {
    const body = invitation();
    const replies = await Promise.all([1, 2, 3].map(() => gym.by.admin.post('/users', { body })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(server.emails).toHaveLength(1);
  });

  test('if the mail server does not answer, the invitation stays and the response says so', async () => {
    server.emails.push = () => {
      throw new Error('the mail server is away');
    };
    const { status, body } = await invite();
    Reflect.deleteProperty(server.emails, 'push');
    expect([status, body.message]).toEqual([
      201,
      'Invited, but the email could not be sent. Please send the invitation again later.',
    ]);
    expect((await again(body.user.id)).body.message).toBe('Invitation sent');
  });

  test('nobody gets more than five emails within fifteen minutes', async () => {
    const { body } = await invite();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await again(body.user.id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the link', () => {
  test('shows the company, sets the password, verifies the address, signs in, and gives the access', async () => {
    const { body } = await invite();
    const token = emailedToken();
    expect((await open(token)).body).toEqual({
      company: { id: gym.companyId, name: gym.companyName },
      email: body.user.email,
      firstName: 'Nia',
      needsPassword: true,
    });
    expect((await login(body.user.email, 'a long walk home')).status).toBe(401);
    const accepted = await accept(token);
    expect(accepted.body.user).toMatchObject({
      firstName: 'Nia',
      userCompanies: [{ company: { id: gym.companyId }, role: 'staff' }],
    });
    const { body: reached } = await server.anonymous.get('/locations', withToken(accepted.body.token));
    expect(reached.directLocationAccess).toMatchObject([{ location: { id: gym.locationId }, accessLevel: 'operator' }]);
    expect((await login(body.user.email, 'a long walk home')).status).toBe(200);
    const { body: after } = await gym.by.admin.get(`/users/${body.user.id}`);
    expect(after.user).toMatchObject({ status: 'active', invitedAt: body.user.invitedAt });
  });

  test.each([
    [{}, 'Password is required'],
    [{ password: 'Password1' }, 'This password is one of the most common ones. Please choose another.'],
  ])('%j is 400 and leaves the link open', async (body, message) => {
    await invite();
    expect(await accept(emailedToken(), body)).toMatchObject({ status: 400, body: { errors: { password: message } } });
    expect((await accept(emailedToken())).status).toBe(200);
  });

  test('works once, even concurrently', async () => {
    await invite();
    const token = emailedToken();
    const replies = await Promise.all([accept(token), accept(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await accept(token)).status).toBe(404);
    expect((await open(token)).body.message).toContain('no longer valid');
  });

  test('works for seven days', async () => {
    await invite();
    server.clock.now = addDays(server.clock.now, 7);
    expect([(await open(emailedToken())).status, (await accept(emailedToken())).status]).toEqual([404, 404]);
    server.clock.now = new Date(server.clock.now.getTime() - 1000);
    expect((await accept(emailedToken())).status).toBe(200);
  });

  test('a new one invalidates the older', async () => {
    const { body } = await invite();
    const older = emailedToken();
    expect((await again(body.user.id)).body).toMatchObject({ message: 'Invitation sent', user: { status: 'invited' } });
    expect((await accept(older)).status).toBe(404);
    expect((await accept(emailedToken())).status).toBe(200);
  });

  test('is invalid after it is revoked, and the person is gone from the list', async () => {
    const { body } = await invite();
    expect((await revoke(body.user.id)).body).toMatchObject({
      message: 'Invitation revoked',
      user: { email: body.user.email },
    });
    expect((await accept(emailedToken())).status).toBe(404);
    expect(await users()).toHaveLength(4);
    expect((await gym.by.admin.get(`/users/${body.user.id}`)).status).toBe(404);
    expect((await invite({ email: body.user.email })).status).toBe(201);
    expect((await accept(emailedToken())).status).toBe(200);
  });

  test('of a concurrent revoke and acceptance one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await invite();
      const [accepted, revoked] = await Promise.all([accept(emailedToken()), revoke(body.user.id)]);
      expect([accepted.status, revoked.status]).toEqual(accepted.status === 200 ? [200, 409] : [404, 200]);
    }
  });

  test('grants access to the invited person, even if somebody else is signed in', async () => {
    const { body } = await invite();
    const other = await createUser(server.database);
    const token = await server.createToken(other);
    const accepted = await server.anonymous.post(`/invitations/${emailedToken()}`, {
      ...withToken(token),
      body: { password: 'a long walk home' },
    });
    expect(accepted.body.user.id).toBe(body.user.id);
    expect((await server.anonymous.get('/companies', withToken(token))).body).toEqual({ companies: [] });
  });

  test('an unknown token is 404', async () => {
    expect([(await open('made-up')).status, (await accept('made-up')).status]).toEqual([404, 404]);
  });

  test('grants the access that an admin has set in the meantime', async () => {
    const { body } = await invite();
    await gym.by.admin.put(`/users/${body.user.id}?companyId=${gym.companyId}`, {
      body: { firstName: 'Mia', locations: [at(gym.otherLocationId, 'manager')] },
    });
    const accepted = await accept(emailedToken());
    expect(accepted.body.user.firstName).toBe('Mia');
    const { body: reached } = await server.anonymous.get('/locations', withToken(accepted.body.token));
    expect(reached.directLocationAccess).toMatchObject([
      { location: { id: gym.otherLocationId }, accessLevel: 'manager' },
    ]);
  });
});

describe('an address that has an account at another company', () => {
  test('gets the usual response: the names as typed, invited, nothing of the account', async () => {
    const { id, email } = await colleague();
    await (await server.as({ id })).get('/locations');
    const stranger = await invite();
    const known = await invite({ email });
    const shape = ({ body }: typeof known) => ({ ...body, user: { ...body.user, id: '', email: '', updatedAt: '' } });
    expect(shape(known)).toEqual(shape(stranger));
    expect(server.emails.map(({ subject, text }) => subject + text.replaceAll(/token=\S+/g, ''))).toEqual(
      Array(2).fill(expect.stringContaining('Hello Nia')),
    );
    const { body } = await gym.by.admin.get(`/users/${id}`);
    expect(body).toMatchObject({
      worksElsewhere: false,
      user: { firstName: 'Nia', status: 'invited', lastSeenAt: null },
    });
    expect((await gym.by.admin.get(`/users/${id}/sessions`)).body).toEqual({ sessions: [] });
  });

  test('gets no access before the link is opened; then it keeps its password and name', async () => {
    const { id, email } = await colleague();
    const caller = await server.as({ id });
    await invite({ email });
    expect((await caller.get(`/locations/${gym.locationId}`)).status).toBe(404);
    expect((await login(email, 'a password of my own')).body.user.userCompanies).toHaveLength(1);
    expect((await open(emailedToken())).body).toMatchObject({ needsPassword: false });
    const { status, body } = await accept(emailedToken(), { password: 'somebody else’s choice' });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id, firstName: 'Ruth', lastName: 'Vance' });
    expect((await login(email, 'a password of my own')).body.user.userCompanies).toHaveLength(2);
    expect((await caller.get(`/locations/${gym.locationId}`)).status).toBe(200);
  });

  test('is not taken over: signing out everywhere, renaming and disabling do not reach the other company', async () => {
    const { id, email } = await colleague();
    const caller = await server.as({ id });
    await invite({ email });
    await gym.by.admin.put(`/users/${id}?companyId=${gym.companyId}`, { body: { firstName: 'Renamed' } });
    expect((await gym.by.admin.delete(`/users/${id}/sessions`)).status).toBe(200);
    expect((await gym.by.admin.post(`/users/${id}/disable`, { body: { companyId: gym.companyId } })).status).toBe(409);
    expect((await caller.get('/account')).body.user).toMatchObject({ firstName: 'Ruth' });
  });
});

describe('managing an invitation at each level', () => {
  test('an admin of a location sends again and revokes what lies at their location alone', async () => {
    const boss = await grantee(at(gym.locationId, 'admin'));
    const here = await invite({}, boss.caller);
    const both = await invite({ locations: [at(gym.locationId), at(gym.otherLocationId)] });
    const admin = await invite({ role: 'admin', locations: [] });
    expect((await again(here.body.user.id, boss.caller)).status).toBe(200);
    for (const { body } of [both, admin])
      expect([
        (await again(body.user.id, boss.caller)).status,
        (await revoke(body.user.id, boss.caller)).status,
      ]).toEqual([403, 403]);
    expect((await revoke(here.body.user.id, boss.caller)).status).toBe(200);
  });

  test('everyone says whether the caller may change them: an admin of a location for what lies at their location alone', async () => {
    const boss = await grantee(at(gym.locationId, 'admin'));
    const here = await invite();
    const both = await invite({ locations: [at(gym.locationId), at(gym.otherLocationId)] });
    const mayChange = async (caller: Caller) =>
      Promise.all(
        [here, both].map(
          async ({ body }) =>
            (await caller.get(`/users/${body.user.id}?companyId=${gym.companyId}`)).body.mayChangeInvitation,
        ),
      );
    expect(await mayChange(boss.caller)).toEqual([true, false]);
    expect(await mayChange(gym.by.admin)).toEqual([true, true]);
  });

  test('another company’s is 404, one that was accepted 409', async () => {
    const { body } = await invite();
    expect((await rival.by.admin.post(`/users/${body.user.id}/invitation`)).status).toBe(404);
    expect((await rival.by.admin.delete(`/users/${body.user.id}/invitation`)).status).toBe(404);
    await accept(emailedToken());
    expect([(await again(body.user.id)).status, (await revoke(body.user.id)).status]).toEqual([409, 409]);
  });

  test('an invited admin does not count as one: the last active admin stays', async () => {
    await invite({ role: 'admin', locations: [] });
    const demoted = await gym.by.admin.put(`/users/${gym.users.admin.id}`, {
      body: { role: 'staff', locations: [at(gym.locationId)] },
    });
    expect(demoted).toMatchObject({ status: 409, body: { message: 'A company needs at least one admin' } });
    await accept(emailedToken());
    const second = await companyAdmin();
    expect((await gym.by.admin.post(`/users/${second.id}/disable`)).status).toBe(200);
  });
});
