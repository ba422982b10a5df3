import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { recordDatedEvents } from '#server/modules/contact-memberships/datedEvents.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});
const as = (level: keyof MembersGym['users']) => server.as(gym.users[level]);
const totals = async (kind: string, query: string) =>
  (await (await as('admin')).get(`/reports/${kind}?${query}`)).body.report.totals;
const attention = async () =>
  (await (await as('operator')).get(`/attention?locationId=${gym.locationId}`)).body.items.map(
    ({ kind, on }: { kind: string; on: string }) => [kind, on],
  );

test('a renewal that is declined while the contract ends with a planned change is billed by one plan only', async () => {
  const held = await gym.bought('2026-11-01', {
    plan: { type: 'contract', contract_length_months: 1 },
    card: 'pm_card_chargeCustomerFail',
  });
  const goldId = await gym.make.plan({ name: 'Gold', price_cents: 6_000 });
  expect((await held.call('post', 'plan-change', { membershipId: goldId, when: 'renewal' })).status).toBe(200);
  gym.setClock('2026-11-30');
  await gym.renew();
  expect(await attention()).toEqual([['retrying', '2026-12-01']]);
  // The change cannot be undone once it is billed.
  expect((await held.call('delete', 'plan-change')).status).toBe(409);
  for (const day of ['2026-12-01', '2026-12-03', '2026-12-06', '2026-12-13']) {
    gym.setClock(day);
    await gym.renew();
  }
  expect((await attention()).map(([kind]: string[]) => kind)).toEqual(['card_failed']);
  expect(await held.row()).toMatchObject({ autoRenew: false, renewalStopped: 'card_declined' });
  const invoices = await held.invoices();
  expect(invoices.map(({ kind, status, due_cents }) => [kind, status, due_cents])).toEqual([
    ['purchase', 'paid', 0],
    ['renewal', 'overdue', 6_480],
  ]);
  const paid = await (
    await as('operator')
  ).post(`/invoices/${invoices[1]?.id}/payments`, {
    body: { method: 'cash', amount: 64.8 },
  });
  expect(paid.status).toBe(201);
  // Paid after the days of grace, the period begins with the payment.
  expect(await held.row()).toMatchObject({ membershipName: 'Gold', endDate: '2027-01-12' });
});

test('recurring revenue, renewals to come and the next charge agree around a cancellation, a freeze and a change of plan', async () => {
  const held = await gym.bought('2026-11-01');
  const goldId = await gym.make.plan({ name: 'Gold', price_cents: 6_000 });
  const month = 'from=2026-11-01&to=2026-11-30';
  const recurring = async () => (await totals('memberships', month)).recurringRevenue;
  expect(await recurring()).toBe(49.99);
  await held.call('post', 'plan-change', { membershipId: goldId, when: 'renewal' });
  expect([await recurring(), (await held.row()).nextRenewalAmount]).toEqual([49.99, 64.8]);
  await held.call('post', 'cancellation', { when: 'period_end', reason: 'moving' });
  expect([await recurring(), (await held.row()).nextRenewalAmount]).toEqual([0, null]);
  await held.call('delete', 'cancellation');
  await held.call('post', 'freezes', { from: '2026-11-10', until: null, reason: 'Knee' });
  gym.setClock('2026-11-15');
  expect([await recurring(), (await held.row()).nextRenewalOn]).toEqual([49.99, null]);
});

test('a dispute that is won after a part was refunded gives the rest back, and the books are as before it', async () => {
  const { invoiceId, intent, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  const manager = await as('manager');
  const refund = (amount: number) =>
    manager.post(`/invoices/${invoiceId}/refunds`, { body: { amount, destination: 'card', reason: 'Torn' } });
  expect((await refund(4)).status).toBe(201);
  const sums = async () => {
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('ledger_entries')
        .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
        .groupBy('account')
        .execute(),
    );
    return Object.fromEntries(rows.flatMap(({ account, cents }) => (Number(cents) ? [[account, Number(cents)]] : [])));
  };
  const before = await sums();
  const charge = [...gym.account.charges.values()].find(({ payment_intent }) => payment_intent === intent.id);
  const dispute = gym.account.balance.dispute(charge ?? expect.fail(), 680);
  await gym.deliverAll();
  const { card, ...others } = before;
  expect([card, await sums()]).toEqual([680, { ...others, disputes: 680 }]);
  gym.account.balance.closeDispute(dispute.id, 'won');
  await gym.deliverAll();
  expect(await sums()).toEqual(before);
  expect((await refund(6.8)).status).toBe(201);
});

test('born on February 29: the year that a plan is paid for ends on the day before, in every kind of year', async () => {
  const held = await gym.bought('2028-02-29', { plan: { billing_frequency: 'annually', price_cents: 50_000 } });
  const ends: string[] = [(await held.row()).endDate];
  for (let year = 0; year < 4; year += 1) {
    gym.setClock(ends.at(-1) ?? '');
    await gym.renew();
    ends.push((await held.row()).endDate);
  }
  expect(ends).toEqual(['2029-02-27', '2030-02-27', '2031-02-27', '2032-02-28', '2033-02-27']);
  const days = ends.map((end, index) => [index, addDays(end, 1)]);
  expect(new Set(days.map(([, day]) => day)).size).toBe(5);
});

test('a member who is frozen over the end, canceled for a later day and thawed by the job is told once that it ended', async () => {
  const held = await gym.bought('2026-11-01', { autoRenew: false });
  await held.call('post', 'freezes', { from: '2026-11-25', until: null, reason: 'Knee' });
  const { body } = await held.call('post', 'cancellation', { when: 'period_end', reason: 'health' });
  const lastDay = body.contactMembership?.cancelsOn ?? (await held.row()).cancelsOn;
  expect([body.message, lastDay]).toEqual([expect.any(String), expect.any(String)]);
  for (let day = '2026-11-20'; day <= addDays(lastDay, 4); day = addDays(day, 1)) {
    gym.setClock(day);
    await gym.renew();
    await recordDatedEvents(server.context);
  }
  const events = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('events').select(['type', 'once']).where('type', '=', 'membership.ended').execute(),
  );
  expect(events.map(({ once }) => once?.slice(-10))).toEqual([lastDay]);
});

test('an operator does not give back the access that a manager ended with a refund of all that was paid', async () => {
  const held = await gym.bought('2026-11-01');
  const manager = await as('manager');
  const [invoice] = await held.invoices();
  const body = { amount: 53.99, destination: 'card', reason: 'Unhappy', membership: 'end_now' };
  expect((await manager.post(`/invoices/${invoice?.id}/refunds`, { body })).status).toBe(201);
  expect((await held.call('delete', 'cancellation', undefined, { as: 'operator' })).status).toBe(403);
  expect(await held.row()).toMatchObject({ cancelsOn: '2026-11-01', accessEnabled: false });
  expect((await held.call('delete', 'cancellation')).status).toBe(200);
});

test('a day keeps its figures when the clock of its location changes, and so does a closed drawer', async () => {
  const manager = await as('manager');
  const { drawer } = (await manager.post('/drawers', { body: { locationId: gym.locationId, float: 20 } })).body;
  const salesItemId = await gym.make.salesItem({ price_cents: 1_000 });
  const till = await as('point_of_sale');
  const sale = { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId, quantity: 1 }] };
  expect((await till.post('/sales-items/purchase', { body: { ...sale, paymentMethod: 'cash' } })).status).toBe(201);
  const closed = await manager.post(`/drawers/${drawer.id}/close`, { body: { counted: 30.8 } });
  expect(closed.body.drawer.difference).toBe(0);
  const of = async (day: string) => {
    const here = `locationId=${gym.locationId}&from=${day}&to=${day}`;
    const [sales, payments] = [await totals('sales', here), await totals('payments', here)];
    return [sales.gross, sales.tax, payments.moneyIn];
  };
  const days = ['2026-10-31', '2026-11-01', '2026-11-02'];
  const read = async () => Promise.all(days.map((day) => of(day)));
  server.clock.now = new Date('2026-11-03T18:00:00Z');
  const before = await read();
  expect(before).toEqual([
    [0, 0, 0],
    [10.8, 0.8, 10.8],
    [0, 0, 0],
  ]);
  const admin = await as('admin');
  const moved = await admin.put(`/locations/${gym.locationId}`, { body: { timezone: 'Pacific/Kiritimati' } });
  expect(moved.status).toBe(200);
  expect(await read()).toEqual(before);
  const after = (await admin.get(`/drawers/${drawer.id}`)).body.drawer;
  expect([after.expected, after.counted, after.cashSales]).toEqual([30.8, 30.8, 10.8]);
});

test('a purchase that is settled by paying a part and writing off the rest is granted, and its refund is what was paid', async () => {
  const contactId = await gym.make.contact();
  const desk = await as('manager');
  const membershipId = await gym.make.plan({ price_cents: 10_000 });
  const sold = await desk.post('/memberships/purchase', { body: { contactId, membershipId, startDate: '2026-11-01' } });
  const id = sold.body.invoice.id as string;
  const part = await desk.post(`/invoices/${id}/payments`, { body: { method: 'cash', amount: 48 } });
  expect([part.status, part.body.message]).toEqual([201, undefined]);
  expect((await desk.post(`/invoices/${id}/write-off`, { body: { reason: 'A friend' } })).status).toBe(200);
  const [held] = await gym.books.memberships(contactId);
  expect(held?.granted_at).not.toBeNull();
  const deferred = async (day: string) => (await totals('deferred', `from=${day}&to=${day}`)).deferred;
  gym.setClock('2026-11-15');
  // 48 of 108 were paid: of the price of 100, 44.44. Half of the month is served.
  expect(await deferred('2026-11-15')).toBeCloseTo(22.22, 2);
  const later = await as('manager');
  const refund = (amount: number) =>
    later.post(`/invoices/${id}/refunds`, {
      body: { amount, destination: 'cash', reason: 'Moved', membership: 'end_now' },
    });
  expect((await refund(48.01)).status).toBe(409);
  expect((await refund(48)).status).toBe(201);
  expect(await deferred('2026-11-15')).toBe(0);
});

test('of a household’s renewal, the refund of one line ends the membership of that member alone', async () => {
  const ann = await gym.bought('2026-11-01');
  const ben = await gym.make.contact({ first_name: 'Ben' });
  const youth = await gym.make.contactMembership(ben, {
    membership_name: 'Youth',
    purchase_price_cents: 2_500,
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    auto_renew: true,
  });
  const desk = await as('manager');
  const { household } = (await desk.post('/households', { body: { name: 'Oakley', payerId: ann.contactId } })).body;
  expect((await desk.post(`/households/${household.id}/members`, { body: { contactId: ben } })).status).toBe(201);
  gym.setClock('2026-11-30');
  await gym.renew();
  const renewal = (await ann.invoices()).find(({ kind }) => kind === 'renewal') ?? expect.fail();
  expect(renewal).toMatchObject({ status: 'paid', subtotal_cents: 7_499 });
  const position = (await gym.books.lines(renewal.id)).findIndex(({ member_name }) => member_name !== null);
  const manager = await as('manager');
  const refunded = await manager.post(`/invoices/${renewal.id}/refunds`, {
    body: { lines: [{ position, quantity: 1 }], destination: 'card', reason: 'Moved', membership: 'end_now' },
  });
  expect([refunded.status, refunded.body.refund?.amount]).toEqual([201, 27]);
  expect(await ann.row()).toMatchObject({ cancelsOn: null, autoRenew: true, endDate: '2026-12-31' });
  const [held] = await gym.books.memberships(ben);
  expect([held?.id, held?.cancels_on, held?.access_enabled]).toEqual([youth, '2026-11-30', false]);
  expect((await totals('memberships', 'from=2026-11-30&to=2026-11-30')).recurringRevenue).toBe(49.99);
  const deferred = async (day: string) => (await totals('deferred', `from=${day}&to=${day}`)).deferred;
  expect(await deferred('2026-11-30')).toBe(49.99);
});

test('a renewal that changed the plan and is refunded in full ends as that plan, and is recurring revenue no longer', async () => {
  const held = await gym.bought('2026-11-01');
  const goldId = await gym.make.plan({ name: 'Gold', price_cents: 6_000 });
  await held.call('post', 'plan-change', { membershipId: goldId, when: 'renewal' });
  gym.setClock('2026-11-30');
  await gym.renew();
  const manager = await as('manager');
  const renewal = (await held.invoices()).find(({ kind }) => kind === 'renewal');
  const body = { amount: 64.8, destination: 'card', reason: 'A mistake', membership: 'end_at_period' };
  expect((await manager.post(`/invoices/${renewal?.id}/refunds`, { body })).status).toBe(201);
  expect(await held.row()).toMatchObject({ membershipName: 'Gold', cancelsOn: '2026-12-31', nextRenewalOn: null });
  expect((await totals('memberships', 'from=2026-11-30&to=2026-11-30')).recurringRevenue).toBe(0);
  expect((await totals('deferred', 'from=2026-11-30&to=2026-11-30')).deferred).toBe(0);
  gym.setClock('2026-12-31');
  await gym.renew();
  expect(await held.invoices()).toHaveLength(2);
});
