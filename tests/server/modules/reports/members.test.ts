import { beforeEach, expect, test } from 'vitest';
import type { Gym } from '#tests/support/gym.ts';
import { freeze, november, readReport as read, reportedGym, type ReportedGym } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReportedGym['make'];
let contactId: string;

const server = await sharedServer();
beforeEach(async () => {
  ({ gym, make, contactId } = await reportedGym(server));
});

const monthly = (start: string, end: string | null, change: object = {}) => ({
  start_date: start,
  end_date: end,
  granted_at: new Date(`${start}T18:00:00Z`),
  ...change,
});

test('members at start, joined, left and at the end are people, and churn is left ÷ at start', async () => {
  await make.contactMembership(contactId, monthly('2026-01-01', null));
  const leaver = await make.contact();
  await make.contactMembership(
    leaver,
    monthly('2026-01-01', '2026-12-31', {
      cancels_on: '2026-11-15',
      cancel_reason: 'price',
      canceled_at: new Date('2026-11-03T18:00:00Z'),
    }),
  );
  const changer = await make.contact();
  await make.contactMembership(changer, monthly('2026-01-01', '2026-11-10'));
  await make.contactMembership(changer, monthly('2026-11-10', '2026-12-09'));
  const newcomer = await make.contact();
  await make.contactMembership(newcomer, monthly('2026-11-05', '2026-12-04'));
  // A pass for one day, and a membership that was never granted.
  await make.contactMembership(await make.contact(), monthly('2026-11-06', '2026-11-06'));
  await make.contactMembership(
    await make.contact(),
    monthly('2026-11-06', '2026-12-06', {
      granted_at: null,
      cancels_on: '2026-11-20',
      cancel_reason: 'moving',
      canceled_at: new Date('2026-11-07T18:00:00Z'),
    }),
  );
  const { totals, rows, tables } = await read(gym.by.admin, `memberships?${november}`);
  expect(totals).toMatchObject({ atStart: 3, joined: 1, left: 1, atEnd: 3, frozen: 0, churn: 0.3333 });
  expect(
    rows.filter(({ joined, left }) => joined || left).map(({ key, joined, left, atEnd }) => [key, joined, left, atEnd]),
  ).toEqual([
    ['2026-11-05', 1, 0, 4],
    ['2026-11-15', 0, 1, 3],
  ]);
  expect(tables.reasons).toEqual([{ key: 'price', label: 'Price', members: 1 }]);
});

test('the reasons for leaving add up to the people who left, also of those who did not cancel', async () => {
  await make.contactMembership(contactId, monthly('2026-01-01', null));
  await make.contactMembership(await make.contact(), monthly('2026-10-10', '2026-11-09'));
  const unpaid = await make.contactMembership(
    await make.contact(),
    monthly('2026-10-05', '2026-11-04', { auto_renew: true, grace_days: 3 }),
  );
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('renewals')
      .values({ contact_membership_id: unpaid, period: 2, company_id: gym.companyId, status: 'given_up', attempts: 4 })
      .execute(),
  );
  const canceled = { cancels_on: '2026-11-15', canceled_at: new Date('2026-11-03T18:00:00Z') };
  await make.contactMembership(await make.contact(), monthly('2026-01-01', '2026-12-31', canceled));
  // Two memberships of one person end, and another goes on.
  const staying = await make.contact();
  await make.contactMembership(staying, monthly('2026-01-01', '2026-11-12', { ...canceled, cancel_reason: 'price' }));
  await make.contactMembership(staying, monthly('2026-10-01', '2027-09-30'));
  const { totals, tables } = await read(gym.by.admin, `memberships?${november}`);
  expect(totals).toMatchObject({ left: 3 });
  expect(tables.reasons).toEqual([
    { key: 'card_declined', label: 'Card declined', members: 1 },
    { key: 'not_renewed', label: 'Not renewed', members: 1 },
    { key: 'other', label: 'Other', members: 1 },
  ]);
});

test('a member whose membership is frozen on the last day counts, and is shown apart', async () => {
  const membership = await make.contactMembership(contactId, monthly('2026-01-01', '2026-12-31'));
  await freeze(server, gym, membership, '2026-11-20', null, '2026-12-20');
  expect((await read(gym.by.admin, `memberships?${november}`)).totals).toMatchObject({ atEnd: 1, frozen: 1 });
  expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-19')).totals).toMatchObject({
    atEnd: 1,
    frozen: 0,
  });
});

test('a membership that renews is still one on its last paid day and in the grace period', async () => {
  await make.contactMembership(contactId, monthly('2026-10-20', '2026-11-19', { auto_renew: true }));
  const ended = await make.contact();
  await make.contactMembership(ended, monthly('2026-10-20', '2026-11-19'));
  expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-20')).totals).toMatchObject({
    atStart: 2,
    left: 1,
    atEnd: 1,
  });
  expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-22')).totals).toMatchObject({
    atStart: 2,
    left: 2,
    atEnd: 0,
  });
});

test('recurring revenue is what will renew: new, lost and the rest add up', async () => {
  await make.contactMembership(
    contactId,
    monthly('2026-01-01', '2026-12-31', { auto_renew: true, purchase_price_cents: 5_000 }),
  );
  await make.contactMembership(
    await make.contact(),
    monthly('2026-11-03', '2027-11-02', {
      auto_renew: true,
      billing_frequency: 'annually',
      purchase_price_cents: 60_000,
    }),
  );
  await make.contactMembership(
    await make.contact(),
    monthly('2026-01-01', '2026-12-31', {
      auto_renew: true,
      purchase_price_cents: 3_000,
      cancels_on: '2026-12-31',
      canceled_at: new Date('2026-11-10T18:00:00Z'),
    }),
  );
  await make.contactMembership(
    await make.contact(),
    monthly('2026-01-01', '2026-12-31', { auto_renew: false, purchase_price_cents: 7_000 }),
  );
  await make.contactMembership(
    await make.contact(),
    monthly('2026-11-01', '2026-11-10', { billing_frequency: 'one_time', purchase_price_cents: 9_000 }),
  );
  const { totals, previous } = await read(gym.by.admin, `memberships?${november}`);
  expect(totals).toMatchObject({ recurringRevenue: 100, recurringNew: 50, recurringChanged: 0, recurringLost: 30 });
  expect(previous).toMatchObject({ recurringRevenue: 80, recurringNew: 0, recurringLost: 0 });
});

test('people whose membership ends or renews in the next 30 days are listed', async () => {
  await make.contactMembership(
    contactId,
    monthly('2026-11-01', '2026-11-30', { auto_renew: true, purchase_price_cents: 5_000 }),
  );
  const ending = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  await make.contactMembership(ending, monthly('2026-11-01', '2026-12-05'));
  await make.contactMembership(await make.contact(), monthly('2026-11-01', '2027-03-05'));
  const staying = await make.contact();
  await make.contactMembership(staying, monthly('2026-11-01', '2026-12-05'));
  await make.contactMembership(staying, monthly('2026-12-06', '2027-03-05'));
  const { tables } = await read(gym.by.admin, `memberships?${november}`);
  expect(tables.renewals).toEqual([{ key: 'card', label: 'By card', memberships: 1, expiredCards: 0, amount: 50 }]);
  expect(tables.cards).toEqual([]);
  expect(tables.ending).toMatchObject([
    { contactId: ending, label: 'Ann Oakley', detail: 'Monthly Unlimited, until Dec 5, 2026' },
  ]);
});

test('a membership of an archived location does not renew: it ends, and its price is recurring revenue until then', async () => {
  const here = { auto_renew: true, purchase_price_cents: 5_000 };
  const guest = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  const planned = {
    planned_membership_id: await make.plan(),
    planned_name: 'Plus',
    planned_type: 'no_contract' as const,
    planned_billing_frequency: 'monthly' as const,
    planned_price_cents: 6_000,
    planned_location_id: gym.otherLocationId,
  };
  await make.contactMembership(
    guest,
    monthly('2026-11-01', '2026-11-30', { ...here, location_id: gym.otherLocationId }),
  );
  await make.contactMembership(contactId, monthly('2026-11-01', '2026-11-30', { ...here, ...planned }));
  const figures = async () => {
    const { totals, tables } = await read(gym.by.admin, `memberships?${november}`);
    const { recurringRevenue, recurringNew, recurringLost } = totals;
    return { recurringRevenue, recurringNew, recurringLost, renewals: tables.renewals, ending: tables.ending?.length };
  };
  expect(await figures()).toMatchObject({
    recurringRevenue: 100,
    recurringNew: 100,
    recurringLost: 0,
    renewals: [{ memberships: 2, amount: 110 }],
    ending: 0,
  });
  expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
  expect(await figures()).toEqual({
    recurringRevenue: 0,
    recurringNew: 100,
    recurringLost: 100,
    renewals: [],
    ending: 2,
  });
});

test('one that is canceled for a later day renews until then, and ends on that day', async () => {
  const canceled = { auto_renew: true, purchase_price_cents: 5_000, canceled_at: new Date('2026-11-10T18:00:00Z') };
  await make.contactMembership(
    contactId,
    monthly('2026-11-01', '2026-11-30', { ...canceled, cancels_on: '2026-12-15' }),
  );
  const later = await make.contact();
  await make.contactMembership(later, monthly('2026-11-01', '2026-12-05', { ...canceled, cancels_on: '2027-02-05' }));
  const now = await make.contact();
  await make.contactMembership(now, monthly('2026-11-01', '2026-12-05', { ...canceled, cancels_on: '2026-12-05' }));
  const { tables } = await read(gym.by.admin, `memberships?${november}`);
  expect(tables.renewals).toMatchObject([{ memberships: 2, amount: 100 }]);
  expect(tables.ending).toMatchObject([
    { detail: 'Monthly Unlimited, until Dec 5, 2026' },
    { detail: 'Monthly Unlimited, until Dec 15, 2026' },
  ]);
});

test('nobody ends whose other membership renews, and nobody is known to renew while an open freeze lasts', async () => {
  await make.contactMembership(contactId, monthly('2026-11-01', '2026-12-01', { auto_renew: true }));
  await make.contactMembership(contactId, monthly('2026-11-01', '2026-12-05'));
  const frozen = await make.contactMembership(
    await make.contact(),
    monthly('2026-11-01', '2026-12-05', { auto_renew: true }),
  );
  await freeze(server, gym, frozen, '2026-11-10', null, '2027-01-10');
  const { tables } = await read(gym.by.admin, `memberships?${november}`);
  expect(tables.ending).toEqual([]);
  expect(tables.renewals).toMatchObject([{ memberships: 1 }]);
});

test('a renewal counts at the price of the plan that it changes to', async () => {
  const planned = {
    planned_membership_id: await make.plan(),
    planned_name: 'Plus',
    planned_type: 'no_contract' as const,
    planned_billing_frequency: 'monthly' as const,
    planned_price_cents: 6_000,
  };
  await make.contactMembership(
    contactId,
    monthly('2026-11-01', '2026-12-05', { auto_renew: true, purchase_price_cents: 5_000, ...planned }),
  );
  expect((await read(gym.by.admin, `memberships?${november}`)).tables.renewals).toMatchObject([
    { memberships: 1, amount: 60 },
  ]);
});
