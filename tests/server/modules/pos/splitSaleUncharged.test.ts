import { beforeEach, describe, expect, test } from 'vitest';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { bothParts, splitSales, tenInCash } from '#tests/support/splitSale.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let itemId: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  itemId = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 2_000 });
});
const { split, sweep, later, pay, sentWebhook, openDrawer, readDrawer, closeDrawer, plans, outcome, booked, balances } =
  splitSales(server, () => ({ gym, itemId }));
const requireDrawer = () =>
  gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { requireOpenDrawer: true } } });

describe('a card that is not charged', () => {
  const cancel = (key: string) =>
    gym.by.point_of_sale.post('/sales-items/purchase/cancel', {
      body: { locationId: gym.locationId },
      headers: { 'idempotency-key': key },
    });

  test('declined: no cash is booked, and another card pays the same part', async () => {
    const { body } = await split();
    expect(() => pay(body.paymentIntent.id, 'pm_card_chargeDeclined')).toThrow('declined');
    await sentWebhook();
    expect(await booked(body.invoice.id)).toEqual([['card', 'failed', 1_160]]);
    expect(await balances()).toEqual({ receivable: 2_160, revenue: -2_000, tax: -160 });
    pay(body.paymentIntent.id);
    await sentWebhook();
    expect(await booked(body.invoice.id)).toEqual(bothParts);
  });

  test('canceled at the till: no cash is booked, and the plan is gone', async () => {
    const drawer = await openDrawer();
    const { body } = await split(tenInCash, 'left');
    expect((await cancel('left')).body.invoice).toMatchObject({ status: 'void', paid: 0 });
    expect([await plans(), await balances(), await gym.books.stock(itemId)]).toEqual([[], {}, 5]);
    expect(await booked(body.invoice.id)).toEqual([['card', 'failed', 1_160]]);
    expect(await readDrawer(drawer)).toMatchObject({ expected: 100 });
    expect(await outcome('left')).toMatchObject({ state: 'refused' });
  });

  test('abandoned for half an hour: void, without the cash', async () => {
    const { body } = await split();
    later(30);
    await sweep();
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'void', paid_cents: 0 });
    expect([await plans(), await balances()]).toEqual([[], {}]);
  });

  test('charged after all when its sale is already void: the card is booked, and the cash that went back is due', async () => {
    const { body } = await split(tenInCash, 'late');
    await cancel('late');
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    pay(intent.id);
    await sentWebhook();
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({
      status: 'partially_paid',
      paid_cents: 1_160,
      due_cents: 1_000,
    });
    expect(await balances()).toEqual({ card: 1_160, receivable: 1_000, revenue: -2_000, tax: -160 });
  });

  test('replaced by a payment on the invoice: all of it is due there', async () => {
    const { body } = await split();
    const paid = await gym.by.manager.post(`/invoices/${body.invoice.id}/payments`, { body: { method: 'cash' } });
    expect(paid.body.invoice).toMatchObject({ status: 'paid', paid: 21.6 });
    expect(await plans()).toEqual([]);
    expect(await balances()).toEqual({ cash: 2_160, revenue: -2_000, tax: -160 });
  });
});

describe('the drawer', () => {
  test('must be open where the settings say so: nothing is sold, and the key stays free', async () => {
    await requireDrawer();
    expect(await split(tenInCash, 'first')).toMatchObject({ status: 409, body: { message: 'Open the drawer first' } });
    expect([await gym.books.invoices(), gym.account.intents.size, await gym.books.stock(itemId)]).toEqual([[], 0, 5]);
    await openDrawer();
    expect((await split(tenInCash, 'first')).status).toBe(201);
  });

  test.each([
    ['closed before the card was charged', false],
    ['and another one opened', true],
  ])('%s: only the card is booked, and the cash is due', async (_how, opensAnother) => {
    const drawer = await openDrawer();
    const { body } = await split(tenInCash, 'closed');
    await closeDrawer(drawer, 110);
    const next = opensAnother ? await openDrawer() : null;
    pay(body.paymentIntent.id);
    await sentWebhook();
    expect(await booked(body.invoice.id)).toEqual([['card', 'completed', 1_160]]);
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'partially_paid', due_cents: 1_000 });
    expect(await readDrawer(drawer)).toMatchObject({ cashSales: 0, expected: 100, difference: 10 });
    if (next) expect(await readDrawer(next)).toMatchObject({ cashSales: 0 });
    expect(await outcome('closed')).toMatchObject({
      state: 'completed',
      invoice: { due: 10, paidBy: { method: 'card' } },
    });
    expect(await plans()).toEqual([]);
    const rest = await gym.by.manager.post(`/invoices/${body.invoice.id}/payments`, { body: { method: 'cash' } });
    expect(rest.body.invoice).toMatchObject({ status: 'paid', due: 0 });
    expect(await gym.books.stock(itemId)).toBe(4);
  });

  test('closed at the very moment: the cash is in its count or due, never lost', async () => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    await Promise.all([closeDrawer(drawer, 110), sentWebhook(), sweep()]);
    await sweep();
    const { due_cents } = await gym.books.invoice(body.invoice.id);
    const { cashSales, difference } = await readDrawer(drawer);
    expect([
      [0, 10, 0],
      [1_000, 0, 10],
    ]).toContainEqual([due_cents, cashSales, difference]);
  });
});
