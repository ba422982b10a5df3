import { beforeEach, describe, expect, test } from 'vitest';
import { createGym, createUser, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { begunSecondFactor, turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { sharedServer } from '#tests/support/server.ts';
import { createStaff } from '#tests/support/staff.ts';

let gym: Gym;
let rival: Gym;

const server = await sharedServer();
beforeEach(async () => {
  [gym, rival] = [await createGym(server), await createGym(server)];
  server.clock.now = new Date();
});

const { at, grantee, companyAdmin, invitation } = createStaff(() => ({ server, gym }));

const names = (body: { users: { user: { firstName: string; lastName: string } }[] }) =>
  body.users.map(({ user }) => `${user.firstName} ${user.lastName}`);
const list = (caller = gym.by.admin, query = '') => caller.get(`/users?companyId=${gym.companyId}${query}`);
const one = (id: string, caller = gym.by.admin) => caller.get(`/users/${id}?companyId=${gym.companyId}`);
const change = (id: string, body: object, caller = gym.by.admin) =>
  caller.put(`/users/${id}?companyId=${gym.companyId}`, { body });
const act = (id: string, action: string, caller = gym.by.admin) =>
  caller.post(`/users/${id}/${action}`, { body: { companyId: gym.companyId } });
const canReadContacts = async (caller: Gym['by']['admin']) =>
  (await caller.get(`/contacts?locationId=${gym.locationId}`)).status;

/** Gives a person of this gym access to the rival as well. */
const alsoAtRival = (userId: string) => makeAdmin(server.database, userId, rival.companyId);

describe('GET /users', () => {
  test('a company admin gets everyone of the company with their access, by name', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(names(body)).toEqual(['Sam admin', 'Sam manager', 'Sam operator', 'Sam point_of_sale']);
    expect(body.pagination).toMatchObject({ total: 4 });
    expect(body.users[0]).toMatchObject({ role: 'admin', locations: [], user: { status: 'active', invitedAt: null } });
    expect(body.users[1]).toMatchObject({
      role: 'staff',
      locations: [{ location: { id: gym.locationId, name: `${gym.companyName} North` }, accessLevel: 'manager' }],
      user: { id: gym.users.manager.id, email: gym.users.manager.email },
    });
  });

  test('an admin of a location gets people with access there, and only their access there', async () => {
    const boss = await grantee(at(gym.otherLocationId, 'admin'), at(gym.locationId, 'manager'));
    const both = await grantee(at(gym.locationId, 'operator'), at(gym.otherLocationId, 'operator'));
    const { body } = await list(boss.caller);
    const byId = new Map(body.users.map((row: { user: { id: string } }) => [row.user.id, row]));
    expect([...byId.keys()].toSorted()).toEqual([boss.id, both.id, gym.users.admin.id].toSorted());
    expect(byId.get(both.id)).toMatchObject({ locations: [{ location: { id: gym.otherLocationId } }] });
    expect((await one(gym.users.manager.id, boss.caller)).status).toBe(404);
  });

  test('access to an archived location is hidden, in the list and for one person', async () => {
    const both = await grantee(at(gym.locationId, 'operator'), at(gym.otherLocationId, 'operator'));
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    const here = [{ location: { id: gym.locationId, name: `${gym.companyName} North` }, accessLevel: 'operator' }];
    const listed = (await list()).body.users.find(({ user }: { user: { id: string } }) => user.id === both.id);
    expect(listed.locations).toEqual(here);
    expect((await one(both.id)).body.locations).toEqual(here);
  });

  test('a company admin sees who has two-step verification; an admin of a location does not, and an invitation does not tell', async () => {
    const elsewhere = await createUser(server.database);
    await turnOnSecondFactor(server, await server.as(elsewhere));
    await turnOnSecondFactor(server, gym.by.manager);
    await begunSecondFactor(server, gym.by.operator);
    expect((await gym.by.admin.post('/users', { body: { ...invitation(), email: elsewhere.email } })).status).toBe(201);
    const { body } = await list();
    const has = new Map(
      body.users.map(({ user }: { user: { id: string; hasSecondFactor?: boolean } }) => [
        user.id,
        user.hasSecondFactor,
      ]),
    );
    expect([gym.users.admin, gym.users.manager, gym.users.operator, elsewhere].map(({ id }) => has.get(id))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect((await one(gym.users.manager.id)).body.user.hasSecondFactor).toBe(true);
    const boss = await grantee(at(gym.locationId, 'admin'));
    for (const { user } of (await list(boss.caller)).body.users) expect(user).not.toHaveProperty('hasSecondFactor');
  });

  test.each([
    ['search=manager', ['Sam manager']],
    ['search=POINT_OF_SALE-', ['Sam point_of_sale']],
    ['search=%25', []],
    ['search=manager,%20sam', ['Sam manager']],
    ['search=S%C3%A1m%20point_of_sale-', ['Sam point_of_sale']],
    ['search=sam%20nobody', []],
    ['status=invited', []],
    ['status=active&limit=2', ['Sam admin', 'Sam manager']],
    ['sortBy=name&sortOrder=desc&limit=1', ['Sam point_of_sale']],
  ])('%s', async (query, expected) => {
    expect(names((await list(gym.by.admin, `&${query}`)).body)).toEqual(expected);
  });

  test('sorted by last seen, with the newest first', async () => {
    server.clock.now = new Date(Date.now() + 60 * 60_000);
    await gym.by.operator.get('/locations');
    const { body } = await list(gym.by.manager);
    expect(body.message).toBe('Your access level cannot do this');
    expect(names((await list(gym.by.admin, '&sortBy=lastSeenAt&sortOrder=desc&limit=2')).body)).toContain(
      'Sam operator',
    );
  });

  test('a location narrows the list to who has access there', async () => {
    const south = await grantee(at(gym.otherLocationId));
    const { body } = await list(gym.by.admin, `&locationId=${gym.otherLocationId}`);
    expect(body.users.map((row: { user: { id: string } }) => row.user.id).toSorted()).toEqual(
      [gym.users.admin.id, south.id].toSorted(),
    );
  });
});

describe('PUT /users/{id}', () => {
  test('a lower level takes effect at the person’s next request', async () => {
    expect(await canReadContacts(gym.by.operator)).toBe(200);
    const { id } = gym.users.operator;
    const read = await one(id);
    const { status, body } = await change(id, {
      locations: [at(gym.otherLocationId, 'point_of_sale')],
      updatedAt: read.body.user.updatedAt,
    });
    expect([status, body.message]).toEqual([200, 'User updated']);
    expect(body.locations).toEqual([
      { location: { id: gym.otherLocationId, name: `${gym.companyName} South` }, accessLevel: 'point_of_sale' },
    ]);
    expect(await canReadContacts(gym.by.operator)).toBe(404);
  });

  test('the next response to the person says that their access has changed, so that the sidebar changes too', async () => {
    const { id, caller } = await grantee(at(gym.locationId, 'manager'));
    const accessHash = async () => (await caller.get('/locations')).headers['x-access'];
    const before = await accessHash();
    expect(await accessHash()).toBe(before);
    expect((await change(id, { locations: [at(gym.locationId, 'point_of_sale')] })).status).toBe(200);
    expect(await accessHash()).not.toBe(before);
  });

  test('a stale updatedAt is 409', async () => {
    const { id } = gym.users.operator;
    const { updatedAt } = (await one(id)).body.user;
    expect((await change(id, { firstName: 'Nia', updatedAt })).body.user.firstName).toBe('Nia');
    expect(await change(id, { firstName: 'Mia', updatedAt })).toMatchObject({
      status: 409,
      body: { message: 'This was changed by someone else' },
    });
  });

  test.each([
    [{ role: 'owner' }, 400],
    [{ locations: [] }, 400],
    [{ locations: [{ locationId: 'x', accessLevel: 'operator' }] }, 400],
    [{ firstName: ' ' }, 400],
  ])('%j is %i', async (body, status) => {
    expect((await change(gym.users.operator.id, body)).status).toBe(status);
  });

  test('another company’s location is 404, even for an admin of both', async () => {
    expect((await change(gym.users.operator.id, { locations: [at(rival.locationId)] })).status).toBe(404);
    await alsoAtRival(gym.users.admin.id);
    expect((await change(gym.users.operator.id, { locations: [at(rival.locationId)] })).status).toBe(404);
  });

  test('staff become company admins and vice versa, but the last admin stays', async () => {
    expect((await change(gym.users.admin.id, { role: 'staff', locations: [at(gym.locationId)] })).body.message).toBe(
      'A company needs at least one admin',
    );
    expect((await change(gym.users.manager.id, { role: 'admin' })).body).toMatchObject({
      role: 'admin',
      locations: [],
    });
    expect((await gym.by.manager.get(`/users?companyId=${gym.companyId}`)).status).toBe(200);
    expect((await change(gym.users.admin.id, { role: 'staff', locations: [at(gym.locationId)] })).body.role).toBe(
      'staff',
    );
    expect((await list()).status).toBe(403);
  });

  test('of two admins who remove each other’s role concurrently one remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      gym = await createGym(server);
      const second = await companyAdmin();
      const staff = { role: 'staff', locations: [at(gym.locationId)] };
      const replies = await Promise.all([change(second.id, staff), change(gym.users.admin.id, staff, second.caller)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });

  test('a company admin may change a name, unless the person works for another company too', async () => {
    const boss = await grantee(at(gym.locationId, 'admin'));
    expect((await change(gym.users.operator.id, { firstName: 'Nia' }, boss.caller)).status).toBe(403);
    expect((await change(gym.users.operator.id, { firstName: 'Nia' })).status).toBe(200);
    await alsoAtRival(gym.users.operator.id);
    expect((await one(gym.users.operator.id)).body.worksElsewhere).toBe(true);
    expect((await change(gym.users.operator.id, { firstName: 'Mia' })).status).toBe(409);
    expect(
      (await change(gym.users.operator.id, { firstName: 'Nia', locations: [at(gym.locationId, 'manager')] })).status,
    ).toBe(200);
  });
});

describe('an admin of a location', () => {
  let boss: Awaited<ReturnType<typeof grantee>>;
  beforeEach(async () => {
    boss = await grantee(at(gym.locationId, 'admin'), at(gym.otherLocationId, 'operator'));
  });

  test.each([
    ['gives the company admin role', { role: 'admin' }, 403],
    ['gives another location', () => ({ locations: [at(gym.otherLocationId, 'operator')] }), 403],
    ['gives another company’s location', () => ({ locations: [at(rival.locationId)] }), 404],
  ])('who %s is refused', async (_what, body, status) => {
    const before = await one(gym.users.operator.id);
    expect((await change(gym.users.operator.id, typeof body === 'function' ? body() : body, boss.caller)).status).toBe(
      status,
    );
    expect((await one(gym.users.operator.id)).body).toEqual(before.body);
  });

  test('cannot change their own access, a company admin, or somebody of another location', async () => {
    const elsewhere = await grantee(at(gym.otherLocationId));
    expect((await change(boss.id, { locations: [at(gym.locationId, 'admin')] }, boss.caller)).status).toBe(403);
    expect((await change(gym.users.admin.id, { locations: [at(gym.locationId)] }, boss.caller)).status).toBe(403);
    expect((await change(elsewhere.id, { locations: [at(gym.locationId)] }, boss.caller)).status).toBe(404);
  });

  test('replaces the access at their location, and other locations stay hidden and unchanged', async () => {
    const both = await grantee(at(gym.locationId), at(gym.otherLocationId, 'manager'));
    const { body } = await change(both.id, { locations: [at(gym.locationId, 'manager')] }, boss.caller);
    expect(body.locations).toEqual([
      { location: { id: gym.locationId, name: `${gym.companyName} North` }, accessLevel: 'manager' },
    ]);
    expect((await change(both.id, { locations: [] }, boss.caller)).body.locations).toEqual([]);
    expect((await one(both.id)).body.locations).toEqual([
      { location: { id: gym.otherLocationId, name: `${gym.companyName} South` }, accessLevel: 'manager' },
    ]);
  });

  test('can remove a person’s only location, who then is visible to company admins only', async () => {
    expect((await change(gym.users.operator.id, { locations: [] }, boss.caller)).status).toBe(200);
    expect((await gym.by.operator.get('/locations')).body).toEqual({ companyLocations: [], directLocationAccess: [] });
    expect((await one(gym.users.operator.id)).body).toMatchObject({ locations: [], user: { status: 'active' } });
  });

  test('cannot disable, and sees no sessions', async () => {
    expect((await act(gym.users.operator.id, 'disable', boss.caller)).status).toBe(403);
    expect((await boss.caller.get(`/users/${gym.users.operator.id}/sessions`)).status).toBe(403);
  });

  test('invites to their own location only', async () => {
    const inviting = (body: object) => boss.caller.post('/users', { body: invitation(body) });
    expect((await inviting({ role: 'admin', locations: [] })).status).toBe(403);
    expect((await inviting({ locations: [at(gym.locationId), at(gym.otherLocationId)] })).status).toBe(403);
    expect((await inviting({ locations: [at(gym.locationId, 'manager')] })).status).toBe(201);
  });
});
