import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, makeAdmin } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const other = await createGym(server);
// Admin of both companies.
await makeAdmin(server.database, gym.users.admin.id, other.companyId);

test('a sales item stays at its location: another one is refused under its field and nothing is changed', async () => {
  const id = await builders(server, gym).salesItem({ name: 'Bar' });
  const message = 'A sales item cannot be moved to another location';
  for (const locationId of [gym.otherLocationId, other.locationId]) {
    expect(await gym.by.admin.put(`/sales-items/${id}`, { body: { locationId, name: 'Moved' } })).toMatchObject({
      status: 400,
      body: { message, errors: { locationId: message } },
    });
  }
  expect((await gym.by.admin.get(`/sales-items/${id}`)).body.salesItem).toMatchObject({
    name: 'Bar',
    locationId: gym.locationId,
  });
  expect(
    await gym.by.admin.put(`/sales-items/${id}`, { body: { locationId: gym.locationId, name: 'Same' } }),
  ).toMatchObject({ status: 200, body: { salesItem: { name: 'Same' } } });
});

test('a plan, an agreement and a location stay in their company: another one is refused under its field', async () => {
  const planId = await builders(server, gym).plan();
  const records = [`/memberships/${planId}`, `/locations/${gym.locationId}`];
  for (const path of records) {
    const { status, body } = await gym.by.admin.put(path, { body: { companyId: other.companyId } });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['companyId']]);
    expect((await gym.by.admin.put(path, { body: { companyId: gym.companyId } })).status).toBe(200);
  }
});

test('a plan and a contact that name another location of their company move there', async () => {
  const make = builders(server, gym);
  const planId = await make.plan({ location_id: gym.locationId });
  const contactId = await make.contact();
  const plan = await gym.by.admin.put(`/memberships/${planId}`, { body: { locationId: gym.otherLocationId } });
  expect(plan.body.membership.locationId).toBe(gym.otherLocationId);
  const contact = await gym.by.admin.put(`/contacts/${contactId}`, { body: { homeLocationId: gym.otherLocationId } });
  expect(contact.body.contact.homeLocationId).toBe(gym.otherLocationId);
});
