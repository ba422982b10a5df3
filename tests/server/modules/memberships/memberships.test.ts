import { describe, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createGym, createUser } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);

const createBody = (change: object = {}) => ({ name: 'Gold', price: 59.99, ...change });
const create = async (change: object = {}) => {
  const { status, body } = await gym.by.operator.post('/memberships', { body: createBody(change) });
  expect(status).toBe(201);
  return body.membership;
};
const buildAgreement = async (
  change: { name?: string; location_id?: string | null; display_order?: number } = {},
  { companyId } = gym,
) => {
  const id = uuid();
  const row = { id, company_id: companyId, location_id: null, name: 'Waiver', archived_at: null, ...change };
  await server.database.scoped([companyId], (tx) => tx.insertInto('agreements').values(row).execute());
  return id;
};

describe('POST /memberships', () => {
  test('a new plan is no_contract, monthly, unpublished, active and company-wide unless it says otherwise', async () => {
    const { status, body } = await gym.by.operator.post('/memberships', { body: createBody() });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      membership: {
        companyId: gym.companyId,
        locationId: null,
        name: 'Gold',
        description: null,
        type: 'no_contract',
        contractLengthMonths: null,
        price: 59.99,
        billingFrequency: 'monthly',
        accessDurationDays: null,
        isPublished: false,
        isActive: true,
        agreementIds: [],
      },
      location: null,
      agreements: [],
    });
  });

  test('fields that the type and billing do not need are cleared', async () => {
    const plan = await create({ contractLengthMonths: 12, accessDurationDays: 30 });
    expect(plan).toMatchObject({ contractLengthMonths: null, accessDurationDays: null });
  });

  describe('with a number of visits', () => {
    const pass = { billingFrequency: 'one_time', accessDurationDays: 90 };

    test.each([1, 1_000])('%i visits', async (visitLimit) =>
      expect(await create({ ...pass, visitLimit, validFrom: 'first_visit' })).toMatchObject({
        visitLimit,
        validFrom: 'first_visit',
      }),
    );
    test('is valid from the purchase unless it says otherwise', async () =>
      expect(await create({ ...pass, visitLimit: 10 })).toMatchObject({ visitLimit: 10, validFrom: 'purchase' }));

    test.each([
      [{ ...pass, visitLimit: 0 }, 'visitLimit'],
      [{ ...pass, visitLimit: 1_001 }, 'visitLimit'],
      [{ ...pass, visitLimit: 2.5 }, 'visitLimit'],
      [{ ...pass, visitLimit: '10' }, 'visitLimit'],
      [{ ...pass, visitLimit: 10, validFrom: 'birth' }, 'validFrom'],
      [{ ...pass, validFrom: 'first_visit' }, 'visitLimit'],
      [{ visitLimit: 10 }, 'visitLimit'],
      [{ billingFrequency: 'annually', visitLimit: 10 }, 'visitLimit'],
      [{ validFrom: 'purchase' }, 'validFrom'],
    ])('%j is 400', async (change, field) => {
      const { status, body } = await gym.by.operator.post('/memberships', { body: createBody(change) });
      expect(status).toBe(400);
      expect(Object.keys(body.errors)).toContain(field);
    });

    test('loses it with another billing, and keeps it when another field changes', async () => {
      const { id } = await create({ ...pass, visitLimit: 10, validFrom: 'first_visit' });
      const put = async (body: object) => gym.by.operator.put(`/memberships/${id}`, { body });
      expect((await put({ name: 'Pack' })).body.membership).toMatchObject({ visitLimit: 10, validFrom: 'first_visit' });
      expect((await put({ visitLimit: 1_001 })).status).toBe(400);
      expect((await put({ visitLimit: 20, billingFrequency: 'monthly' })).status).toBe(400);
      expect((await put({ visitLimit: null })).body.membership).toMatchObject({ visitLimit: null, validFrom: null });
      expect((await put({ validFrom: 'first_visit' })).status).toBe(400);
      await put({ visitLimit: 5 });
      expect((await put({ billingFrequency: 'monthly' })).body.membership).toMatchObject({
        visitLimit: null,
        validFrom: null,
      });
    });
  });

  test('its company is its location’s, else the one named, else the caller’s only one', async () => {
    const both = await server.as(await twoCompanies());
    const post = async (body: object) => (await both.post('/memberships', { body: createBody(body) })).body;
    expect((await post({ locationId: rival.locationId })).membership.companyId).toBe(rival.companyId);
    expect((await post({ companyId: rival.companyId })).membership.companyId).toBe(rival.companyId);
    expect(await post({})).toEqual({ message: 'Company is required', errors: { companyId: 'Company is required' } });
  });

  test('a plan of a location includes it in the response', async () => {
    const { body } = await gym.by.operator.post('/memberships', { body: createBody({ locationId: gym.locationId }) });
    expect(body.location).toMatchObject({ id: gym.locationId, city: 'Denver', timezone: gym.timezone });
  });

  test('agreements are attached in their display order', async () => {
    const second = await buildAgreement({ name: 'Second', display_order: 2 });
    const first = await buildAgreement({ name: 'First', display_order: 1 });
    const { body } = await gym.by.operator.post('/memberships', {
      body: createBody({ agreementIds: [second, first] }),
    });
    expect(body.membership.agreementIds).toEqual([first, second]);
    expect(body.agreements.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second']);
  });

  async function twoCompanies() {
    const { id } = await createUser(server.database);
    const admin = [gym, rival].map(({ companyId }) => ({ user_id: id, company_id: companyId }));
    await server.database.unscoped.insertInto('company_admins').values(admin).execute();
    return { id };
  }
});

describe('PUT /memberships/:id', () => {
  const put = async (id: string, body: object) => {
    const response = await gym.by.admin.put(`/memberships/${id}`, { body });
    return { status: response.status, ...response.body };
  };

  test('changes the named fields: an absent field stays, null or empty text clears', async () => {
    const agreement = await buildAgreement();
    const plan = await create({ description: 'Good', locationId: gym.locationId, agreementIds: [agreement] });
    const { membership } = await put(plan.id, { name: 'Platinum', isPublished: true, isActive: false });
    expect(membership).toMatchObject({
      ...plan,
      name: 'Platinum',
      isPublished: true,
      isActive: false,
      updatedAt: expect.any(String),
    });
    const emptied = await put(plan.id, { description: '', locationId: '', agreementIds: [] });
    expect(emptied).toMatchObject({
      membership: { description: null, locationId: null, agreementIds: [] },
      location: null,
      agreements: [],
    });
  });

  test('changing the type to no_contract clears the contract length, another billing the access duration', async () => {
    const contract = await create({ type: 'contract', contractLengthMonths: 12 });
    expect((await put(contract.id, { type: 'no_contract' })).membership.contractLengthMonths).toBeNull();
    const pass = await create({ billingFrequency: 'one_time', accessDurationDays: 30 });
    expect((await put(pass.id, { billingFrequency: 'monthly' })).membership.accessDurationDays).toBeNull();
  });

  test('the changed record must be a valid plan', async () => {
    const plan = await create();
    const length = 'Contract length is required for contract memberships';
    expect(await put(plan.id, { type: 'contract' })).toEqual({
      status: 400,
      message: length,
      errors: { contractLengthMonths: length },
    });
    const days = 'Access duration is required for one-time memberships';
    expect(await put(plan.id, { billingFrequency: 'one_time' })).toEqual({
      status: 400,
      message: days,
      errors: { accessDurationDays: days },
    });
    const contract = await create({ type: 'contract', contractLengthMonths: 12 });
    expect(await put(contract.id, { contractLengthMonths: null })).toMatchObject({ status: 400, message: length });
    expect(await put(contract.id, { contractLengthMonths: 24 })).toMatchObject({
      status: 200,
      membership: { contractLengthMonths: 24 },
    });
  });

  test('a stale updatedAt is 409, even for concurrent edits', async () => {
    const { id, updatedAt } = await create();
    const replies = await Promise.all(['A', 'B', 'C'].map((name) => put(id, { name, updatedAt })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await put(id, { name: 'D', updatedAt })).toEqual({
      status: 409,
      message: 'This was changed by someone else',
    });
  });

  test('an attached agreement outside of the editor’s access may stay, but a new one is 404', async () => {
    const elsewhere = await buildAgreement({ location_id: gym.otherLocationId });
    const { body } = await gym.by.admin.post('/memberships', { body: createBody({ agreementIds: [elsewhere] }) });
    const kept = await gym.by.operator.put(`/memberships/${body.membership.id}`, {
      body: { name: 'Kept', agreementIds: [elsewhere] },
    });
    expect(kept.body.membership).toMatchObject({ name: 'Kept', agreementIds: [elsewhere] });
    const plan = await create();
    const { status } = await gym.by.operator.put(`/memberships/${plan.id}`, { body: { agreementIds: [elsewhere] } });
    expect(status).toBe(404);
  });
});

describe('DELETE /memberships/:id', () => {
  const getRow = (id: string) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirst(),
    );

  test('a plan that nobody bought is deleted with its relations', async () => {
    const { id } = await create({ agreementIds: [await buildAgreement()] });
    const { status, body } = await gym.by.operator.delete(`/memberships/${id}`);
    expect({ status, ...body }).toEqual({ status: 200, message: 'Membership deleted' });
    expect(await getRow(id)).toBeUndefined();
    expect((await gym.by.operator.delete(`/memberships/${id}`)).status).toBe(404);
  });

  test('a plan that somebody bought is archived: gone from lists and by id, still held by its buyers', async () => {
    const { id } = await create({ name: 'Once bought' });
    const contact = await make.contact();
    await make.contactMembership(contact, { membership_id: id });
    expect((await gym.by.operator.delete(`/memberships/${id}`)).status).toBe(200);
    expect(await getRow(id)).toMatchObject({ archived_at: expect.any(Date) });
    expect((await gym.by.operator.get(`/memberships/${id}`)).status).toBe(404);
    expect((await gym.by.operator.get('/memberships?search=Once+bought')).body.memberships).toEqual([]);
    const checkin = { contactId: contact, locationId: gym.locationId, doorId: 'Front Desk' };
    expect((await gym.by.operator.post('/checkins', { body: checkin })).status).toBe(201);
  });
});
