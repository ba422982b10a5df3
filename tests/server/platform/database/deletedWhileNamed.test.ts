import { beforeAll, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeAll(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const admin = () => server.as(gym.users.admin);
const deleted = async (path: string) => (await admin()).delete(path).then(({ status, body }) => [status, body.message]);

test('a plan that only a planned change names is archived, and the change takes place', async () => {
  const membership = await gym.bought('2026-11-01');
  const membershipId = await gym.make.plan({ name: 'Off-Peak', price_cents: 2_999 });
  await membership.call('post', 'plan-change', { membershipId, when: 'renewal' });
  expect(await deleted(`/memberships/${membershipId}`)).toEqual([200, 'Membership deleted']);
  expect((await (await admin()).get(`/memberships/${membershipId}`)).status).toBe(404);
  expect((await membership.row()).plannedChange).toEqual({ membershipId, name: 'Off-Peak', on: '2026-12-01' });
  gym.setClock('2026-11-30');
  await gym.renew();
  expect(await membership.row()).toMatchObject({
    membershipId,
    membershipName: 'Off-Peak',
    purchasePrice: 29.99,
    plannedChange: null,
  });
});

test('a plan that only an unpaid change names is archived', async () => {
  const membership = await gym.bought('2026-11-01');
  const membershipId = await gym.make.plan({ price_cents: 8_000 });
  await membership.call('post', 'plan-change', { membershipId, when: 'now', method: 'card' });
  expect(await deleted(`/memberships/${membershipId}`)).toEqual([200, 'Membership deleted']);
});

test('an item, an agreement, a fee and an addition that plans and parked sales name are deleted', async () => {
  const caller = await admin();
  const planId = await gym.make.plan();
  const item = await gym.make.salesItem();
  const { body: link } = await caller.post(`/memberships/${planId}/sales-items`, {
    body: { salesItemId: item, isRequired: true },
  });
  const other = await gym.make.salesItem();
  await caller.post(`/memberships/${planId}/sales-items`, { body: { salesItemId: other, isRequired: true } });
  const { body: parked } = await caller.post('/parked-sales', {
    body: { locationId: gym.locationId, items: [{ salesItemId: item, quantity: 1 }] },
  });
  expect(parked.parkedSale).toBeDefined();
  const { body: fee } = await caller.post(`/locations/${gym.locationId}/fees`, {
    body: { name: 'Key', type: 'fixed', amount: '5.00', isActive: true },
  });
  expect(await deleted(`/membership-sales-items/${link.membershipSalesItem.id}`)).toEqual([200, expect.any(String)]);
  expect(await deleted(`/sales-items/${other}`)).toEqual([200, 'Sales item deleted']);
  expect(await deleted(`/sales-items/${item}`)).toEqual([200, 'Sales item deleted']);
  expect(await deleted(`/locations/${gym.locationId}/fees/${fee.fee.id}`)).toEqual([200, 'Fee deleted']);
  expect(await deleted(`/memberships/${planId}`)).toEqual([200, 'Membership deleted']);
});

test('a contact with emails, check-ins, a saved card and a parked sale is deleted', async () => {
  const caller = await admin();
  const contactId = await gym.make.contact();
  const item = await gym.make.salesItem();
  await caller.post('/parked-sales', {
    body: { locationId: gym.locationId, contactId, items: [{ salesItemId: item, quantity: 1 }] },
  });
  await gym.make.checkin(contactId);
  expect(await deleted(`/contacts/${contactId}`)).toEqual([200, 'Contact deleted']);
  const prospect = await gym.make.contact();
  await caller.post('/parked-sales', {
    body: { locationId: gym.locationId, contactId: prospect, items: [{ salesItemId: item, quantity: 1 }] },
  });
  expect(await deleted(`/contacts/${prospect}`)).toEqual([200, 'Contact deleted']);
});

test('a company with settings and nothing else is deleted', async () => {
  const caller = await admin();
  const { body } = await caller.post('/companies', { body: { name: 'Second' } });
  expect(
    (await caller.put(`/companies/${body.company.id}/settings`, { body: { memberships: { graceDays: 3 } } })).status,
  ).toBe(200);
  expect(await deleted(`/companies/${body.company.id}`)).toEqual([200, expect.any(String)]);
});
