import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { at, owed, pay, close, state } = collectingAt(server, () => gym);

/** What the payments of an invoice come to, so that no money is counted twice. */
const received = async (invoiceId: string) =>
  (await gym.books.payments(invoiceId))
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
/** The contact pays something by card, which is kept. */
const keepCard = async (card = 'pm_card_visa') => {
  const { body } = await gym.till.card([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
};

describe('cash and other payments', () => {
  test('cash pays the whole invoice and returns the change', async () => {
    const id = await owed();
    const { status, body } = await pay(id, { method: 'cash', tendered: 120 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      invoice: { status: 'paid', paid: 108, due: 0 },
      payment: { amount: 108, method: 'cash', status: 'completed', tendered: 120, change: 12 },
    });
    expect(await state(id)).toEqual(['paid', 10_800, 0, 0]);
  });

  test('a part leaves the rest due, and the rest pays it', async () => {
    const id = await owed({ status: 'overdue' });
    expect((await pay(id, { method: 'cash', amount: 50 })).body.invoice).toMatchObject({
      status: 'partially_paid',
      paid: 50,
      due: 58,
    });
    const { body } = await pay(id, { method: 'other', otherMethod: 'Check', reference: '1042', amount: 58 });
    expect(body).toMatchObject({
      invoice: { status: 'paid', due: 0 },
      payment: { method: 'other', otherMethod: 'Check', reference: '1042' },
    });
    expect(await received(id)).toBe(10_800);
  });

  test.each([
    ['without a method', {}],
    ['of nothing', { method: 'cash', amount: 0 }],
    ['of a fraction of a cent', { method: 'cash', amount: 1.005 }],
    ['with less cash than the amount', { method: 'cash', amount: 20, tendered: 10 }],
    ['by a method that the company does not have', { method: 'other', otherMethod: 'Shells' }],
    ['by card without saying which', { method: 'card' }],
    ['with an unknown field', { method: 'cash', tip: 3 }],
  ])('a payment %s is 400', async (_what, body) => {
    const id = await owed();
    expect((await pay(id, body)).status).toBe(400);
    expect(await state(id)).toEqual(['open', 0, 10_800, 0]);
  });

  test('more than the amount due is 409, and so is any payment on an invoice that is not owed', async () => {
    const id = await owed();
    expect((await pay(id, { method: 'cash', amount: 108.01 })).body.message).toBe(
      'Only $108.00 is due on this invoice',
    );
    await pay(id, { method: 'cash' });
    expect(await pay(id, { method: 'cash', amount: 1 })).toMatchObject({
      status: 409,
      body: { message: 'This invoice is already paid' },
    });
    const draft = await owed({ status: 'draft' });
    expect((await pay(draft, { method: 'cash' })).status).toBe(409);
  });

  test('a key takes the payment once, however often and quickly it is sent', async () => {
    const id = await owed();
    const key = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => pay(id, { method: 'cash', amount: 30 }, key)));
    expect(new Set(replies.map(({ body }) => body.payment.id)).size).toBe(1);
    expect(await state(id)).toEqual(['partially_paid', 3_000, 7_800, 0]);
    expect((await pay(id, { method: 'cash', amount: 40 }, key)).status).toBe(422);
    const other = await owed();
    expect((await pay(other, { method: 'cash', amount: 30 }, key)).body.invoice.id).toBe(other);
  });

  test('two concurrent desks take no more than the amount due', async () => {
    const id = await owed();
    const replies = await Promise.all([1, 2, 3, 4].map(() => pay(id, { method: 'cash', amount: 60 })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect([await received(id), await state(id)]).toEqual([6_000, ['partially_paid', 6_000, 4_800, 0]]);
  });
});

describe('card payments', () => {
  test('the saved card pays at once', async () => {
    await keepCard();
    const id = await owed();
    const { status, body } = await pay(id, { method: 'card', card: 'saved', amount: 8 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      invoice: { status: 'partially_paid', paid: 8 },
      payment: { amount: 8, status: 'completed' },
    });
    // The response names what was charged: what was still due.
    expect((await gym.by.operator.post(at(id, 'retry'))).body).toMatchObject({
      invoice: { status: 'paid', paid: 108 },
      payment: { amount: 100, status: 'completed' },
    });
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_800, ['paid', 10_800, 0, 0]]);
  });

  test('a declined saved card is 402 with the bank’s message, and the invoice is unchanged', async () => {
    await keepCard('pm_card_chargeCustomerFail');
    const id = await owed();
    const key = randomUUID();
    const first = await pay(id, { method: 'card', card: 'saved' }, key);
    expect(first).toMatchObject({ status: 402, body: { message: 'Your card was declined.' } });
    expect((await pay(id, { method: 'card', card: 'saved' }, key)).body).toEqual(first.body);
    await gym.deliverAll();
    expect(await state(id)).toEqual(['open', 0, 10_800, 0]);
    expect((await gym.by.operator.post(at(id, 'retry'))).status).toBe(402);
    expect((await pay(id, { method: 'cash' })).status).toBe(201);
  });

  test('without a saved card, 409', async () => {
    const id = await owed();
    expect((await pay(id, { method: 'card', card: 'saved' })).status).toBe(409);
    expect((await gym.by.operator.post(at(id, 'retry'))).status).toBe(409);
  });

  test('a new card is confirmed in the browser; the webhook books it once', async () => {
    const id = await owed();
    const key = randomUUID();
    const body = { method: 'card', card: 'new', amount: 100 };
    const [first, second] = await Promise.all([pay(id, body, key), pay(id, body, key)]);
    expect(first.body).toMatchObject({
      invoice: { status: 'open' },
      payment: { status: 'pending' },
      paymentIntent: { clientSecret: expect.any(String) },
    });
    expect(second.body).toEqual(first.body);
    gym.account.confirmIntent(first.body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_000, ['partially_paid', 10_000, 800, 0]]);
  });

  test('a lost answer of Stripe is 503, and the same key charges once', async () => {
    await keepCard();
    const id = await owed();
    const key = randomUUID();
    for (const lost of [/payment_intents$/, /confirm$/]) {
      stripe.fail(lost, 'cut', 2);
      expect((await pay(id, { method: 'card', card: 'saved' }, key)).status).toBe(503);
    }
    expect((await pay(id, { method: 'card', card: 'saved' }, key)).status).toBe(201);
    const charges = [...gym.account.charges.values()].filter(({ amount }) => amount === 10_800);
    expect([charges.length, await received(id), await state(id)]).toEqual([1, 10_800, ['paid', 10_800, 0, 0]]);
  });

  test('the webhook may come before our own answer, and again after it', async () => {
    await keepCard();
    const id = await owed();
    const key = randomUUID();
    stripe.fail(/confirm$/, 'cut', 2);
    expect((await pay(id, { method: 'card', card: 'saved' }, key)).status).toBe(503);
    await gym.deliverAll();
    const { status, body } = await pay(id, { method: 'card', card: 'saved' }, key);
    expect([status, body.payment.status, body.invoice.status]).toEqual([201, 'completed', 'paid']);
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_800, ['paid', 10_800, 0, 0]]);
  });

  test('a payment that was begun and never reached Stripe does not block others', async () => {
    await keepCard();
    const id = await owed();
    const key = randomUUID();
    stripe.fail(/payment_intents$/, 500);
    expect((await pay(id, { method: 'card', card: 'saved' }, key)).status).toBe(503);
    expect((await pay(id, { method: 'card', card: 'saved' })).status).toBe(201);
    expect((await pay(id, { method: 'card', card: 'saved' }, key)).status).toBe(409);
    expect([await received(id), await state(id)]).toEqual([10_800, ['paid', 10_800, 0, 0]]);
  });

  test('an intent that waits for its payer is canceled before another payment is taken, and the sale stays', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5, price_cents: 1_000 });
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 2 }]);
    const id: string = body.invoice.id;
    expect((await pay(id, { method: 'cash' })).body.invoice).toMatchObject({ status: 'paid' });
    expect(gym.account.intentOf(body.paymentIntent.id).status).toBe('canceled');
    await gym.deliverAll();
    await sweepPayments(server.context);
    expect([await received(id), await state(id), await gym.books.stock(item)]).toEqual([
      2_160,
      ['paid', 2_160, 0, 0],
      3,
    ]);
  });

  test('an intent that the bank processes is 409', async () => {
    const id = await owed();
    const { body } = await pay(id, { method: 'card', card: 'new' });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_processing' });
    expect((await pay(id, { method: 'cash' })).status).toBe(409);
    expect((await close(id, 'void')).status).toBe(409);
  });

  test('an intent that was paid without a webhook is booked, and the second payment refused', async () => {
    const { invoiceId } = await chargedSale(gym);
    expect(await pay(invoiceId, { method: 'cash' })).toMatchObject({
      status: 409,
      body: { message: 'This invoice is already paid' },
    });
    expect((await close(invoiceId, 'write-off')).status).toBe(409);
    expect([await received(invoiceId), await state(invoiceId)]).toEqual([1_080, ['paid', 1_080, 0, 0]]);
  });

  test('a new card that nobody enters is given up after half an hour, and the invoice stays open', async () => {
    const id = await owed();
    await pay(id, { method: 'card', card: 'new' });
    server.advance({ minutes: 31 });
    await sweepPayments(server.context);
    expect([await state(id), (await gym.books.payments(id)).map(({ status }) => status)]).toEqual([
      ['open', 0, 10_800, 0],
      ['failed'],
    ]);
  });

  test.each([
    ['cash', 201, ['paid', 10_800, 0, 0], (id: string) => pay(id, { method: 'cash' })],
    ['a part in cash', 201, ['partially_paid', 800, 10_000, 0], (id: string) => pay(id, { method: 'cash', amount: 8 })],
    ['a void', 200, ['void', 0, 0, 0], (id: string) => close(id, 'void')],
    ['a write-off', 200, ['void', 0, 0, 10_800], (id: string) => close(id, 'write-off')],
  ])('%s that comes before the card is charged calls the charge off', async (_what, status, after, act) => {
    await keepCard();
    const id = await owed();
    const asked = stripe.hold(/POST \/v1\/payment_intents$/);
    const retry = gym.by.operator.post(at(id, 'retry'));
    await asked.reached;
    const other = await act(id);
    asked.release();
    const charge = await retry;
    expect([other.status, charge.status]).toEqual([status, 409]);
    await gym.deliverAll();
    const charges = [...gym.account.charges.values()].filter(({ amount }) => amount === 10_800);
    expect([charges.length, await received(id), await state(id)]).toEqual([0, after[1], after]);
  });

  test('a concurrent retry and cash payment take the money once', async () => {
    await keepCard();
    const id = await owed();
    const replies = await Promise.all([
      gym.by.operator.post(at(id, 'retry')),
      pay(id, { method: 'cash' }),
      gym.by.manager.post(at(id, 'retry')),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_800, ['paid', 10_800, 0, 0]]);
  });
});

describe('the list', () => {
  test('is filtered by a status, or by what is owed', async () => {
    const [open, overdue, draft, paid] = [
      await owed(),
      await owed({ status: 'overdue' }),
      await owed({ status: 'draft' }),
      await owed({ status: 'paid', due_cents: 0 }),
    ];
    const ids = async (status: string) =>
      (
        await gym.by.operator.get(`/invoices?locationId=${gym.locationId}&status=${status}&sortBy=createdAt`)
      ).body.invoices.map(({ invoice }: { invoice: { id: string } }) => invoice.id);
    expect(new Set(await ids('to_collect'))).toEqual(new Set([open, overdue]));
    expect([await ids('draft'), await ids('paid')]).toEqual([[draft], [paid]]);
    expect((await gym.by.operator.get(`/invoices?locationId=${gym.locationId}&status=owed`)).status).toBe(400);
  });
});
