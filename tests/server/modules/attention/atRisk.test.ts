import { beforeEach, expect, test } from 'vitest';
import type { AtRisk } from '#domain/attention/contract.ts';
import { addDays } from '#domain/shared/dates.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { freeze } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;
const today = '2026-11-20';

const server = await sharedServer();
beforeEach(async () => {
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  gym = await createGym(server);
  make = builders(server, gym);
});

/** With visits on these numbers of days ago. */
async function member(lastName: string, daysAgo: readonly number[], membership: object = {}, contact: object = {}) {
  const contactId = await make.contact({ first_name: 'Ann', last_name: lastName, ...contact });
  const id = await make.contactMembership(contactId, {
    start_date: addDays(today, -100),
    end_date: addDays(today, 9),
    granted_at: new Date('2026-08-12T18:00:00Z'),
    auto_renew: true,
    purchase_price_cents: 7_900,
    billing_frequency: 'monthly',
    ...membership,
  });
  for (const days of daysAgo)
    await make.checkin(contactId, { checkin_time: new Date(server.clock.now.getTime() - days * 86_400_000) });
  return { contactId, id };
}

const everyOtherDay = (until: number) => Array.from({ length: 15 }, (_, index) => until + 2 * index);
const atRisk = async (as: keyof Gym['by'] = 'operator'): Promise<AtRisk> => {
  const { status, body } = await gym.by[as].get(`/attention/at-risk?locationId=${gym.locationId}`);
  expect(status).toBe(200);
  return body;
};

test('members who stay away much longer than usual are listed, by what would be lost a month', async () => {
  await member('Regular', everyOtherDay(1));
  await member('Monthly', everyOtherDay(12));
  await member('Annual', everyOtherDay(14), { billing_frequency: 'annually', purchase_price_cents: 120_000 });
  await member('Pass', everyOtherDay(14), { billing_frequency: 'one_time', auto_renew: false });
  await member('Rare', [20, 40, 60]);
  expect(await atRisk()).toMatchObject({
    members: [
      { contact: { lastName: 'Annual' }, perWeek: 4, days: 14, lastVisitOn: '2026-11-06', monthly: 100 },
      { contact: { lastName: 'Monthly' }, perWeek: 4, days: 12, lastVisitOn: '2026-11-08', monthly: 79 },
      { contact: { lastName: 'Pass' }, monthly: 0 },
    ],
    total: 3,
    monthly: 179,
  });
});

test('a member who changes to an annual plan would be lost at its price a month', async () => {
  await member('Annual soon', everyOtherDay(12), {
    planned_membership_id: await make.plan(),
    planned_name: 'Annual',
    planned_type: 'no_contract',
    planned_billing_frequency: 'annually',
    planned_price_cents: 60_000,
  });
  expect((await atRisk()).members).toMatchObject([{ monthly: 50 }]);
});

test('frozen, canceled and archived ones, those of another home, and denied visits do not count', async () => {
  const { id } = await member('Frozen', everyOtherDay(12));
  await freeze(server, gym, id, addDays(today, -11), addDays(today, 5));
  await member('Canceled', everyOtherDay(12), {
    cancels_on: addDays(today, -1),
    cancel_reason: 'price',
    canceled_at: server.clock.now,
  });
  await member('Archived', everyOtherDay(12), {}, { archived_at: server.clock.now });
  await member('Elsewhere', everyOtherDay(12), {}, { home_location_id: gym.otherLocationId });
  const { contactId } = await member('Denied', []);
  for (const days of everyOtherDay(12))
    await make.checkin(contactId, {
      checkin_time: new Date(server.clock.now.getTime() - days * 86_400_000),
      access_granted: false,
    });
  expect(await atRisk('admin')).toEqual({ members: [], total: 0, monthly: 0 });
});

test('a visit at another location of the company counts', async () => {
  const { contactId } = await member('Traveler', everyOtherDay(12));
  await make.checkin(contactId, { location_id: gym.otherLocationId, checkin_time: new Date('2026-11-18T18:00:00Z') });
  expect((await atRisk('manager')).total).toBe(0);
});

test('the contact says it too', async () => {
  const { contactId } = await member('Monthly', everyOtherDay(12));
  const { body } = await gym.by.operator.get(`/contacts/${contactId}/standing?locationId=${gym.locationId}`);
  expect(body.summary.drift).toEqual({ perWeek: 4, days: 12 });
});

test('a location is required', async () => {
  expect((await gym.by.operator.get('/attention/at-risk')).status).toBe(400);
});
