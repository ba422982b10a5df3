import { beforeEach, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});
const { owed, state } = collectingAt(server, () => gym);
const as = (level: keyof MembersGym['users']) => server.as(gym.users[level]);
const balances = async () => {
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('ledger_entries')
      .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
      .groupBy('account')
      .execute(),
  );
  return Object.fromEntries(
    rows.flatMap(({ account, cents }) => (Number(cents) === 0 ? [] : [[account, Number(cents)]])),
  );
};

test('cash is rounded once: a refund in three parts hands out what was taken, and the drawer and the books have no cent over', async () => {
  const admin = await as('admin');
  expect(
    (await admin.put(`/locations/${gym.locationId}`, { body: { cashRounding: 5, salesTaxRate: 0.0825 } })).status,
  ).toBe(200);
  const manager = await as('manager');
  const { drawer } = (await manager.post('/drawers', { body: { locationId: gym.locationId, float: 50 } })).body;
  const salesItemId = await gym.make.salesItem({ price_cents: 999 });
  const sale = { contactId: gym.contactId, locationId: gym.locationId, items: [{ salesItemId, quantity: 1 }] };
  const till = await as('point_of_sale');
  const { body } = await till.post('/sales-items/purchase', { body: { ...sale, paymentMethod: 'cash', tendered: 20 } });
  // 10.81 and its tax are rounded to 10.80.
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({
    total_cents: 1_081,
    paid_cents: 1_080,
    due_cents: 0,
  });
  const back = async (amount: number) => {
    const refund = { amount, destination: 'cash', reason: 'Torn' };
    const { status, body: answer } = await manager.post(`/invoices/${body.invoice.id}/refunds`, { body: refund });
    return [status, answer.refund?.amount ?? answer.message];
  };
  expect([await back(3.33), await back(3.33)]).toEqual([
    [201, 3.33],
    [201, 3.33],
  ]);
  const { paid_cents, refunded_cents } = await gym.books.invoice(body.invoice.id);
  expect((await back((paid_cents - refunded_cents) / 100))[0]).toBe(201);
  const read = (await manager.get(`/drawers/${drawer.id}`)).body.drawer;
  expect([read.expected, read.cashSales, read.cashRefunds]).toEqual([50, 10.8, 10.8]);
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'refunded', refunded_cents: 1_080 });
  // The cash that the drawer was opened with.
  const { cash, receivable = 0, cash_rounding = 0 } = await balances();
  expect([cash, receivable, cash_rounding]).toEqual([5_000, 0, 0]);
});

test('what was written off and is paid late is in no report twice, and is given back to the cent', async () => {
  const invoiceId = await owed();
  const manager = await as('manager');
  const pay = await (
    await as('operator')
  ).post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash', amount: 8 } });
  expect(pay.status).toBe(201);
  expect((await manager.post(`/invoices/${invoiceId}/write-off`, { body: { reason: 'Gone' } })).status).toBe(200);
  expect(await state(invoiceId)).toEqual(['void', 800, 0, 10_000]);
  const back = await manager.post(`/invoices/${invoiceId}/refunds`, {
    body: { amount: 8, destination: 'cash', reason: 'Goodwill' },
  });
  expect([back.status, back.body.message]).toEqual([201, undefined]);
  gym.setClock('2026-11-20');
  const admin = await as('admin');
  const totals = async (kind: string) =>
    (await admin.get(`/reports/${kind}?from=2026-10-01&to=2026-11-20`)).body.report.totals;
  const [outstanding, payments] = [await totals('to-collect'), await totals('payments')];
  expect([outstanding.toCollect, outstanding.writtenOff, payments.moneyIn, payments.moneyRefunded]).toEqual([
    0, 100, 8, 8,
  ]);
  const { cash = 0, receivable = 0 } = await balances();
  expect([cash, receivable]).toEqual([0, 0]);
});

test('the difference of a change of plan is given back when the membership ends with the refund, and nothing is deferred any more', async () => {
  const held = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  const goldId = await gym.make.plan({ name: 'Gold', price_cents: 6_000 });
  gym.setClock('2026-11-16');
  const changed = await held.call('post', 'plan-change', { membershipId: goldId, when: 'now', method: 'cash' });
  expect(changed.body.invoice).toMatchObject({ subtotal: 15, total: 16.2 });
  const manager = await as('manager');
  const back = await manager.post(`/invoices/${changed.body.invoice.id}/refunds`, {
    body: { amount: 16.2, destination: 'cash', reason: 'Changed their mind', membership: 'end_now' },
  });
  const bought = (await held.invoices())[0]?.id ?? '';
  const first = await manager.post(`/invoices/${bought}/refunds`, {
    body: { amount: 16.2, destination: 'card', reason: 'Moved', membership: 'end_now' },
  });
  expect([back.status, first.status, first.body.message]).toEqual([201, 201, undefined]);
  const admin = await as('admin');
  const { totals } = (await admin.get('/reports/deferred?from=2026-11-16&to=2026-11-16')).body.report;
  expect([totals.deferred, (await held.row()).cancelsOn]).toEqual([0, '2026-11-16']);
  await gym.renew();
  expect(await held.invoices()).toHaveLength(2);
});

test('a member of a household whose payer leaves the company between the invoice and its payment is billed to the new payer from then on', async () => {
  const held = await gym.bought('2026-11-01');
  const ben = await gym.make.contact({ first_name: 'Ben', last_name: 'Oakley' });
  const desk = await as('manager');
  const { household } = (await desk.post('/households', { body: { name: 'Oakley', payerId: ben } })).body;
  expect((await desk.post(`/households/${household.id}/members`, { body: { contactId: held.contactId } })).status).toBe(
    201,
  );
  expect(await held.row()).toMatchObject({ renewsBy: 'manual' });
  gym.setClock('2026-11-24');
  await gym.renew();
  const renewals = async () => (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal');
  expect(await renewals()).toMatchObject([{ contact_id: ben, status: 'open', due_cents: 5_399 }]);
  const later = await as('manager');
  expect((await later.put(`/households/${household.id}`, { body: { payerId: held.contactId } })).status).toBe(200);
  expect((await later.delete(`/contacts/${ben}`)).status).toBe(409);
  const [open] = await renewals();
  const paid = await later.post(`/invoices/${open?.id}/payments`, { body: { method: 'cash', amount: 53.99 } });
  expect(paid.status).toBe(201);
  expect((await held.row()).endDate).toBe('2026-12-31');
  expect((await later.delete(`/contacts/${ben}`)).status).toBe(200);
  gym.setClock('2026-12-24');
  await gym.renew();
  gym.setClock('2026-12-31');
  await gym.renew();
  expect((await renewals()).map(({ contact_id }) => contact_id)).toEqual([ben, held.contactId]);
});
