import { beforeEach, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: DrawerGym;

const server = await sharedServer();
beforeEach(async () => {
  // The activity log, which knows when an invoice was closed, has the database's clock.
  server.clock.now = new Date();
  gym = await createDrawerGym(server);
});

const pass = () => server.advance({ minutes: 1 });
const day = () => {
  const today = todayIn(gym.timezone, server.clock.now);
  return `locationId=${gym.locationId}&from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
};
const report = async (kind: string, more = '') =>
  (await gym.by.manager.get(`/reports/${kind}?${day()}${more}`)).body.report;
const post = async (path: string, body: object) => {
  const response = await gym.by.manager.post(path, { body });
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
};
const balances = async () => {
  const { accounts } = (await gym.by.manager.get(`/accounting/preview?${day()}`)).body.preview;
  const all = accounts.map(
    ({ number, debit, credit }: Record<string, number>) =>
      [number, Math.round(((debit ?? 0) - (credit ?? 0)) * 100)] as const,
  );
  return Object.fromEntries(all.filter(([, balance]: readonly [number, number]) => balance !== 0));
};
/** Imports a person who owed this much, and returns the invoice. */
let people = 0;
const owing = async (balance: number): Promise<string> => {
  people += 1;
  const email = `mo${people}@moving.test`;
  await post('/contacts/import', {
    locationId: gym.locationId,
    contacts: [{ firstName: 'Mo', lastName: 'Vega', email, balance }],
  });
  return (await gym.books.invoices()).find(({ customer_email }) => customer_email === email)?.id ?? '';
};

test('an opening balance is owed, and no sale: not in any report but what is outstanding', async () => {
  await owing(5_000);
  expect((await report('to-collect')).totals).toMatchObject({ toCollect: 5_000, invoices: 1 });
  expect((await report('overview')).totals).toMatchObject({ net: 0, moneyIn: 0, toCollect: 5_000 });
  expect((await report('sales')).totals).toMatchObject({ net: 0, tax: 0, gross: 0, refunds: 0 });
  for (const groupBy of ['category', 'item', 'staff'])
    expect((await report('sales', `&groupBy=${groupBy}`)).rows).toEqual([]);
  expect((await report('deferred')).totals).toMatchObject({ deferred: 0 });
});

test('what is paid on one is money in, and what is refunded of it is no refund of a sale', async () => {
  const id = await owing(100);
  await post(`/invoices/${id}/payments`, { method: 'cash', amount: 60 });
  pass();
  await post(`/invoices/${id}/refunds`, { amount: 10, destination: 'cash', reason: 'A mistake' });
  expect((await report('payments')).totals).toMatchObject({ moneyIn: 60, moneyRefunded: 10 });
  expect((await report('sales')).totals).toMatchObject({ net: 0, refunds: 0 });
  expect((await report('sales', '&groupBy=category')).rows).toEqual([]);
  expect((await report('to-collect')).totals).toMatchObject({ toCollect: 40 });
});

test('the journal has opening balances in an account of their own, and their payments, refunds, voids and losses settle it', async () => {
  const [paid, voided, lost] = [await owing(100), await owing(7), await owing(3)];
  expect(await balances()).toEqual({ 1200: 11_000, 3900: -11_000 });
  await post(`/invoices/${paid}/payments`, { method: 'cash', amount: 60 });
  pass();
  await post(`/invoices/${paid}/refunds`, { amount: 10, destination: 'cash', reason: 'A mistake' });
  await post(`/invoices/${voided}/void`, { reason: 'Paid before' });
  await post(`/invoices/${lost}/write-off`, { reason: 'Moved away' });
  expect(await balances()).toEqual({ 1000: 5_000, 1200: 4_000, 3900: -9_300, 6100: 300 });
});

test('the drawer’s report has the cash that was taken for one, and no sale or void', async () => {
  const drawer = await gym.opened();
  pass();
  const [paid, voided, lost] = [await owing(100), await owing(7), await owing(3)];
  pass();
  await post(`/invoices/${paid}/payments`, { method: 'cash', amount: 60 });
  await post(`/invoices/${voided}/void`, { reason: 'Paid before' });
  await post(`/invoices/${lost}/write-off`, { reason: 'Moved away' });
  pass();
  expect((await gym.manager.read(drawer)).body.drawer).toMatchObject({
    byMethod: [{ method: 'cash', amount: 60 }],
    byTaxRate: [],
    byCategory: [],
    byStaff: [],
    voids: { count: 0, amount: 0 },
  });
});
