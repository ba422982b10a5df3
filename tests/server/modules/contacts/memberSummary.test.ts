import { expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const { invoice } = invoiceBuilders(server, gym);

const path = (contactId: string, locationId = gym.locationId) =>
  `/contacts/${contactId}/standing?locationId=${locationId}`;

test('membership, amount due, last visit and notes, in one answer', async () => {
  const contactId = await make.contact({ notes: 'Bad knee' });
  await make.contactMembership(contactId, { membership_name: 'Old plan', end_date: '2024-01-31' });
  await make.contactMembership(contactId, { membership_name: 'Monthly Unlimited', auto_renew: true });
  await invoice(contactId, { status: 'open', total_cents: 5_000, due_cents: 5_000 });
  await invoice(contactId, { status: 'partially_paid', total_cents: 2_000, due_cents: 1_025 });
  await invoice(contactId, { status: 'void', total_cents: 9_900, due_cents: 9_900 });
  const visit = await gym.by.operator.post('/checkins', {
    body: { contactId, locationId: gym.locationId, doorId: 'Front Desk' },
  });
  const { status, body } = await gym.by.operator.get(path(contactId));
  expect(status).toBe(200);
  expect(body.summary).toMatchObject({
    membership: { name: 'Monthly Unlimited', status: 'active', isValidHere: true, autoRenew: true },
    lastVisit: { checkinTime: visit.body.checkin.checkinTime },
    due: 60.25,
    notes: 'Bad knee',
  });
});

test('someone without anything: no membership, no visit, nothing due', async () => {
  const { body } = await gym.by.operator.get(path(await make.contact()));
  expect(body.summary).toEqual({
    membership: null,
    lastVisit: null,
    drift: null,
    repeatMinutes: 120,
    due: 0,
    warnOwed: true,
    notes: null,
  });
});

test('what counts as the same visit and whether it warns follow the company’s settings', async () => {
  const place = await createGym(server);
  const contactId = await builders(server, place).contact();
  await place.by.admin.put(`/companies/${place.companyId}/settings`, {
    body: { checkins: { repeatMinutes: 15, warnOwed: false } },
  });
  const { body } = await place.by.operator.get(`/contacts/${contactId}/standing?locationId=${place.locationId}`);
  expect(body.summary).toMatchObject({ repeatMinutes: 15, warnOwed: false });
});

test('a denied check-in does not count as a visit', async () => {
  const contactId = await make.contact();
  await gym.by.operator.post('/checkins', { body: { contactId, locationId: gym.locationId, doorId: 'Front Desk' } });
  expect((await gym.by.operator.get(path(contactId))).body.summary.lastVisit).toBeNull();
});

test('a membership of another location is marked as not valid here', async () => {
  const contactId = await make.contact();
  await make.contactMembership(contactId, { location_id: gym.otherLocationId });
  const { body } = await gym.by.operator.get(path(contactId));
  expect(body.summary.membership).toMatchObject({ status: 'active', isValidHere: false });
});

test.each(levels)(
  '%s sees it; what is due and the notes only where the level sees invoices and contacts',
  async (level) => {
    const contactId = await make.contact({ notes: 'Bad knee' });
    const { status, body } = await gym.by[level].get(path(contactId));
    expect(status).toBe(200);
    expect([body.summary.due, body.summary.notes]).toEqual(level === 'point_of_sale' ? [null, null] : [0, 'Bad knee']);
  },
);
