import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import type { Household } from '#domain/households/contract.ts';
import { levels, type Level } from '#domain/shared/access.ts';
import { householdMembersMax } from '#domain/shared/limits.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const theirs = builders(server, rival);

const create = (payerId: string, by: Level = 'operator') =>
  gym.by[by].post('/households', { body: { name: 'Jones', payerId } });
const join = (id: string, contactId: string, body: object = {}, by: Level = 'operator') =>
  gym.by[by].post(`/households/${id}/members`, { body: { contactId, ...body } });
const read = async (id: string): Promise<Household> => (await gym.by.operator.get(`/households/${id}`)).body.household;

/** Anna pays for herself and Ben. */
async function family() {
  const anna = await make.contact({ first_name: 'Anna' });
  const ben = await make.contact({ first_name: 'Ben' });
  const { id } = (await create(anna)).body.household as Household;
  await join(id, ben, { relation: 'Son' });
  return { id, anna, ben, path: `/households/${id}`, benPath: `/households/${id}/members/${ben}` };
}

test('a household has a payer first, and members with a relation', async () => {
  const { id, anna, ben } = await family();
  const household = await read(id);
  expect(household).toMatchObject({
    name: 'Jones',
    payer: { id: anna, firstName: 'Anna' },
    memberCount: 2,
    savedCard: null,
    owed: 0,
    mayChange: true,
  });
  expect(household.members).toMatchObject([
    { id: anna, isPayer: true, mayAct: true, relation: null },
    { id: ben, isPayer: false, mayAct: false, relation: 'Son', hasSavedCard: false, memberships: [] },
  ]);
});

test('a member is shown with the memberships that have not expired', async () => {
  const { id, ben } = await family();
  await make.contactMembership(ben, { membership_name: 'Youth' });
  await make.contactMembership(ben, { membership_name: 'Old', end_date: '2020-02-01' });
  expect((await read(id)).members[1]?.memberships.map(({ membershipName }) => membershipName)).toEqual(['Youth']);
});

test('a list finds the household of a contact, by name, and at the home of its payer', async () => {
  const { id, ben } = await family();
  const loner = await make.contact();
  const ids = async (query: string) =>
    ((await gym.by.operator.get(`/households?${query}`)).body.households as Household[]).map((one) => one.id);
  expect(await ids(`contactId=${ben}`)).toEqual([id]);
  expect(await ids(`contactId=${loner}`)).toEqual([]);
  expect(await ids(`search=jone&locationId=${gym.locationId}&sortBy=name&sortOrder=asc`)).toContain(id);
  expect(await ids('search=smith')).toEqual([]);
  expect((await gym.by.admin.get(`/households?locationId=${gym.otherLocationId}`)).body.households).toEqual([]);
  expect(await ids(`ids=${id}`)).toEqual([id]);
});

test.each(levels)('levels that work with contacts read and change households: %s', async (level) => {
  const { id, path, benPath } = await family();
  const by = gym.by[level];
  const allowed = level !== 'point_of_sale';
  const statuses = [
    (await by.get('/households')).status,
    (await by.get(path)).status,
    (await create(await make.contact(), level)).status,
    (await by.put(path, { body: { name: 'Smith' } })).status,
    (await join(id, await make.contact(), {}, level)).status,
    (await by.put(benPath, { body: { mayAct: true } })).status,
    (await by.get(`${benPath}/removal`)).status,
    (await by.delete(benPath)).status,
    (await by.delete(path)).status,
  ];
  expect(statuses).toEqual(allowed ? [200, 200, 201, 200, 201, 200, 200, 200, 409] : Array(9).fill(403));
});

test('without a token nothing is read', async () => {
  const { path } = await family();
  expect((await server.anonymous.get(path)).status).toBe(401);
});

test('somebody who works at another location reads a household and changes nothing', async () => {
  const anna = await make.contact({ home_location_id: gym.otherLocationId });
  const { id } = (await create(anna, 'admin')).body.household;
  expect((await read(id)).mayChange).toBe(false);
  expect((await create(await make.contact({ home_location_id: gym.otherLocationId }))).status).toBe(403);
  expect((await join(id, await make.contact())).status).toBe(403);
  expect((await gym.by.operator.put(`/households/${id}`, { body: { name: 'Smith' } })).status).toBe(403);
});

test('another company’s household, payer and member are not found', async () => {
  const { id, path, benPath } = await family();
  const stranger = await theirs.contact();
  const other = (await rival.by.admin.post('/households', { body: { name: 'Rival', payerId: stranger } })).body
    .household;
  const statuses = [
    await rival.by.admin.get(path),
    await rival.by.admin.put(path, { body: { name: 'Mine' } }),
    await rival.by.admin.delete(benPath),
    await gym.by.admin.get(`/households/${other.id}`),
    await create(stranger),
    await join(id, stranger),
    await gym.by.admin.put(path, { body: { payerId: stranger } }),
    await gym.by.admin.delete(`${path}/members/${stranger}`),
    await gym.by.admin.get(`${path}/members/${uuid()}/removal`),
  ].map(({ status }) => status);
  expect(statuses).toEqual(Array(9).fill(404));
  expect((await gym.by.admin.get(`/households?contactId=${stranger}`)).body.households).toEqual([]);
});

test.each([
  [{ name: ' ', payerId: uuid() }, { name: 'Name is required' }],
  [{ name: 'x'.repeat(101), payerId: uuid() }, { name: 'Must be at most 100 characters' }],
  [{ name: 'Jones' }, { payerId: 'Choose who pays' }],
])('a household %j is refused', async (body, errors) => {
  expect(await gym.by.operator.post('/households', { body })).toMatchObject({ status: 400, body: { errors } });
});

test('a field that nobody knows is refused', async () => {
  const { id } = await family();
  expect((await join(id, await make.contact(), { role: 'child' })).status).toBe(400);
});

test('a relation has a longest length', async () => {
  const { benPath } = await family();
  expect((await gym.by.operator.put(benPath, { body: { relation: 'x'.repeat(41) } })).status).toBe(400);
  const { body } = await gym.by.operator.put(benPath, { body: { relation: null, mayAct: true } });
  expect(body.household.members[1]).toMatchObject({ relation: null, mayAct: true });
});

test('a contact is in one household at most', async () => {
  const { id, ben } = await family();
  expect(await create(ben)).toMatchObject({
    status: 409,
    body: { message: 'Ben Jones is in the household ‘Jones’. Remove them there first.' },
  });
  expect(await join(id, ben)).toMatchObject({
    status: 409,
    body: { message: 'Ben Jones is in this household already' },
  });
});

test('two households that add the same contact at once: one gets it', async () => {
  const [first, second] = [await family(), await family()];
  const cleo = await make.contact();
  const statuses = (await Promise.all([join(first.id, cleo), join(second.id, cleo)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409]);
});

test('a household has a largest size', async () => {
  const { id } = await family();
  for (let size = 2; size < householdMembersMax; size += 1) await join(id, await make.contact());
  expect(await join(id, await make.contact())).toMatchObject({
    status: 409,
    body: { message: `A household has at most ${householdMembersMax} members` },
  });
});

test('the payer stays while somebody depends on them, and another member takes over', async () => {
  const { id, anna, ben, path, benPath } = await family();
  const annaPath = `${path}/members/${anna}`;
  const stays = 'Anna Jones pays for this household. Choose another payer first.';
  expect(await gym.by.operator.delete(annaPath)).toMatchObject({ status: 409, body: { message: stays } });
  expect(await gym.by.operator.delete(path)).toMatchObject({
    status: 409,
    body: { message: 'Anna Jones still pays for others. Remove them from the household first.' },
  });
  expect(await gym.by.operator.delete(`/contacts/${anna}`)).toMatchObject({
    status: 409,
    body: {
      message: 'This contact cannot be deleted yet. They pay for the household ‘Jones’. Choose another payer first.',
    },
  });
  expect(await gym.by.operator.put(path, { body: { payerId: await make.contact() } })).toMatchObject({
    status: 400,
    body: { errors: { payerId: 'Add this contact to the household first' } },
  });
  expect((await gym.by.operator.put(path, { body: { payerId: ben } })).body.household.payer.id).toBe(ben);
  expect((await gym.by.operator.delete(annaPath)).status).toBe(200);
  expect(await gym.by.operator.delete(benPath)).toMatchObject({
    status: 409,
    body: { message: 'Ben Jones is the only member. Delete the household instead.' },
  });
  expect((await gym.by.operator.delete(path)).status).toBe(200);
  expect((await gym.by.operator.get(`/households/${id}`)).status).toBe(404);
  expect((await create(ben)).status).toBe(201);
});

test('a household that somebody changed meanwhile is not overwritten', async () => {
  const { id, path } = await family();
  const { updatedAt } = await read(id);
  await gym.by.manager.put(path, { body: { name: 'Smith', updatedAt } });
  expect((await gym.by.operator.put(path, { body: { name: 'Brown', updatedAt } })).status).toBe(409);
  expect((await read(id)).name).toBe('Smith');
});

test('a member who is deleted leaves the household, and a payer who is alone takes it along', async () => {
  const { id, anna, ben } = await family();
  await make.checkin(ben);
  expect((await gym.by.operator.delete(`/contacts/${ben}`)).status).toBe(200);
  expect((await read(id)).members.map((member) => member.id)).toEqual([anna]);
  expect((await gym.by.operator.delete(`/contacts/${anna}`)).status).toBe(200);
  expect((await gym.by.operator.get(`/households/${id}`)).status).toBe(404);
});

test('a payer who is deleted while a member joins: one of the two is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const anna = await make.contact();
    const { id } = (await create(anna)).body.household;
    const [deleted, joined] = await Promise.all([
      gym.by.operator.delete(`/contacts/${anna}`),
      join(id, await make.contact()),
    ]);
    expect([
      [200, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, joined.status]);
  }
});

test('two payers who swap at once leave one payer', async () => {
  const { id, anna, ben, path } = await family();
  await Promise.all([anna, ben, ben, anna].map((payerId) => gym.by.operator.put(path, { body: { payerId } })));
  expect((await read(id)).members.filter(({ isPayer }) => isPayer)).toHaveLength(1);
});
