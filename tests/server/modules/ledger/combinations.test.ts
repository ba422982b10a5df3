import { expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { sum } from '#domain/shared/money.ts';
import type { MembersGym } from '#tests/support/afterSale.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { membersDesk } from '#tests/support/membersDesk.ts';
import { refundingAt } from '#tests/support/refunding.ts';
import { refundedSum } from '#tests/support/sales.ts';

let gym: MembersGym;
const { stripe, server, emails, links, as, owed, close, state } = await membersDesk((opened) => (gym = opened));
const { refund } = refundingAt(() => gym);
const inCash = async (invoiceId: string, amount: number) =>
  (await (await as('operator')).post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash', amount } })).status;

/** The reports of all days so far say what the rows add up to, in dollars; returns their totals. */
async function agreed() {
  server.advance({ days: 20 });
  const admin = await as('admin');
  const to = todayIn('Pacific/Kiritimati', server.clock.now);
  const report = async (kind: string, period = `from=2026-10-25&to=${to}`) => {
    const { status, body } = await admin.get(`/reports/${kind}?${period}`);
    expect([kind, status]).toEqual([kind, 200]);
    return body.report.totals as Record<string, number>;
  };
  const [invoices, payments] = [await gym.books.invoices(), await gym.books.payments()];
  const paid = payments.filter(({ kind, status }) => kind === 'payment' && status === 'completed');
  const [money, outstanding, sales] = [await report('payments'), await report('to-collect'), await report('sales')];
  expect(money['moneyIn']).toBeCloseTo(sum(paid.map(({ amount_cents }) => amount_cents)) / 100, 5);
  expect(money['moneyRefunded']).toBeCloseTo(refundedSum(payments) / 100, 5);
  expect(outstanding['toCollect']).toBeCloseTo(sum(invoices.map(({ due_cents }) => due_cents)) / 100, 5);
  // Any split of the days adds up.
  const middle = addDays(to, -9);
  const [first, rest] = [
    await report('sales', `from=2026-10-25&to=${middle}`),
    await report('sales', `from=${addDays(middle, 1)}&to=${to}`),
  ];
  for (const name of ['net', 'tax', 'gross', 'refunds'])
    expect([name, (first[name] ?? 0) + (rest[name] ?? 0)]).toEqual([name, expect.closeTo(sales[name] ?? 0, 5)]);
  return { sales, money, outstanding };
}
const gold = { name: 'Gold', price_cents: 6_000 };

test('a planned change to a plan that is archived meanwhile, with a card that has expired, is charged once it is paid at the desk', async () => {
  const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  const goldId = await gym.make.plan(gold);
  await held.call('post', 'plan-change', { membershipId: goldId, when: 'renewal' });
  expect((await (await as('admin')).delete(`/memberships/${goldId}`)).status).toBe(200);
  gym.setClock('2026-11-30');
  await gym.renew();
  const renewal = (await held.invoices()).find(({ kind }) => kind === 'renewal');
  expect(renewal).toMatchObject({ status: 'overdue', total_cents: 6_480, due_cents: 6_480 });
  expect(await held.row()).toMatchObject({ membershipName: 'Monthly Unlimited', endDate: '2026-11-30' });
  gym.setClock('2026-12-02');
  expect(await inCash(renewal?.id ?? '', 64.8)).toBe(201);
  expect(await held.row()).toMatchObject({
    membershipId: goldId,
    membershipName: 'Gold',
    purchasePrice: 60,
    endDate: '2026-12-31',
    plannedChange: null,
    graceUntil: null,
  });
  await agreed();
});

test('a freeze over the end of a contract, with a cancellation, and both undone, leaves every day as it was', async () => {
  const held = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 2 } });
  gym.setClock('2026-11-30');
  await gym.renew();
  gym.setClock('2026-12-10');
  const before = await held.row();
  expect(before).toMatchObject({ endDate: '2026-12-31', contractEndDate: '2026-12-31' });
  const frozen = await held.call('post', 'freezes', { from: '2026-12-20', until: '2027-01-10', reason: 'Knee' });
  expect(frozen.body.contactMembership).toMatchObject({ endDate: '2027-01-22', contractEndDate: '2027-01-22' });
  const freezeId = frozen.body.contactMembership.freezes[0].id;
  const { body } = await held.call('get', 'cancellation?when=period_end');
  // A planned freeze that begins before the last day goes with the cancellation.
  expect(body.preview).toMatchObject({ lastDay: '2026-12-31', lastPayment: null });
  gym.setClock('2026-12-22');
  const canceled = await held.call('post', 'cancellation', { when: 'period_end', reason: 'health' });
  expect(canceled.body.contactMembership).toMatchObject({ cancelsOn: '2027-01-22', endDate: '2027-01-22' });
  // It ends early: nine frozen days less.
  await held.call('put', `freezes/${freezeId}`, { until: '2027-01-01', override: true });
  expect(await held.row()).toMatchObject({ cancelsOn: '2027-01-13', endDate: '2027-01-13' });
  expect((await held.call('delete', 'cancellation')).status).toBe(200);
  expect(await held.row()).toMatchObject({ cancelsOn: null, endDate: '2027-01-13', contractEndDate: '2027-01-13' });
  gym.setClock('2027-01-13');
  await gym.renew();
  expect(await held.invoices()).toHaveLength(2);
  await agreed();
});

test('a split sale is refunded in two parts, one after its drawer was closed, and every drawer is right', async () => {
  const open = async () =>
    (await (await as('manager')).post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer
      .id as string;
  const drawer = async (id: string) => (await (await as('manager')).get(`/drawers/${id}`)).body.drawer;
  const first = await open();
  const item = await gym.make.salesItem({ price_cents: 2_000 });
  const till = await as('point_of_sale');
  const { status, body } = await till.post('/sales-items/purchase', {
    body: {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: item, quantity: 1 }],
      stripePayment: true,
      cash: { amount: 10, tendered: 20 },
    },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  const back = async (amount: number, destination: 'card' | 'cash') =>
    (
      await (
        await as('manager')
      ).post(`/invoices/${body.invoice.id}/refunds`, { body: { amount, destination, reason: 'Torn' } })
    ).status;
  expect(await back(4, 'cash')).toBe(201);
  expect(await drawer(first)).toMatchObject({ expected: 106, cashSales: 10, cashRefunds: 4 });
  const closed = await (await as('manager')).post(`/drawers/${first}/close`, { body: { counted: 106 } });
  expect(closed.body.drawer).toMatchObject({ difference: 0 });
  gym.setClock('2026-11-02');
  const second = await open();
  expect(await back(6, 'cash')).toBe(201);
  expect(await back(11.6, 'card')).toBe(201);
  expect(await drawer(second)).toMatchObject({ expected: 94, cashRefunds: 6 });
  expect(await drawer(first)).toEqual(closed.body.drawer);
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({
    status: 'refunded',
    paid_cents: 2_160,
    refunded_cents: 2_160,
  });
  const { sales, money } = await agreed();
  expect([sales['refunds'], money['moneyIn'], money['moneyRefunded']]).toEqual([21.6, 21.6, 21.6]);
});

test('the card of a payer that is replaced while a renewal is charged is used from the next charge on, and nobody pays twice', async () => {
  const held = await gym.bought('2026-11-01');
  gym.setClock('2026-11-30');
  const asked = stripe.hold(/POST \/v1\/payment_intents\/\w+\/confirm/);
  const renewing = gym.renew();
  await asked.reached;
  const operator = await as('operator');
  const { body } = await operator.post(`/contacts/${held.contactId}/card-setups`);
  const { payment_method } = gym.account.setups.confirm(body.setupIntent.id, 'pm_card_mastercard');
  expect(
    (await operator.post(`/contacts/${held.contactId}/card`, { body: { setupIntentId: body.setupIntent.id } })).status,
  ).toBe(200);
  asked.release();
  await renewing;
  await gym.renew();
  expect((await held.row()).endDate).toBe('2026-12-31');
  const saved = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('stripe_customers').selectAll().where('contact_id', '=', held.contactId).execute(),
  );
  expect([gym.account.charges.size, saved[0]?.payment_method_id]).toEqual([2, payment_method]);
  gym.setClock('2026-12-31');
  await gym.renew();
  expect([...gym.account.charges.values()].at(-1)).toMatchObject({ payment_method });
  await agreed();
});

test('a tax rate that changes between the quote and the sale is told, and between a renewal’s invoice and its payment changes nothing', async () => {
  const held = await gym.bought('2026-11-01');
  await held.call('put', 'renewal', { autoRenew: true, by: 'manual' });
  gym.setClock('2026-11-23');
  await gym.renew();
  const renewal = (await held.invoices()).find(({ kind }) => kind === 'renewal') ?? expect.fail();
  expect(renewal).toMatchObject({ total_cents: 5_399, tax_cents: 400 });
  const admin = await as('admin');
  expect((await admin.put(`/locations/${gym.locationId}`, { body: { salesTaxRate: 0.1 } })).status).toBe(200);
  const sale = { contactId: gym.contactId, membershipId: held.planId, startDate: '2026-11-23', paymentMethod: 'cash' };
  const quoted = await admin.post('/memberships/purchase', { body: { ...sale, expectedTotal: 53.99 } });
  expect(quoted).toMatchObject({ status: 409, body: { total: 54.99 } });
  gym.setClock('2026-12-05');
  expect(await inCash(renewal.id, 53.99)).toBe(201);
  expect(await state(renewal.id)).toEqual(['paid', 5_399, 0, 0]);
  // Within the days of grace it would follow the old end; after them it begins with the payment.
  expect((await held.row()).endDate).toBe('2027-01-04');
  const { sales } = await agreed();
  expect(sales['tax']).toBe(8);
});

test('a plan that changes twice within a period costs the difference of both, and a refund gives back no more than was paid', async () => {
  const held = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  const [silverId, goldId] = [await gym.make.plan({ name: 'Silver', price_cents: 4_500 }), await gym.make.plan(gold)];
  gym.setClock('2026-11-11');
  const now = (membershipId: string) => held.call('post', 'plan-change', { membershipId, when: 'now', method: 'cash' });
  // 20 of 30 days are left.
  expect((await now(silverId)).body.invoice).toMatchObject({ subtotal: 10, total: 10.8, status: 'paid' });
  gym.setClock('2026-11-21');
  expect((await now(goldId)).body.invoice).toMatchObject({ subtotal: 5, total: 5.4, status: 'paid' });
  const admin = await as('admin');
  const deferred = async (day: string) =>
    (await admin.get(`/reports/deferred?from=${day}&to=${day}`)).body.report.totals.deferred;
  gym.setClock('2026-11-20');
  // Ten of thirty days at 30, and ten of twenty at 10: what is left of the first change.
  expect(await deferred('2026-11-20')).toBeCloseTo(10 + 5, 5);
  gym.setClock('2026-11-21');
  expect(await deferred('2026-11-30')).toBe(0);
  gym.setClock('2026-11-30');
  await gym.renew();
  expect((await held.invoices()).at(-1)).toMatchObject({ subtotal_cents: 6_000, status: 'paid' });
  await agreed();
});

test('an invoice that is voided while its payment link is queued emails nothing, and its card can no longer pay', async () => {
  const invoiceId = await owed({ kind: 'items' });
  await gym.by.operator.post(`/invoices/${invoiceId}/payment-link`, { body: { email: 'ann@home.test' } });
  const token = await links.linkOf(invoiceId);
  const { body } = await links.payBy(token);
  expect((await close(invoiceId, 'void')).status).toBe(200);
  expect(await emails.send()).toEqual([]);
  expect((await links.show(token)).status).toBe(410);
  expect(() => links.enterCard(body.paymentIntent.id)).toThrow('canceled');
  await agreed();
});

test('a dispute that is lost after a part was refunded takes the rest, and no more', async () => {
  const { invoiceId, intent, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  expect((await refund(invoiceId, { amount: 4, destination: 'card', reason: 'Torn' })).status).toBe(201);
  const charge = [...gym.account.charges.values()].find(({ payment_intent }) => payment_intent === intent.id);
  const dispute = gym.account.balance.dispute(charge ?? expect.fail(), 680);
  await gym.deliverAll();
  gym.account.balance.closeDispute(dispute.id, 'lost');
  await gym.deliverAll();
  const balances = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('ledger_entries')
      .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
      .groupBy('account')
      .execute(),
  );
  const of = (account: string) => Number(balances.find((one) => one.account === account)?.cents ?? 0);
  expect([of('card'), of('disputes'), of('receivable')]).toEqual([0, 680, 0]);
  await agreed();
});

test('two locations a day apart at the end of a month: each sale is of its own day, and the months add up', async () => {
  await server.database.scoped([gym.companyId], async (tx) => {
    const set = (id: string, timezone: string) =>
      tx.updateTable('locations').set({ timezone }).where('id', '=', id).execute();
    await set(gym.locationId, 'Pacific/Pago_Pago');
    await set(gym.otherLocationId, 'Pacific/Kiritimati');
  });
  server.clock.now = new Date('2026-11-30T10:30:00Z');
  const admin = await as('admin');
  const sell = async (locationId: string) => {
    const salesItemId = await gym.make.salesItem({ location_id: locationId, price_cents: 1_000 });
    const body = { contactId: gym.contactId, locationId, items: [{ salesItemId, quantity: 1 }], paymentMethod: 'cash' };
    const { status, body: sold } = await admin.post('/sales-items/purchase', { body });
    expect(status).toBe(201);
    return sold.invoice.id as string;
  };
  // At 10:30 UTC it is November 29, 23:30 in one place and December 1, 00:30 in the other.
  server.clock.now = new Date('2026-11-30T10:30:00Z');
  const ids = [await sell(gym.locationId), await sell(gym.otherLocationId)];
  server.clock.now = new Date('2026-12-01T10:30:00Z');
  const body = { amount: 5.4, destination: 'cash', reason: 'Torn' };
  const tomorrow = await as('admin');
  for (const id of ids) expect((await tomorrow.post(`/invoices/${id}/refunds`, { body })).status).toBe(201);
  server.clock.now = new Date('2026-12-05T12:00:00Z');
  const month = async (from: string, to: string, at = '') => {
    const totals = (await (await as('admin')).get(`/reports/sales?from=${from}&to=${to}${at}`)).body.report.totals;
    return [totals.gross, totals.refunds];
  };
  const [here, there] = [`&locationId=${gym.locationId}`, `&locationId=${gym.otherLocationId}`];
  expect(await month('2026-11-01', '2026-11-30', here)).toEqual([10.8, 5.4]);
  expect(await month('2026-11-01', '2026-11-30', there)).toEqual([0, 0]);
  expect(await month('2026-12-01', '2026-12-31', there)).toEqual([10.8, 5.4]);
  expect(await month('2026-11-01', '2026-11-30')).toEqual([10.8, 5.4]);
  expect(await month('2026-12-01', '2026-12-31')).toEqual([10.8, 5.4]);
  await agreed();
});
