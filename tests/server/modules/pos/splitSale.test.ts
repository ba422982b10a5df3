import { beforeEach, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { sweepPayments } from '#server/modules/invoices/openPayments.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { createBooks, createTill, inParallel } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
/** With the tax of 8 % one is $21.60. */
let itemId: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  itemId = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 2_000 });
});

const tenInCash = { amount: 10, tendered: 20 };
const one = (quantity = 1) => [{ salesItemId: itemId, quantity }];
const split = (cash: object = tenInCash, key?: string) => gym.till.split(one(), cash, key);
const sweep = () => sweepPayments({ config: server.config, database: server.database, clock: () => server.clock.now });
const later = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
};
const pay = (intentId: string, card = 'pm_card_visa') => gym.account.confirmIntent(intentId, { payment_method: card });
const sentWebhook = () => gym.deliver(gym.account.events.at(-1) ?? {});
const openDrawer = async (): Promise<string> =>
  (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer.id;
const readDrawer = async (id: string) => (await gym.by.manager.get(`/drawers/${id}`)).body.drawer;
const closeDrawer = (id: string, counted: number) => gym.by.manager.post(`/drawers/${id}/close`, { body: { counted } });
const requireDrawer = () =>
  gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { requireOpenDrawer: true } } });
const plans = () =>
  server.database.scoped([gym.companyId], (tx) => tx.selectFrom('planned_cash').selectAll().execute());
const outcome = async (key: string) => (await gym.by.point_of_sale.get(`/purchases/${key}`)).body;
const booked = async (invoiceId: string) =>
  (await gym.books.payments(invoiceId)).map(({ method, status, amount_cents }) => [method, status, amount_cents]);
const bothParts = [
  ['card', 'completed', 1_160],
  ['cash', 'completed', 1_000],
];
/** By account, in cents, without what is zero and what the drawers were opened with. */
const balances = async () => {
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('ledger_entries')
      .where('kind', 'in', ['invoice', 'void', 'payment'])
      .select(['account', ({ fn }) => fn.sum<string>('cents').as('cents')])
      .groupBy('account')
      .execute(),
  );
  return Object.fromEntries(
    rows.flatMap(({ account, cents }) => (Number(cents) === 0 ? [] : [[account, Number(cents)]])),
  );
};

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

  test('sends one receipt, of all that was paid', async () => {
    const { body } = await split();
    pay(body.paymentIntent.id);
    await sweep();
    const receipts = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select('data').where('kind', '=', 'receipt').execute(),
    );
    expect(receipts).toEqual([{ data: { invoiceId: body.invoice.id, cents: 2_160, paid: 2_160, due: 0 } }]);
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

describe('whoever learns first that the card was charged', () => {
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

describe('refused before anything is charged', () => {
  test.each([
    ['no cash at all', { amount: 0 }, 'The cash must be more than 0'],
    ['less than nothing', { amount: -1 }, undefined],
    ['the whole total', { amount: 21.6 }, 'The cash must be less than the total of $21.60'],
    ['more than the total', { amount: 999_999 }, 'The cash must be less than the total of $21.60'],
    ['a rest below the least charge', { amount: 21.11 }, 'At least $0.50 must be left for the card'],
    ['less received than the part', { amount: 10, tendered: 9.99 }, 'The cash received is less than the amount'],
    ['a part of a cent', { amount: 1.005 }, undefined],
    ['far too much', { amount: 1e308 }, undefined],
    ['text', { amount: '10' }, undefined],
    ['no amount', {}, undefined],
    ['an unknown field', { amount: 10, method: 'cash' }, undefined],
    ['nothing', null, undefined],
  ])('%s', async (_what, cash, message) => {
    const { status, body } = await gym.till.split(one(), cash as object);
    expect(status).toBe(400);
    if (message) expect(JSON.stringify(body)).toContain(message);
    expect([await gym.books.invoices(), gym.account.intents.size, await gym.books.stock(itemId)]).toEqual([[], 0, 5]);
  });

  test.each([{ paymentMethod: 'cash' }, { paymentMethod: 'other', otherMethod: 'Check' }])(
    'beside %o, which is no card',
    async (how) => {
      const { status, body } = await gym.by.point_of_sale.post('/sales-items/purchase', {
        body: { contactId: gym.contactId, locationId: gym.locationId, items: one(), cash: tenInCash, ...how },
      });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject({ cash: 'Only a card payment has a part in cash' });
    },
  );

  test('a sale of nothing', async () => {
    const { status, body } = await gym.by.manager.post('/sales-items/purchase', {
      body: {
        contactId: gym.contactId,
        locationId: gym.locationId,
        items: one(),
        discount: { percent: 100, reason: 'Gift' },
        stripePayment: true,
        cash: { amount: 1 },
      },
    });
    expect([status, body.message]).toEqual([400, 'The cash must be less than the total of $0.00']);
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('without Stripe', async () => {
    const poor = await createGym(server);
    const make = builders(server, poor);
    const till = createTill(poor.by.point_of_sale, poor.locationId, await make.contact());
    const items = [{ salesItemId: await make.salesItem({ price_cents: 2_000 }), quantity: 1 }];
    expect((await till.split(items, tenInCash)).status).toBe(409);
    expect(await createBooks(server.database, poor.companyId).invoices()).toEqual([]);
  });
});

describe('who may', () => {
  test.each(levels)('%s', async (level) => {
    const till = createTill(gym.by[level], gym.locationId, gym.contactId);
    expect((await till.split(one(), tenInCash)).status).toBe(level === 'operator' ? 403 : 201);
  });

  test('nobody without a token, and nobody from another company', async () => {
    const rival = await createPayingGym(server, stripe);
    const body = {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: one(),
      stripePayment: true,
      cash: tenInCash,
    };
    expect((await server.anonymous.post('/sales-items/purchase', { body })).status).toBe(401);
    expect((await rival.by.admin.post('/sales-items/purchase', { body })).status).toBe(404);
    expect(await plans()).toEqual([]);
  });
});

describe('a refund of a split sale', () => {
  const refund = (invoiceId: string, body: object) =>
    gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { reason: 'Broken', ...body } });

  test('gives the card its part and the drawer’s cash the other, and no more to the card', async () => {
    const drawer = await openDrawer();
    const { body } = await split();
    pay(body.paymentIntent.id);
    await sweep();
    const { id } = body.invoice;
    expect((await refund(id, { destination: 'card', amount: 21.6 })).status).toBe(409);
    expect((await refund(id, { destination: 'card', amount: 11.6 })).status).toBe(201);
    expect((await refund(id, { destination: 'cash', amount: 10 })).body.invoice).toMatchObject({
      status: 'refunded',
      refunded: 21.6,
    });
    expect([...gym.account.refunds.values()].map(({ amount }) => amount)).toEqual([1_160]);
    expect(await readDrawer(drawer)).toMatchObject({ cashSales: 10, cashRefunds: 10, expected: 100 });
  });
});
