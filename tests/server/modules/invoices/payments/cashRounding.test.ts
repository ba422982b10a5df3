import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const emails = memberEmails(server);
let gym: DrawerGym;
/** $9.23 and a tax of 8 %: $9.97. */
let itemId: string;
beforeEach(async () => {
  gym = await createDrawerGym(server);
  itemId = await gym.make.salesItem({ price_cents: 923 });
  expect((await round(5)).status).toBe(200);
});

const round = (cashRounding: unknown) => gym.by.admin.put(`/locations/${gym.locationId}`, { body: { cashRounding } });
const sell = (body: object, itemOf = itemId) =>
  gym.by.manager.post('/sales-items/purchase', {
    body: {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: itemOf, quantity: 1 }],
      expectedTotal: 9.97,
      ...body,
    },
  });
const owed = () =>
  gym.invoices.invoice(gym.contactId, { status: 'open', total_cents: 997, tax_cents: 74, due_cents: 997 });
const pay = (invoiceId: string, body: object) =>
  gym.by.manager.post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash', ...body } });
const refund = (invoiceId: string, body: object) =>
  gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { destination: 'cash', reason: 'Broken', ...body } });
const balances = async () => {
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ account: string; cents: number }>`
      select account, sum(cents)::int as cents from ledger_entries group by account having sum(cents) <> 0`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};

describe('a cash sale', () => {
  test('is rounded after tax; the total stays exact, nothing is due, and the difference stands in the books', async () => {
    const { status, body } = await sell({ paymentMethod: 'cash', tendered: 10 });
    expect(status).toBe(201);
    expect(body.invoice).toMatchObject({
      status: 'paid',
      tax: 0.74,
      total: 9.97,
      paid: 9.95,
      due: 0,
      cashRounding: -0.02,
    });
    expect(body.payment).toMatchObject({ amount: 9.95, change: 0.05, cashRounding: -0.02 });
    expect(await balances()).toEqual({ cash: 995, cash_rounding: 2, revenue: -923, tax: -74 });
  });

  test('has a receipt that says what was received and its change', async () => {
    await sell({ paymentMethod: 'cash', tendered: 10 });
    const [receipt] = await emails.send();
    expect(receipt?.text).toContain('We received $9.95 on');
    expect(receipt?.text).toContain(
      'Total: $9.97\nCash rounding: −$0.02\nPaid in cash: $9.95\nTendered: $10.00\nChange: $0.05\n\nInvoice',
    );
  });

  test('is rounded up at 10 cents where half of it is left', async () => {
    await round(10);
    const item = await gym.make.salesItem({ price_cents: 921 });
    const { body } = await sell({ paymentMethod: 'cash', expectedTotal: 9.95 }, item);
    expect(body.invoice).toMatchObject({ total: 9.95, paid: 10, cashRounding: 0.05 });
  });

  test('needs no more cash than the rounded total', async () => {
    expect((await sell({ paymentMethod: 'cash', tendered: 9.94 })).body.message).toContain('less than $9.95');
    expect((await sell({ paymentMethod: 'cash', tendered: 9.95 })).status).toBe(201);
  });

  test('of two cents costs nothing in cash', async () => {
    const item = await gym.make.salesItem({ price_cents: 2 });
    const { body } = await sell({ paymentMethod: 'cash', expectedTotal: 0.02 }, item);
    expect(body.invoice).toMatchObject({ status: 'paid', total: 0.02, paid: 0, due: 0, cashRounding: -0.02 });
    expect(await balances()).toEqual({ cash_rounding: 2, revenue: -2 });
  });

  test('leaves the rounded amount in the drawer', async () => {
    const drawer = await gym.opened(100);
    await sell({ paymentMethod: 'cash' });
    expect((await gym.manager.read(drawer)).body.drawer).toMatchObject({ cashSales: 9.95, expected: 109.95 });
    expect((await gym.manager.close(drawer, { counted: 109.95 })).body.drawer).toMatchObject({ difference: 0 });
  });

  test('stands in the Z report, the report of payments and the journal as a line of its own', async () => {
    const drawer = await gym.opened(100);
    await sell({ paymentMethod: 'cash' });
    const { body } = await gym.manager.close(drawer, { counted: 109.95 });
    expect(body.drawer).toMatchObject({ cashRounding: -0.02, byMethod: [{ method: 'cash', amount: 9.95 }] });
    const day = todayIn('America/Denver', server.clock.now);
    const of = `companyId=${gym.companyId}&locationId=${gym.locationId}&from=${day}&to=${day}`;
    const { body: payments } = await gym.by.manager.get(
      `/reports/payments?locationId=${gym.locationId}&from=${day}&to=${day}`,
    );
    expect(payments.report.totals).toMatchObject({ moneyIn: 9.95, cashRounding: -0.02 });
    const { body: journal } = await gym.by.manager.get(`/accounting/journal?${of}`);
    expect(journal.days[0].lines).toContainEqual(
      expect.objectContaining({ account: { number: '6250', name: 'Cash Rounding' }, debit: 0.02, credit: 0 }),
    );
  });

  test('another method is never rounded, and cash is not where rounding is off', async () => {
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { otherMethods: ['Check'] } } });
    const { body } = await sell({ paymentMethod: 'other', otherMethod: 'Check' });
    expect(body.invoice).toMatchObject({ paid: 9.97 });
    expect(body.invoice.cashRounding).toBeUndefined();
    await round(0);
    expect((await sell({ paymentMethod: 'cash' })).body.invoice).toMatchObject({ paid: 9.97 });
  });
});

describe('a cash payment on an invoice', () => {
  test.each([
    ['without an amount', {}],
    ['of what is due', { amount: 9.97 }],
    ['of the rounded rest', { amount: 9.95, tendered: 9.95 }],
  ])('%s settles it rounded', async (_what, body) => {
    const id = await owed();
    expect((await pay(id, body)).body.invoice).toMatchObject({
      status: 'paid',
      paid: 9.95,
      due: 0,
      cashRounding: -0.02,
    });
  });

  test('of a part is not rounded; the rest is', async () => {
    const id = await owed();
    expect((await pay(id, { amount: 3.33 })).body.invoice).toMatchObject({
      status: 'partially_paid',
      paid: 3.33,
      due: 6.64,
    });
    expect((await pay(id, {})).body.invoice).toMatchObject({ status: 'paid', paid: 9.98, due: 0, cashRounding: 0.01 });
    expect(await balances()).toMatchObject({ cash: 998, cash_rounding: -1 });
  });
});

describe('a cash refund', () => {
  test('hands out rounded cash', async () => {
    const { body: sold } = await sell({ paymentMethod: 'cash' });
    const { body } = await refund(sold.invoice.id, { amount: 3.33 });
    expect(body.invoice).toMatchObject({ refunded: 3.33, paid: 9.95 });
    const { body: shown } = await gym.by.manager.get(`/invoices/${sold.invoice.id}`);
    expect(shown.payments[1]).toMatchObject({ amount: -3.35, cashRounding: 0.02 });
    expect(await balances()).toMatchObject({ cash: 660 });
    const told = { amount: 3.33, cashRounding: 0.02 };
    expect([body.refund, shown.refunds[0]]).toMatchObject([told, told]);
    const { body: list } = await gym.by.manager.get(`/refunds?invoiceId=${sold.invoice.id}`);
    expect(list.refunds).toMatchObject([{ refund: told }]);
  });

  test.each([
    ['', {}],
    [' by its lines', { lines: [{ position: 0, quantity: 1 }] }],
  ])('of all%s gives back what was paid, and the rounding of the sale with it', async (_how, body) => {
    const { body: sold } = await sell({ paymentMethod: 'cash' });
    expect((await refund(sold.invoice.id, body)).body.invoice).toMatchObject({ status: 'refunded', refunded: 9.95 });
    expect(await balances()).toEqual({ revenue: -923, refunds: 923 });
  });
});

test.each([3, '5', null])('a location that rounds to %s is refused', async (cashRounding) => {
  expect((await round(cashRounding)).body).toMatchObject({ errors: { cashRounding: 'Choose how cash is rounded' } });
});
