import { beforeEach, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import type { Caller } from '#tests/support/server.ts';
import { createTill } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let item: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5 });
});

const two = () => [{ salesItemId: item, quantity: 2 }];
const cancel = (
  key: string | undefined,
  caller: Caller = gym.by.point_of_sale,
  body: object = { locationId: gym.locationId },
) =>
  caller.post('/sales-items/purchase/cancel', {
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const getIntent = (response: { body: { paymentIntent: { id: string } } }) =>
  gym.account.intentOf(response.body.paymentIntent.id);

test('cancels the intent, voids the invoice and releases the stock, immediately and any number of times', async () => {
  const sale = await gym.till.card(two(), 'k');
  expect(await gym.books.stock(item)).toBe(3);
  for (const { status, body } of [await cancel('k'), await cancel('k')]) {
    expect([status, body.invoice.status, body.invoice.due]).toEqual([200, 'void', 0]);
  }
  expect(getIntent(sale).status).toBe('canceled');
  expect(await gym.books.stock(item)).toBe(5);
  expect(await gym.books.payments()).toMatchObject([{ status: 'failed' }]);
});

test('the canceled key gets the response that the sale is canceled, and a new key sells', async () => {
  await gym.till.card(two(), 'k');
  await cancel('k');
  expect(await gym.till.card(two(), 'k')).toMatchObject({
    status: 409,
    body: { message: 'This sale was not paid and is canceled. Please start again.' },
  });
  expect((await gym.till.card(two(), 'new')).status).toBe(201);
  expect((await gym.books.invoices()).map(({ status }) => status)).toEqual(['void', 'open']);
});

test('the key of a card sale that staff void later gets the same response', async () => {
  const { id } = (await gym.till.card(two(), 'k')).body.invoice;
  await gym.by.admin.post(`/invoices/${id}/void`, { body: { reason: 'Rung up twice' } });
  expect(await gym.till.card(two(), 'k')).toMatchObject({
    status: 409,
    body: { message: 'This sale was not paid and is canceled. Please start again.' },
  });
});

test('a sale that was declined is canceled too', async () => {
  const sale = await gym.till.card(two(), 'k');
  expect(() =>
    gym.account.confirmIntent(sale.body.paymentIntent.id, { payment_method: 'pm_card_chargeDeclined' }),
  ).toThrow('declined');
  expect((await cancel('k')).body.invoice.status).toBe('void');
});

test('a sale that was paid in the meantime is booked as paid', async () => {
  const sale = await gym.till.card(two(), 'k');
  gym.account.confirmIntent(sale.body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  expect((await cancel('k')).body.invoice).toMatchObject({ status: 'paid', due: 0 });
  expect([await gym.books.stock(item), getIntent(sale).status]).toEqual([3, 'succeeded']);
});

test('a payment that the bank is processing stays open, and is paid once it succeeds', async () => {
  const sale = await gym.till.card(two(), 'k');
  const intent = gym.account.confirmIntent(sale.body.paymentIntent.id, { payment_method: 'pm_card_processing' });
  expect((await cancel('k')).body.invoice.status).toBe('open');
  gym.account.settle(intent, 'succeeded');
  await gym.deliverAll();
  expect((await cancel('k')).body.invoice.status).toBe('paid');
});

test('ten times at once with the webhooks of a payment: paid, once', async () => {
  const sale = await gym.till.card(two(), 'k');
  gym.account.confirmIntent(sale.body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  const replies = await Promise.all(
    Array.from({ length: 10 }, async () => (await Promise.all([cancel('k'), gym.deliverAll()]))[0]),
  );
  expect(replies.map(({ body }) => body.invoice.status)).toEqual(Array.from({ length: 10 }, () => 'paid'));
  expect(await gym.books.payments()).toMatchObject([{ status: 'completed' }]);
  expect(await gym.books.stock(item)).toBe(3);
});

test('a payment at the same moment as the cancellation ends as Stripe says', async () => {
  const many = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 10 });
  for (let round = 0; round < 10; round += 1) {
    const sale = await gym.till.card([{ salesItemId: many, quantity: 1 }], `k${round}`);
    const canceling = cancel(`k${round}`);
    await new Promise((soon) => setTimeout(soon, round * 2));
    try {
      gym.account.confirmIntent(sale.body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    } catch {
      // Stripe had already canceled it.
    }
    await canceling;
    await gym.deliverAll();
    const ends = { succeeded: 'paid', canceled: 'void' } as Record<string, string>;
    expect((await gym.books.invoice(sale.body.invoice.id)).status).toBe(ends[getIntent(sale).status]);
  }
  const sold = (await gym.books.invoices()).filter(({ status }) => status === 'paid').length;
  expect(await gym.books.stock(many)).toBe(10 - sold);
});

test('a sale that arrives during or after its cancellation sells nothing', async () => {
  expect((await cancel('k')).body).toEqual({ invoice: null });
  for (const late of [await gym.till.card(two(), 'k'), await gym.till.cash(two(), 'k')]) {
    expect(late).toMatchObject({
      status: 409,
      body: { message: 'This sale was not paid and is canceled. Please start again.' },
    });
  }
  const asked = stripe.hold(/POST \/v1\/payment_intents$/);
  const making = gym.till.card(two(), 'other');
  await asked.reached;
  const canceled = await cancel('other');
  asked.release();
  const made = await making;
  expect([canceled.body.invoice.status, made.status]).toEqual(['void', 409]);
  expect(await gym.books.stock(item)).toBe(5);
});

test('a recorded cash sale is paid, and stays paid', async () => {
  await gym.till.cash(two(), 'k');
  expect((await cancel('k')).body.invoice.status).toBe('paid');
  expect(await gym.books.stock(item)).toBe(3);
});

test('while Stripe is unreachable it is 503, and the sale can still be canceled', async () => {
  await gym.till.card(two(), 'k');
  stripe.fail(/GET .*payment_intents/, 500);
  expect((await cancel('k')).status).toBe(503);
  expect((await cancel('k')).body.invoice.status).toBe('void');
});

test('bad input is 400; another company, and another person with the same key, touch nothing', async () => {
  const sale = await gym.till.card(two(), 'k');
  expect((await cancel(undefined)).status).toBe(400);
  expect((await cancel('é')).status).toBe(400);
  expect((await cancel('k', gym.by.point_of_sale, {})).body.errors).toEqual({ locationId: 'Location is required' });
  const rival = await createPayingGym(server, stripe);
  expect((await cancel('k', rival.by.admin)).status).toBe(404);
  expect((await cancel('k', rival.by.admin, { locationId: rival.locationId })).body).toEqual({ invoice: null });
  expect((await cancel('k', gym.by.manager)).body).toEqual({ invoice: null });
  expect((await cancel('k', gym.by.operator)).status).toBe(403);
  expect(await gym.books.invoice(sale.body.invoice.id)).toMatchObject({ status: 'open' });
});

test('a purchase of a membership is canceled in the same way', async () => {
  const membershipId = await gym.make.plan();
  const named = { contactId: gym.contactId, membershipId };
  const headers = { 'idempotency-key': 'p' };
  const bought = await gym.by.operator.post('/memberships/purchase', {
    body: { ...named, startDate: todayIn(gym.timezone, new Date()) },
    headers,
  });
  const { status, body } = await gym.by.operator.post('/memberships/purchase/cancel', { body: named, headers });
  expect([status, body.invoice.id, body.invoice.status]).toEqual([200, bought.body.invoice.id, 'void']);
  expect(getIntent(bought).status).toBe('canceled');
  expect(await gym.books.memberships(gym.contactId)).toMatchObject([{ granted_at: null }]);
  const rival = await createPayingGym(server, stripe);
  expect((await rival.by.operator.post('/memberships/purchase/cancel', { body: named, headers })).status).toBe(404);
  expect((await createTill(gym.by.point_of_sale, gym.locationId, gym.contactId).card(two(), 'p')).status).toBe(201);
});
