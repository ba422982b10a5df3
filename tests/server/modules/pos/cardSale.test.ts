import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createGym } from '#tests/support/gym.ts';
import { builders } from '#tests/support/builders.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { inParallel, statuses, createTill } from '#tests/support/sales.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const stocked = (inventory_quantity: number) =>
  gym.make.salesItem({ is_physical_item: true, inventory_quantity, price_cents: 1_000 });
const one = (salesItemId: string, quantity = 1) => [{ salesItemId, quantity }];
const sweep = () => sweepPayments(server.context);
const later = (minutes: number) => server.advance({ minutes });
const read = async (invoiceId: string) => {
  const caller = await server.as(gym.users.operator);
  const { body } = await caller.get(`/invoices/${invoiceId}`);
  return { status: body.invoice.status, due: body.invoice.due, payments: body.payments };
};

describe('a card sale', () => {
  test('creates an open invoice and then an intent for its total that saves the card, and reserves the stock', async () => {
    const item = await stocked(5);
    const { status, body } = await gym.till.card(one(item, 2));
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, invoice: { status: 'open', total: 21.6, paid: 0, due: 21.6 } });
    const intent = gym.account.intentOf(body.paymentIntent.id);
    expect(body.paymentIntent).toEqual({
      id: intent.id,
      clientSecret: intent.client_secret,
      status: 'requires_payment_method',
    });
    expect(intent).toMatchObject({
      amount: 2_160,
      currency: 'usd',
      setup_future_usage: 'off_session',
      metadata: { invoiceId: body.invoice.id },
    });
    expect(await gym.books.stock(item)).toBe(3);
    expect(await gym.books.payments(body.invoice.id)).toMatchObject([
      { method: 'card', status: 'pending', stripe_payment_intent_id: intent.id },
    ]);
  });

  test('of long names is described to Stripe by whole characters', async () => {
    const items = [];
    for (const letter of 'abc')
      items.push(await gym.make.salesItem({ name: `${letter}${'🏋'.repeat(90)}`, price_cents: 1_000 }));
    const { status, body } = await gym.till.card(items.map((salesItemId) => ({ salesItemId, quantity: 1 })));
    expect(status).toBe(201);
    const { description } = gym.account.intentOf(body.paymentIntent.id);
    expect(description).toMatch(/^Sales items purchase: a🏋.*🏋$/u);
  });

  test('reading the invoice after the card was charged shows paid; the stock is sold and the card saved', async () => {
    const item = await stocked(5);
    const { body } = await gym.till.card(one(item));
    expect(await read(body.invoice.id)).toMatchObject({ status: 'open', payments: [{ status: 'pending' }] });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    expect(await read(body.invoice.id)).toMatchObject({
      status: 'paid',
      due: 0,
      payments: [{ amount: 10.8, method: 'card', status: 'completed' }],
    });
    later(60);
    await sweep();
    expect(await read(body.invoice.id)).toMatchObject({ status: 'paid' });
    expect(await gym.books.stock(item)).toBe(4);
    const customers = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('stripe_customers').selectAll().execute(),
    );
    expect(customers).toMatchObject([
      { contact_id: gym.contactId, payment_method_id: gym.account.intentOf(body.paymentIntent.id).payment_method },
    ]);
  });

  test('one Stripe customer per contact and company, however many concurrent sales', async () => {
    const item = await gym.make.salesItem({ price_cents: 500 });
    expect(statuses(await inParallel(20, 20, () => gym.till.card(one(item))))).toEqual({ 201: 20 });
    expect(gym.account.customers.size).toBe(1);
  });

  test('a declined card marks the payment failed, and the same intent can still be paid', async () => {
    const { body } = await gym.till.card(one(await stocked(1)));
    expect(() =>
      gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).toThrow('declined');
    expect(await read(body.invoice.id)).toMatchObject({ status: 'open', payments: [{ status: 'failed' }] });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    expect(await read(body.invoice.id)).toMatchObject({ status: 'paid', payments: [{ status: 'completed' }] });
  });

  test('an abandoned intent is canceled after 30 minutes, its invoice voided and its stock released', async () => {
    const item = await stocked(5);
    const { body } = await gym.till.card(one(item, 3));
    later(29);
    await sweep();
    expect([await gym.books.stock(item), gym.account.intentOf(body.paymentIntent.id).status]).toEqual([
      2,
      'requires_payment_method',
    ]);
    later(1);
    await sweep();
    await sweep();
    expect([await gym.books.stock(item), gym.account.intentOf(body.paymentIntent.id).status]).toEqual([5, 'canceled']);
    expect(await read(body.invoice.id)).toMatchObject({ status: 'void', due: 0, payments: [{ status: 'failed' }] });
  });

  test('a payment that the bank is still processing is not given up', async () => {
    const { body } = await gym.till.card(one(await stocked(1)));
    const intent = gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_processing' });
    later(60);
    await sweep();
    expect((await read(body.invoice.id)).status).toBe('open');
    gym.account.settle(intent, 'succeeded');
    await sweep();
    expect((await read(body.invoice.id)).status).toBe('paid');
  });

  test('a payment for a void invoice is never dropped: the invoice becomes paid, and missing stock is noted', async () => {
    const item = await stocked(3);
    const { body } = await gym.till.card(one(item, 3));
    later(30);
    await sweep();
    await gym.till.cash(one(item, 2));
    const intent = gym.account.intentOf(body.paymentIntent.id);
    intent.status = 'requires_payment_method';
    gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
    await gym.deliver(gym.account.events.at(-1) ?? {});
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'paid', paid_cents: 3_240, due_cents: 0 });
    expect(await gym.books.stock(item)).toBe(0);
    const { body: detail } = await (await server.as(gym.users.operator)).get(`/invoices/${body.invoice.id}`);
    expect(detail.invoice.metadata.shortfall).toEqual([{ salesItemId: item, name: 'Water Bottle', quantity: 2 }]);
  });

  test('without Stripe keys it is 409 with a message, and nothing is written', async () => {
    const poor = await createGym(server);
    const make = builders(server, poor);
    const { card } = createTill(poor.by.point_of_sale, poor.locationId, await make.contact());
    const item = await make.salesItem({ is_physical_item: true, inventory_quantity: 1 });
    expect(await card(one(item))).toMatchObject({
      status: 409,
      body: { message: 'Stripe payment configuration is not set up for this company' },
    });
  });

  test('after a change of the Stripe account, the customer is created again', async () => {
    const item = await gym.make.salesItem();
    await gym.till.card(one(item));
    gym.account.customers.clear();
    expect((await gym.till.card(one(item))).status).toBe(201);
    expect(gym.account.customers.size).toBe(1);
  });
});

describe('repeated with its key', () => {
  test('20 times at once and 5 times in turn: one invoice, one intent, one answer', async () => {
    const item = await stocked(10);
    const atOnce = await inParallel(20, 20, () => gym.till.card(one(item), 'twenty'));
    const oneByOne = await inParallel(5, 1, () => gym.till.card(one(item), 'twenty'));
    expect(new Set([...atOnce, ...oneByOne].map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(atOnce[0]?.status).toBe(201);
    expect([(await gym.books.invoices()).length, gym.account.intents.size, await gym.books.stock(item)]).toEqual([
      1, 1, 9,
    ]);
    expect((await gym.till.card(one(item, 2), 'twenty')).status).toBe(422);
  });

  test('a refusal is stored: out of stock stays out of stock for that key', async () => {
    const item = await stocked(0);
    expect((await gym.till.card(one(item), 'short')).status).toBe(409);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('sales_items').set({ inventory_quantity: 5 }).where('id', '=', item).execute(),
    );
    expect((await gym.till.card(one(item), 'short')).status).toBe(409);
    expect(gym.account.intents.size).toBe(0);
  });

  test.each([
    [500, 503, 'Stripe does not answer. Please try again in a moment.'],
    [429, 503, 'Stripe does not answer. Please try again in a moment.'],
    ['cut', 503, 'Stripe does not answer. Please try again in a moment.'],
    [402, 402, 'Your card was declined.'],
  ] as const)(
    'Stripe fails in a purchase (%s): the invoice stays open, and a retry with the key continues with the same intent',
    async (how, status, message) => {
      const item = await stocked(4);
      stripe.fail(/POST \/v1\/payment_intents$/, how, 2);
      const first = await gym.till.card(one(item), 'again');
      expect(first).toMatchObject({ status, body: { message } });
      if (status === 503) expect(first.headers['retry-after']).toBe('5');
      expect(await gym.books.invoices()).toMatchObject([{ status: 'open' }]);
      stripe.heal();
      const retried = await gym.till.card(one(item), 'again');
      expect(retried.status).toBe(201);
      expect([(await gym.books.invoices()).length, gym.account.intents.size, await gym.books.stock(item)]).toEqual([
        1, 1, 3,
      ]);
      expect(retried.body.paymentIntent.id).toBe([...gym.account.intents.keys()][0]);
    },
  );

  test('a sale that nobody retries is void after 30 minutes, and so is the response to its key', async () => {
    const item = await stocked(4);
    stripe.fail(/POST \/v1\/payment_intents$/, 500);
    await gym.till.card(one(item), 'lost');
    later(30);
    await sweep();
    expect(await gym.books.invoices()).toMatchObject([{ status: 'void' }]);
    expect(await gym.books.stock(item)).toBe(4);
    const caller = await server.as(gym.users.point_of_sale);
    const response = await createTill(caller, gym.locationId, gym.contactId).card(one(item), 'lost');
    expect(response).toMatchObject({
      status: 409,
      body: { message: 'This sale was not paid and is canceled. Please start again.' },
    });
  });
});

test('while Stripe is unreachable, an open invoice shows its last known state', async () => {
  const { body } = await gym.till.card(one(await stocked(1)));
  stripe.fail(/GET \/v1\/payment_intents/, 500, 5);
  expect(await read(body.invoice.id)).toMatchObject({ status: 'open' });
});

test('all webhooks lost: 12 of 12 paid by reconciliation', async () => {
  const item = await gym.make.salesItem({ price_cents: 700 });
  const replies = await inParallel(12, 12, () => gym.till.card(one(item)));
  for (const { body } of replies) gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await Promise.all([sweep(), sweep()]);
  const invoices = await gym.books.invoices();
  expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(12);
  expect((await gym.books.payments()).map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, () => 'completed'),
  );
});

test('a contact with twelve open invoices is answered from the database when Stripe is slow', async () => {
  for (let sale = 0; sale < 12; sale += 1) await gym.till.card(one(await stocked(1)));
  const caller = await server.as(gym.users.operator);
  stripe.fail(/GET .*payment_intents/, 'hang', 100);
  const began = Date.now();
  expect((await caller.get(`/contacts/${gym.contactId}/memberships`)).status).toBe(200);
  expect(Date.now() - began).toBeLessThan(6_000);
});

describe('concurrent calls while Stripe is slow', () => {
  let second: TestServer;
  beforeEach(async () => {
    second = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' }, server.database);
    stripe.slow(400);
  });
  afterEach(async () => {
    stripe.slow(0);
    await second.close();
  });

  test.each([1, 2])('a new contact’s purchases are all made, with one customer: on %i servers', async (servers) => {
    const item = await gym.make.salesItem({ price_cents: 500 });
    const callers = [gym.by.point_of_sale, await second.as(gym.users.point_of_sale)];
    const tills = callers.slice(0, servers).map((caller) => createTill(caller, gym.locationId, gym.contactId));
    const replies = await inParallel(8, 8, (index) => (tills[index % servers] ?? gym.till).card(one(item)));
    expect(statuses(replies)).toEqual({ 201: 8 });
    expect(gym.account.customers.size).toBe(1);
    expect(gym.account.intents.size).toBe(8);
  });

  test('one attempt that reaches two servers is one sale with one intent and one answer', async () => {
    const item = await gym.make.salesItem({ price_cents: 500 });
    const callers = [gym.by.point_of_sale, await second.as(gym.users.point_of_sale)];
    const replies = await Promise.all(
      callers.map((caller) => createTill(caller, gym.locationId, gym.contactId).card(one(item), 'both')),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    expect([gym.account.intents.size, (await gym.books.invoices()).length]).toEqual([1, 1]);
  });
});
