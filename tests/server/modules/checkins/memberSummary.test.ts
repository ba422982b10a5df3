import { expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';

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

test('how many memberships there are besides the one that is told: those that have not expired', async () => {
  const contactId = await make.contact();
  const told = async () => (await gym.by.operator.get(path(contactId))).body.summary;
  await make.contactMembership(contactId, { membership_name: 'Old plan', end_date: '2024-01-31' });
  await make.contactMembership(contactId, { membership_name: 'Older plan', end_date: '2023-01-31' });
  expect(await told()).toMatchObject({ membership: { status: 'expired' }, furtherMemberships: 0 });
  await make.contactMembership(contactId, { membership_name: 'Monthly Unlimited' });
  expect((await told()).furtherMemberships).toBe(0);
  await make.contactMembership(contactId, { membership_name: 'Yoga' });
  expect((await told()).furtherMemberships).toBe(1);
});

test('a disputed card payment is told, to those who may read invoices', async () => {
  const contactId = await make.contact();
  await invoice(contactId, { disputed_at: new Date('2026-01-20T10:00:00Z') });
  const isDisputed = async (level: 'operator' | 'point_of_sale') =>
    (await gym.by[level].get(path(contactId))).body.summary.isDisputed;
  expect(await isDisputed('operator')).toBe(true);
  expect(await isDisputed('point_of_sale')).toBeNull();
});

test('someone without anything: no membership, no visit, nothing due', async () => {
  const { body } = await gym.by.operator.get(path(await make.contact()));
  expect(body.summary).toEqual({
    membership: null,
    furtherMemberships: 0,
    lastVisit: null,
    drift: null,
    repeatMinutes: 120,
    due: 0,
    isDisputed: false,
    warnOwed: true,
    paidBy: null,
    unsigned: [],
    notes: null,
  });
});

test.each(levels)('%s is told who pays for a dependant', async (level) => {
  const [payerId, childId] = [await make.contact({ first_name: 'Ann', last_name: 'Oakley' }), await make.contact()];
  const { household } = (await gym.by.admin.post('/households', { body: { name: 'Oakley', payerId } })).body;
  await gym.by.admin.post(`/households/${household.id}/members`, { body: { contactId: childId } });
  const paidBy = async (id: string) => (await gym.by[level].get(path(id))).body.summary.paidBy;
  expect(await paidBy(childId)).toEqual({ id: payerId, firstName: 'Ann', lastName: 'Oakley' });
  expect(await paidBy(payerId)).toBeNull();
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

test('the agreements that are not signed, in their order, until they are, and again once everybody is asked; never a reason to deny', async () => {
  const desk = signingDesk(server, gym);
  const [waiver, rules] = [await desk.agreement(undefined, 'Waiver'), await desk.agreement(undefined, 'House Rules')];
  const { contactId } = await desk.member([waiver.id, rules.id]);
  const unsigned = async () => (await gym.by.point_of_sale.get(path(contactId))).body.summary.unsigned;
  expect((await unsigned()).toSorted()).toEqual(['House Rules', 'Waiver']);
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  expect((await gym.by.operator.post('/checkins', { body })).body.checkin.accessGranted).toBe(true);
  await desk.sign(contactId, waiver.versionId);
  expect(await unsigned()).toEqual(['House Rules']);
  await desk.sign(contactId, rules.versionId);
  expect(await unsigned()).toEqual([]);
  server.advance({ seconds: 1 });
  await gym.by.manager.post(`/agreements/${waiver.id}/sign-again`);
  expect(await unsigned()).toEqual(['Waiver']);
});

test('of a plan that is over nothing is asked, and nothing at all when the settings say so', async () => {
  const place = await createGym(server);
  const desk = signingDesk(server, place);
  const waiver = await desk.agreement();
  const current = await desk.member([waiver.id]);
  const past = await desk.make.contact();
  await desk.make.contactMembership(past, { membership_id: current.planId, end_date: '2024-01-31' });
  const unsigned = async (contactId: string) =>
    (await place.by.operator.get(`/contacts/${contactId}/standing?locationId=${place.locationId}`)).body.summary
      .unsigned;
  expect([await unsigned(current.contactId), await unsigned(past)]).toEqual([['Waiver'], []]);
  await place.by.admin.put(`/companies/${place.companyId}/settings`, { body: { checkins: { warnUnsigned: false } } });
  expect(await unsigned(current.contactId)).toEqual([]);
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
