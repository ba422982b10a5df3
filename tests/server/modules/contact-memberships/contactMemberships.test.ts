import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);

test('lists what the contact has bought, newest first, with the price that was paid', async () => {
  const id = await make.contact();
  const older = await make.contactMembership(id, {
    purchase_date: new Date('2026-01-01T10:00:00Z'),
    membership_name: 'Day Pass',
  });
  const newer = await make.contactMembership(id, {
    purchase_date: new Date('2026-02-01T10:00:00Z'),
    purchase_price_cents: 59_900,
    start_date: '2026-02-01',
    end_date: '2027-01-31',
    billing_frequency: 'annually',
    access_enabled: false,
  });
  await make.contactMembership(await make.contact());
  const { status, body } = await gym.by.operator.get(`/contacts/${id}/memberships`);
  expect(status).toBe(200);
  expect(body.memberships.map((row: { id: string }) => row.id)).toEqual([newer, older]);
  expect(body.memberships[0]).toMatchObject({
    contactId: id,
    purchasePrice: 599,
    startDate: '2026-02-01',
    endDate: '2027-01-31',
    contractEndDate: null,
    purchaseDate: '2026-02-01T10:00:00.000Z',
    billingFrequency: 'annually',
    accessEnabled: false,
    membershipType: 'no_contract',
  });
  expect(body.pagination).toMatchObject({ page: 1, limit: 10, total: 2, totalPages: 1 });
});

test('a membership whose payment has not succeeded is not there yet', async () => {
  const id = await make.contact();
  await make.contactMembership(id, { granted_at: null });
  const { body } = await gym.by.operator.get(`/contacts/${id}/memberships`);
  expect(body).toMatchObject({ memberships: [], pagination: { total: 0 } });
});

test('pages do not overlap when purchases are equally old', async () => {
  const id = await make.contact();
  const purchase_date = new Date('2026-01-01T10:00:00Z');
  const membership_id = await make.plan();
  for (let index = 0; index < 5; index += 1) await make.contactMembership(id, { purchase_date, membership_id });
  const seen = new Set<string>();
  for (const page of [1, 2, 3]) {
    const { body } = await gym.by.operator.get(`/contacts/${id}/memberships?limit=2&page=${page}`);
    body.memberships.forEach((row: { id: string }) => seen.add(row.id));
  }
  expect(seen.size).toBe(5);
});
