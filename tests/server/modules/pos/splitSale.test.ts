import { beforeEach, describe, expect, test } from 'vitest';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { inParallel } from '#tests/support/sales.ts';
import { bothParts, splitSales, tenInCash } from '#tests/support/splitSale.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: PayingGym;
let itemId: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  itemId = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 2_000 });
});
const { split, sweep, later, pay, sentWebhook, openDrawer, readDrawer, closeDrawer, plans, outcome, booked, balances } =
  splitSales(server, () => ({ gym, itemId }));

describe('a part in cash and the rest by card', () => {
  test('charges the card the rest, and books nothing before it is charged', async () => {
    const drawer = await openDrawer();
    const { status, body } = await split();
    expect(status).toBe(201);
    expect(body).toMatchObject({ invoice: { status: 'open', total: 21.6, paid: 0, due: 21.6 } });
    expect(gym.account.intentOf(body.paymentIntent.id)).toMatchObject({ amount: 1_160 });
    expect(await booked(body.invoice.id)).toEqual([['card', 'pending', 1_160]]);
    expect(await readDrawer(drawer)).toMatchObject({ cashSales: 0, expected: 100 });
    expect(await gym.books.stock(itemId)).toBe(4);
  });

  test('books both parts when the card was charged, in the drawer and in the name of who took the cash', async () => {
    const drawer = await openDrawer();
    const { body } = await split(tenInCash, 'both');
    pay(body.paymentIntent.id);
    expect(await outcome('both')).toMatchObject({
      state: 'completed',
      invoice: {
        status: 'paid',
        paid: 21.6,
        due: 0,
        paidBy: null,
        paidParts: [
          { method: 'card', otherMethod: null, amount: 11.6 },
          { method: 'cash', otherMethod: null, amount: 10 },
        ],
      },
    });
    expect(await booked(body.invoice.id)).toEqual(bothParts);
    const { body: page } = await gym.by.manager.get(`/invoices/${body.invoice.id}`);
    expect(page.payments).toContainEqual(
      expect.objectContaining({ method: 'cash', amount: 10, tendered: 20, change: 10 }),
    );
    expect(await balances()).toEqual({ cash: 1_000, card: 1_160, revenue: -2_000, tax: -160 });
    expect(await gym.books.stock(itemId)).toBe(4);
    expect(await readDrawer(drawer)).toMatchObject({ cashSales: 10, expected: 110 });
    const taken = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select(['action', 'actor_type']).where('record_id', '=', body.invoice.id).execute(),
    );
    expect(taken).toContainEqual({ action: 'invoice.payment-taken', actor_type: 'user' });
    expect(await plans()).toEqual([]);
  });

  test('sends one receipt, which names both parts and the change', async () => {
    const { body } = await split();
    pay(body.paymentIntent.id);
    await sweep();
    const sent = await emails.send();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('We received $21.60 on');
    expect(sent[0]?.text).toContain(
      'Total: $21.60\nPaid in cash: $10.00\nTendered: $20.00\nChange: $10.00\nPaid by card: $11.60\n',
    );
  });

  test('stands in the Z report with the cash part', async () => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    await sentWebhook();
    later(1);
    const { body: closed } = await closeDrawer(drawer, 110);
    expect(closed.drawer).toMatchObject({
      difference: 0,
      cashSales: 10,
      byMethod: expect.arrayContaining([
        expect.objectContaining({ method: 'cash', amount: 10 }),
        expect.objectContaining({ method: 'card', amount: 11.6 }),
      ]),
    });
  });

  test('takes the cash as it is entered, where totals in cash are rounded', async () => {
    await gym.by.admin.put(`/locations/${gym.locationId}`, { body: { cashRounding: 10 } });
    const { body } = await split({ amount: 9.97 });
    pay(body.paymentIntent.id);
    await sweep();
    expect(await balances()).toEqual({ cash: 997, card: 1_163, revenue: -2_000, tax: -160 });
  });
});

describe('each way to learn that the card was charged', () => {
  test.each([
    ['only the webhook', sentWebhook],
    ['only the sweep', sweep],
    ['the webhook twice', async () => [await sentWebhook(), await sentWebhook()]],
    ['the webhook and the sweep at once', () => Promise.all([sentWebhook(), sweep(), sentWebhook(), sweep()])],
  ])('%s: both parts are booked once', async (_who, learn) => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    await learn();
    await sweep();
    expect(await booked(body.invoice.id)).toEqual(bothParts);
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'paid', paid_cents: 2_160 });
    expect(await readDrawer(drawer)).toMatchObject({ expected: 110 });
  });

  test('a drawer that is closed before Stripe has reported it counts the cash', async () => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    expect((await closeDrawer(drawer, 110)).body.drawer).toMatchObject({ difference: 0, cashSales: 10 });
    expect(await booked(body.invoice.id)).toEqual(bothParts);
  });
});

describe('repeated with its key', () => {
  test('20 times at once and then again: one invoice, one charge, one payment in cash, one answer', async () => {
    const drawer = await openDrawer();
    const atOnce = await inParallel(20, 20, () => split(tenInCash, 'twenty'));
    expect(new Set(atOnce.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const invoiceId = atOnce[0]?.body.invoice.id;
    pay(atOnce[0]?.body.paymentIntent.id);
    await Promise.all([sweep(), sentWebhook(), ...[1, 2, 3].map(() => split(tenInCash, 'twenty'))]);
    expect((await split(tenInCash, 'twenty')).body.invoice.id).toBe(invoiceId);
    expect([gym.account.intents.size, (await gym.books.invoices()).length, await gym.books.stock(itemId)]).toEqual([
      1, 1, 4,
    ]);
    expect(await booked(invoiceId)).toEqual(bothParts);
    expect(await readDrawer(drawer)).toMatchObject({ expected: 110 });
    expect((await split({ amount: 11 }, 'twenty')).status).toBe(422);
  });

  test('after Stripe failed it charges the same part', async () => {
    stripe.fail(/POST \/v1\/payment_intents$/, 'cut', 2);
    expect((await split(tenInCash, 'again')).status).toBe(503);
    stripe.heal();
    const { body } = await split(tenInCash, 'again');
    expect(gym.account.intentOf(body.paymentIntent.id).amount).toBe(1_160);
    pay(body.paymentIntent.id);
    await sweep();
    expect(await booked(body.invoice.id)).toEqual(bothParts);
  });
});
