import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
/** North, in Denver, adds a tax of 8 %, South of 10 %. */
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  await changeSouth({ sales_tax_rate: 0.1 });
});

const changeSouth = (change: { sales_tax_rate?: number; timezone?: string }) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set(change).where('id', '=', gym.otherLocationId).execute(),
  );
const admin = { as: 'admin' } as const;
const planAt = (location_id: string | null, more: object = {}) =>
  gym.make.plan({ name: 'Gold', price_cents: 7_999, location_id, ...more });
const southern = (more: object = {}) => planAt(gym.otherLocationId, more);

type Held = Awaited<ReturnType<MembersGym['bought']>>;
const plan = (held: Held, membershipId: string, body: object = {}) =>
  held.call('post', 'plan-change', { membershipId, when: 'renewal', ...body }, admin);
/** Bought at North on November 1, and changing to a plan of South on December 1. */
async function changing(how: Parameters<MembersGym['bought']>[1] = {}) {
  const held = await gym.bought('2026-11-01', how);
  expect((await plan(held, await southern())).status).toBe(200);
  return held;
}
const last = async (held: Held) => (await held.invoices()).at(-1);

describe('a planned change to a plan of another location', () => {
  test('is quoted with the tax of that location', async () => {
    const held = await gym.bought('2026-11-01');
    const membershipId = await southern();
    const { body } = await held.call('get', `plan-change?membershipId=${membershipId}&when=renewal`, undefined, admin);
    expect(body.preview).toMatchObject({ price: 79.99, total: 87.99 });
    await plan(held, membershipId);
    expect(await held.row()).toMatchObject({ nextRenewalOn: '2026-11-30', nextRenewalAmount: 87.99 });
    const canceled = await held.call('get', 'cancellation?when=date&date=2027-01-15', undefined, admin);
    expect(canceled.body.preview.lastPayment).toEqual({ on: '2026-12-31', amount: 87.99 });
  });

  test('is announced with that amount', async () => {
    await changing();
    await emails.send();
    gym.setClock('2026-11-27');
    await emails.notices();
    const [mail] = await emails.send();
    expect(mail?.text).toContain('On November 30, 2026, we will charge $87.99 to your saved card');
    expect(mail?.text).toContain(`${gym.companyName} South`);
  });

  test.each(['card', 'manual'] as const)('is billed there from its first period on, by %s', async (by) => {
    const held = await changing();
    if (by === 'manual') await held.call('put', 'renewal', { autoRenew: true, by }, admin);
    gym.setClock(by === 'card' ? '2026-11-30' : '2026-11-24');
    await gym.renew();
    expect(await last(held)).toMatchObject({
      location_id: gym.otherLocationId,
      subtotal_cents: 7_999,
      total_cents: 8_799,
      status: by === 'card' ? 'paid' : 'open',
    });
  });

  test('is billed at the present location once more when the change is undone', async () => {
    const held = await changing();
    await held.call('delete', 'plan-change', undefined, admin);
    expect((await held.row()).nextRenewalAmount).toBe(53.99);
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await last(held)).toMatchObject({ location_id: gym.locationId, total_cents: 5_399 });
  });

  test('which is valid everywhere is billed where the membership was sold', async () => {
    const held = await gym.bought('2026-11-01', { plan: { location_id: gym.otherLocationId } });
    await plan(held, await planAt(null));
    expect((await held.row()).nextRenewalAmount).toBe(87.99);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('contact_memberships').set({ invoice_id: null }).where('id', '=', held.id).execute(),
    );
    // Sold nowhere, so at the contact's home.
    expect((await held.row()).nextRenewalAmount).toBe(86.39);
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await last(held)).toMatchObject({ location_id: gym.locationId, total_cents: 8_639 });
  });

  test('is billed, and charged again, by the clock of the present location', async () => {
    // Midnight in Denver is four in the afternoon there.
    await changeSouth({ timezone: 'Asia/Tokyo' });
    const held = await changing({ card: 'pm_card_chargeCustomerFail' });
    const tries = async () =>
      server.database.scoped([gym.companyId], async (tx) => {
        const { attempts } = await tx
          .selectFrom('renewals')
          .select('attempts')
          .where('contact_membership_id', '=', held.id)
          .executeTakeFirstOrThrow();
        return attempts;
      });
    for (const [time, invoices] of [
      ['2026-11-30T12:59:00Z', 1],
      ['2026-11-30T13:00:00Z', 2],
    ] as const) {
      server.clock.now = new Date(time);
      await gym.renew();
      expect((await held.invoices()).length).toBe(invoices);
    }
    expect(await tries()).toBe(1);
    for (const [time, attempts] of [
      ['2026-12-01T12:59:00Z', 1],
      ['2026-12-01T13:00:00Z', 2],
    ] as const) {
      server.clock.now = new Date(time);
      await gym.renew();
      expect(await tries()).toBe(attempts);
    }
  });

  test('is overdue when the last paid day is over at the present location', async () => {
    await changeSouth({ timezone: 'Pacific/Honolulu' });
    const held = await changing();
    await held.call('put', 'renewal', { autoRenew: true, by: 'manual' }, admin);
    gym.setClock('2026-11-24');
    await gym.renew();
    for (const [time, status] of [
      ['2026-12-01T06:30:00Z', 'open'],
      ['2026-12-01T07:30:00Z', 'overdue'],
    ] as const) {
      server.clock.now = new Date(time);
      await gym.renew();
      expect((await last(held))?.status).toBe(status);
    }
  });

  test('is not billed where the location was archived, until the change is undone', async () => {
    const held = await changing();
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    expect(await held.row()).toMatchObject({ autoRenew: false, nextRenewalOn: null, nextRenewalAmount: null });
    await emails.send();
    gym.setClock('2026-11-27');
    await emails.notices();
    const told = (await emails.send()).map(({ subject }) => subject);
    expect(told).toEqual(['Your membership ends on Nov 30, 2026']);
    const manager = await server.as(gym.users.manager);
    const { body } = await manager.get(`/attention?locationId=${gym.locationId}`);
    expect(body.items).toMatchObject([{ kind: 'ending', on: '2026-11-30' }]);
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await held.invoices()).toHaveLength(1);
    expect((await held.call('put', 'renewal', { autoRenew: true, by: 'card' })).body.message).toBe(
      'The location of the planned plan is archived, so this membership does not renew. Undo the change of plan first.',
    );
    expect((await held.call('delete', 'plan-change')).body.contactMembership).toMatchObject({
      autoRenew: true,
      nextRenewalAmount: 53.99,
    });
    await gym.renew();
    expect(await last(held)).toMatchObject({ location_id: gym.locationId, total_cents: 5_399, status: 'paid' });
  });

  test('renews a membership whose present location was archived', async () => {
    const held = await gym.bought('2026-11-01', { plan: { location_id: gym.otherLocationId } });
    await plan(held, await planAt(gym.locationId));
    expect((await gym.by.admin.delete(`/locations/${gym.otherLocationId}`)).status).toBe(200);
    expect(await held.row()).toMatchObject({ autoRenew: true, nextRenewalAmount: 86.39 });
    await emails.send();
    gym.setClock('2026-11-27');
    await emails.notices();
    expect((await emails.send())[0]?.text).toContain('we will charge $86.39');
    gym.setClock('2026-11-30');
    await gym.renew();
    expect(await last(held)).toMatchObject({ location_id: gym.locationId, total_cents: 8_639, status: 'paid' });
  });
});

test('a membership says where its next period is billed, and whether that follows its contact’s home', async () => {
  const held = await gym.bought('2026-11-01');
  const [north, south] = [`${gym.companyName} North`, `${gym.companyName} South`];
  const billedAt = async () => (await held.row()).billedAt;
  expect(await billedAt()).toEqual({ locationId: gym.locationId, name: north, followsHome: false });
  await plan(held, await southern());
  expect(await billedAt()).toEqual({ locationId: gym.otherLocationId, name: south, followsHome: false });
  await held.call('delete', 'plan-change', undefined, admin);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contact_memberships').set({ invoice_id: null }).where('id', '=', held.id).execute(),
  );
  expect(await billedAt()).toEqual({ locationId: gym.locationId, name: north, followsHome: true });
  const { body } = await gym.by.admin.get(`/contacts/${held.contactId}`);
  const moved = { ...body.contact, homeLocationId: gym.otherLocationId };
  expect((await gym.by.admin.put(`/contacts/${held.contactId}`, { body: moved })).status).toBe(200);
  expect(await billedAt()).toEqual({ locationId: gym.otherLocationId, name: south, followsHome: true });
});

test('a change of plan now is quoted and charged at the location of the new plan', async () => {
  const held = await gym.bought('2026-11-01');
  gym.setClock('2026-11-16');
  const membershipId = await southern();
  const { body } = await held.call('get', `plan-change?membershipId=${membershipId}&when=now`, undefined, admin);
  expect(body.preview).toMatchObject({ total: 87.99, difference: { subtotal: 15, tax: 1.5, total: 16.5 } });
  const changed = await plan(held, membershipId, { when: 'now', expectedTotal: 16.5 });
  expect(changed.body.invoice).toMatchObject({ locationId: gym.otherLocationId, total: 16.5, status: 'paid' });
});

test('an invoice of a household has the renewals of one location: who changes to another is billed apart', async () => {
  const ann = await gym.bought('2026-11-01');
  const ben = await gym.bought('2026-11-01');
  const { body } = await gym.by.manager.post('/households', { body: { name: 'Oakley', payerId: ann.contactId } });
  await gym.by.manager.post(`/households/${body.household.id}/members`, { body: { contactId: ben.contactId } });
  await plan(ben, await southern());
  gym.setClock('2026-11-30');
  await gym.renew();
  const renewals = (await ann.invoices()).filter(({ kind }) => kind === 'renewal');
  expect(renewals.map(({ location_id, total_cents }) => [location_id, total_cents]).toSorted()).toEqual(
    [
      [gym.locationId, 5_399],
      [gym.otherLocationId, 8_799],
    ].toSorted(),
  );
});

test('members of a household who change to one plan elsewhere on one day are billed together there', async () => {
  const ann = await gym.bought('2026-11-01');
  const ben = await gym.bought('2026-11-01');
  const { body } = await gym.by.manager.post('/households', { body: { name: 'Oakley', payerId: ann.contactId } });
  await gym.by.manager.post(`/households/${body.household.id}/members`, { body: { contactId: ben.contactId } });
  const membershipId = await southern();
  for (const held of [ann, ben]) await plan(held, membershipId);
  gym.setClock('2026-11-30');
  await gym.renew();
  expect((await ann.invoices()).filter(({ kind }) => kind === 'renewal')).toMatchObject([
    { location_id: gym.otherLocationId, subtotal_cents: 15_998, total_cents: 17_598 },
  ]);
});

test('renewals on hold are listed with the tax of the location of the next period', async () => {
  const contactId = await gym.make.contact();
  await gym.make.contactMembership(contactId, {
    start_date: '2026-10-02',
    end_date: '2026-11-01',
    renewal_on_hold: 'card',
    planned_membership_id: await southern(),
    planned_name: 'Gold',
    planned_type: 'no_contract',
    planned_billing_frequency: 'monthly',
    planned_price_cents: 7_999,
    planned_location_id: gym.otherLocationId,
  });
  const { body } = await gym.by.admin.get(`/companies/${gym.companyId}/renewals-on-hold`);
  expect(body.renewalsOnHold.charges).toMatchObject([{ amount: 87.99 }]);
});
