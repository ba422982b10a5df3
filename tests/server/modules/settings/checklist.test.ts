import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createUser, makeAdmin } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

/** A company whose only user is its admin, without a location. */
async function newCompany(): Promise<{ admin: Caller; companyId: string }> {
  const companyId = uuid();
  const user = await createUser(server.database);
  await server.database.scoped([companyId], (tx) =>
    tx.insertInto('companies').values({ id: companyId, name: 'New Gym' }).execute(),
  );
  await makeAdmin(server.database, user.id, companyId);
  return { admin: await server.as(user), companyId };
}

const nothing = {
  location: false,
  payments: false,
  plan: false,
  planOnSale: false,
  salesItem: false,
  staff: false,
  contacts: false,
  receipts: false,
  dismissedAt: null,
};

describe('GET /companies/{id}/checklist', () => {
  test('in a new company nothing is done, and each step is done once its data exists', async () => {
    const { admin, companyId } = await newCompany();
    const read = async () => (await admin.get(`/companies/${companyId}/checklist`)).body.checklist;
    expect(await read()).toEqual(nothing);

    const created = await admin.post('/locations', { body: { name: 'Downtown', salesTaxRate: 0.08 } });
    const locationId: string = created.body.location.id;
    expect(await read()).toEqual(nothing);
    await admin.put(`/locations/${locationId}`, { body: { address: '1 Main St', city: 'Denver' } });
    expect(await read()).toEqual({ ...nothing, location: true });

    const make = builders(server, { companyId, locationId });
    await make.plan();
    await make.salesItem();
    expect(await read()).toEqual({ ...nothing, location: true, plan: true, planOnSale: true, salesItem: true });
    await make.contact();
    const second = await createUser(server.database);
    await server.database.scoped([companyId], (tx) =>
      tx
        .insertInto('location_access')
        .values({ user_id: second.id, company_id: companyId, location_id: locationId, access_level: 'operator' })
        .execute(),
    );
    const put = (body: object) => admin.put(`/companies/${companyId}/settings`, { body });
    await put({ payments: { cashOnly: true }, receipts: { legalName: 'New Gym LLC' } });
    const all = {
      location: true,
      payments: true,
      plan: true,
      planOnSale: true,
      salesItem: true,
      staff: true,
      contacts: true,
      receipts: true,
    };
    expect(await read()).toEqual({ ...all, dismissedAt: null });

    const dismissedAt = '2026-03-01T10:00:00.000Z';
    await put({ checklist: { dismissedAt } });
    expect(await read()).toEqual({ ...all, dismissedAt });
  });

  test('Stripe keys complete the payments step, and archived records do not count', async () => {
    const { admin, companyId } = await newCompany();
    const locationId = (
      await admin.post('/locations', { body: { name: 'Downtown', address: '1 Main St', city: 'Denver' } })
    ).body.location.id;
    const make = builders(server, { companyId, locationId });
    await make.plan({ archived_at: new Date() });
    await make.salesItem({ archived_at: new Date() });
    await make.contact({ archived_at: new Date() });
    await server.database.scoped([companyId], (tx) =>
      tx
        .insertInto('stripe_configs')
        .values({
          company_id: companyId,
          publishable_key: 'pk',
          secret_key_sealed: 'x',
          secret_key_masked: 'x',
          webhook_endpoint_id: null,
          webhook_secret_sealed: null,
        })
        .execute(),
    );
    await admin.delete(`/locations/${locationId}`);
    expect((await admin.get(`/companies/${companyId}/checklist`)).body.checklist).toEqual({
      ...nothing,
      payments: true,
    });
  });

  test('a plan that is unpublished or inactive is the first plan, and is not on sale', async () => {
    const { admin, companyId } = await newCompany();
    const locationId = (await admin.post('/locations', { body: { name: 'Downtown' } })).body.location.id;
    const make = builders(server, { companyId, locationId });
    const read = async () => (await admin.get(`/companies/${companyId}/checklist`)).body.checklist;
    await make.plan({ is_published: false });
    await make.plan({ is_active: false });
    expect(await read()).toEqual({ ...nothing, plan: true });
    await make.plan();
    expect(await read()).toEqual({ ...nothing, plan: true, planOnSale: true });
  });

  test('the second person has access, or is invited to it, and is not disabled', async () => {
    const { admin, companyId } = await newCompany();
    const locationId: string = (await admin.post('/locations', { body: { name: 'Downtown' } })).body.location.id;
    const hasStaff = async () => (await admin.get(`/companies/${companyId}/checklist`)).body.checklist.staff;
    const { id } = await createUser(server.database);
    await server.database.unscoped
      .insertInto('location_access')
      .values({ user_id: id, company_id: companyId, location_id: locationId, access_level: 'operator' })
      .execute();
    expect(await hasStaff()).toBe(true);
    await admin.post(`/users/${id}/disable`, { body: { companyId } });
    expect(await hasStaff()).toBe(false);
    const invitation = await admin.post('/users', {
      body: {
        companyId,
        email: `${uuid()}@staff.test`,
        firstName: 'Mia',
        lastName: 'Stone',
        role: 'staff',
        locations: [{ locationId, accessLevel: 'operator' }],
      },
    });
    expect(invitation.status).toBe(201);
    expect(await hasStaff()).toBe(true);
  });
});
