import { describe, expect, test } from 'vitest';
import { createGym, createUser } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const whole = {
  name: 'Iron Peak',
  email: 'hello@iron.test',
  phone: '3035550100',
  address: '1 Main St',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'USA',
  website: 'https://iron.test',
  isActive: true,
};

describe('PUT /companies/{id}', () => {
  test('changes the named fields, clears with null or "", and returns the company and a message', async () => {
    const place = await createGym(server);
    const put = (body: object) => place.by.admin.put(`/companies/${place.companyId}`, { body });
    const first = await put(whole);
    expect(first).toMatchObject({ status: 200, body: { company: whole, message: 'Company updated' } });
    const second = await put({ email: '', website: null });
    expect(second.body.company).toMatchObject({ ...whole, email: null, website: null });
    expect(second.body.company.updatedAt > first.body.company.updatedAt).toBe(true);
    expect((await place.by.operator.get(`/companies/${place.companyId}`)).body.company).toEqual(second.body.company);
  });

  test('a stale updatedAt is 409 and changes nothing', async () => {
    const { body } = await gym.by.admin.get(`/companies/${gym.companyId}`);
    const put = (name: string) =>
      gym.by.admin.put(`/companies/${gym.companyId}`, { body: { name, updatedAt: body.company.updatedAt } });
    const replies = await Promise.all([put('One'), put('Two'), put('Three')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({ message: 'This was changed by someone else' });
  });

  test('a direct grant of admin at a location is not enough', async () => {
    const user = await createUser(server.database);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('location_access')
        .values({ user_id: user.id, company_id: gym.companyId, location_id: gym.locationId, access_level: 'admin' })
        .execute(),
    );
    const caller = await server.as(user);
    expect((await caller.put(`/companies/${gym.companyId}`, { body: { name: 'Mine now' } })).status).toBe(403);
  });
});

describe('POST and DELETE /companies', () => {
  test('a company without a name is refused', async () => {
    const { status, body } = await gym.by.admin.post('/companies', { body: { email: 'x@y.test' } });
    expect([status, body.errors]).toEqual([400, { name: 'Company name is required' }]);
  });

  test('the creator of a company becomes its admin', async () => {
    const { status, body } = await gym.by.admin.post('/companies', { body: { name: 'Second' } });
    expect(status).toBe(201);
    const list = await gym.by.admin.get('/companies');
    expect(
      list.body.companies.map(({ company, role }: { company: { id: string }; role: string }) => [company.id, role]),
    ).toEqual([
      [gym.companyId, 'admin'],
      [body.company.id, 'admin'],
    ]);
    expect((await rival.by.admin.get(`/companies/${body.company.id}`)).status).toBe(404);
    expect((await gym.by.admin.delete(`/companies/${body.company.id}`)).body).toEqual({ message: 'Company deleted' });
    expect((await gym.by.admin.get('/companies')).body.companies).toHaveLength(1);
  });

  test('a company with history is archived: nobody and no job can open it, but its rows stay', async () => {
    const place = await createGym(server);
    expect((await place.by.admin.delete(`/companies/${place.companyId}`)).status).toBe(200);
    expect((await place.by.admin.get('/companies')).body.companies).toEqual([]);
    expect((await place.by.admin.get('/account')).body.user.userCompanies).toEqual([]);
    expect((await place.by.operator.get('/locations')).body.directLocationAccess).toEqual([]);
    expect((await place.by.operator.get(`/locations/${place.locationId}`)).status).toBe(403);
    expect(await server.database.everyCompany()).not.toContain(place.companyId);
    const rows = await server.database.scoped([place.companyId], (tx) =>
      tx.selectFrom('locations').select('id').execute(),
    );
    expect(rows).toHaveLength(2);
  });
});
