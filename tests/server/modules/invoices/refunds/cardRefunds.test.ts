import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockInvoice } from '#server/modules/invoices/index.ts';
import { applyRefund, readRefundState, reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { stripeActor } from '#server/platform/http/actors.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { refund, ledger, soldByCard } = refundingAt(() => gym);
const { owed, pay } = collectingAt(server, () => gym);
const toCard = { destination: 'card', reason: 'A mistake' } as const;
const reconcile = () => reconcileRefunds(server.context);
/** The amounts that Stripe refunded, by card. */
const sentBack = () => [...gym.account.charges.values()].map(({ amount_refunded }) => amount_refunded);
const refundCalls = () => stripe.calls.filter((call) => call === 'POST /v1/refunds').length;
/** The amounts in the member's emails, the smallest first. */
const emailed = async () => {
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('emails').select('data').where('kind', '=', 'refund').execute(),
  );
  return rows.map(({ data }) => Number((data as { cents?: number }).cents)).toSorted((a, b) => a - b);
};
/** Stripe executes the call, and its response is lost. The connection may retry automatically. */
async function lost<T>(call: Promise<T>): Promise<T> {
  stripe.fail(/POST .*refunds$/, 'cut', 9);
  const response = await call;
  stripe.heal();
  return response;
}
const untouched = { status: 'paid', paid: 1_080, refunded: 0, rows: 0 };
const inPart = { status: 'paid', paid: 1_080, refunded: 500, rows: 500 };
const whole = { status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 };

test('a full refund goes back to the card, and its webhook books nothing twice', async () => {
  const { invoiceId, item } = await soldByCard();
  const { status, body } = await refund(invoiceId, { ...toCard, restock: [0] });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    invoice: { status: 'refunded', refunded: 10.8 },
    refund: { amount: 10.8, destination: 'card', lines: [{ position: 0, quantity: 1, restocked: true }] },
  });
  await gym.deliverAll();
  await gym.deliverAll();
  await reconcile();
  expect([await ledger(invoiceId), sentBack(), await gym.books.stock(item)]).toEqual([whole, [1_080], 9]);
  expect(await emailed()).toEqual([1_080]);
  const [made] = [...gym.account.refunds.values()];
  expect(await gym.books.payments(invoiceId)).toContainEqual(
    expect.objectContaining({ stripe_refund_id: made?.id, refund_of: expect.any(String) }),
  );
});

test('two parts and the rest, with repeated and late webhooks: exactly what was paid is refunded', async () => {
  const { invoiceId } = await soldByCard();
  await refund(invoiceId, { ...toCard, amount: 5 });
  await refund(invoiceId, { ...toCard, amount: 3 });
  for (const event of gym.account.events.toReversed()) await gym.deliver({ ...event, id: randomUUID() });
  await refund(invoiceId, toCard);
  await gym.deliverAll();
  expect([await ledger(invoiceId), sentBack()]).toEqual([whole, [1_080]]);
});

test('a key that is sent concurrently, and again later, refunds once', async () => {
  const { invoiceId } = await soldByCard();
  const key = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => refund(invoiceId, { ...toCard, amount: 5 }, { key })));
  replies.push(await refund(invoiceId, { ...toCard, amount: 5 }, { key }));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(replies.map(({ body }) => body.refund.id)).size).toBe(1);
  await gym.deliverAll();
  expect([await ledger(invoiceId), sentBack()]).toEqual([inPart, [500]]);
});

test('of two concurrent refunds one is made, and the other is refused for now', async () => {
  const { invoiceId } = await soldByCard();
  stripe.slow(100);
  const replies = await Promise.all([
    refund(invoiceId, { ...toCard, amount: 8 }),
    refund(invoiceId, { ...toCard, amount: 8 }),
    refund(invoiceId, { ...toCard, destination: 'cash' }),
  ]);
  stripe.slow(0);
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
  await gym.deliverAll();
  const { refunded, rows } = await ledger(invoiceId);
  expect(refunded).toBe(rows);
  expect(refunded).toBeLessThanOrEqual(1_080);
});

describe('when Stripe fails', () => {
  test.each([500, 429] as const)('%s: 503 and nothing changed, and the same key refunds once', async (how) => {
    const { invoiceId } = await soldByCard();
    const key = randomUUID();
    stripe.fail(/POST .*refunds$/, how);
    expect((await refund(invoiceId, { ...toCard, amount: 5 }, { key })).status).toBe(503);
    expect([await ledger(invoiceId), sentBack()]).toEqual([untouched, [0]]);
    expect((await refund(invoiceId, { ...toCard, amount: 5 }, { key })).status).toBe(201);
    await gym.deliverAll();
    expect([await ledger(invoiceId), sentBack()]).toEqual([inPart, [500]]);
  });

  test('a lost answer: 503, and the same key finds the refund that was made', async () => {
    const { invoiceId } = await soldByCard();
    const key = randomUUID();
    expect((await lost(refund(invoiceId, { ...toCard, amount: 5 }, { key }))).status).toBe(503);
    expect(await ledger(invoiceId)).toEqual(untouched);
    expect((await refund(invoiceId, { ...toCard, amount: 5 }, { key })).status).toBe(201);
    await gym.deliverAll();
    expect([await ledger(invoiceId), sentBack()]).toEqual([inPart, [500]]);
  });

  test('a lost answer, and the webhook comes first: the refund has its reason and its stock, and the key returns it', async () => {
    const { invoiceId, item } = await soldByCard();
    const key = randomUUID();
    const body = { ...toCard, restock: [0] };
    expect((await lost(refund(invoiceId, body, { key }))).status).toBe(503);
    await gym.deliverAll();
    expect([await ledger(invoiceId), await gym.books.stock(item)]).toEqual([whole, 9]);
    expect((await refund(invoiceId, body, { key })).body).toMatchObject({
      refund: { amount: 10.8, reason: 'A mistake' },
      invoice: { status: 'refunded' },
    });
    expect([await ledger(invoiceId), await gym.books.stock(item), sentBack()]).toEqual([whole, 9, [1_080]]);
  });

  test('a lost answer, and then a request for cash: Stripe is asked first, so that nothing is refunded twice', async () => {
    const { invoiceId } = await soldByCard();
    expect((await lost(refund(invoiceId, { ...toCard, amount: 5 }))).status).toBe(503);
    expect(
      (await refund(invoiceId, { destination: 'cash', reason: 'Card did not work', amount: 8 })).body.message,
    ).toBe('Only $5.80 can be refunded');
    expect(await ledger(invoiceId)).toEqual(inPart);
  });

  test('a refund that Stripe never made is given up when something else is refunded', async () => {
    const { invoiceId } = await soldByCard();
    stripe.fail(/POST .*refunds$/, 500);
    expect((await refund(invoiceId, toCard)).status).toBe(503);
    expect((await refund(invoiceId, { destination: 'cash', reason: 'Stripe is down' })).status).toBe(201);
    expect([await ledger(invoiceId), sentBack()]).toEqual([whole, [0]]);
  });

  test('while the result at Stripe is unknown, nothing else is refunded', async () => {
    const { invoiceId } = await soldByCard();
    stripe.fail(/refunds$/, 500, 2);
    expect((await refund(invoiceId, toCard)).status).toBe(503);
    expect((await refund(invoiceId, { destination: 'cash', reason: 'Stripe is down' })).status).toBe(503);
    expect(await ledger(invoiceId)).toEqual(untouched);
  });

  test('a refund that Stripe refuses is 402 and changes nothing, whatever comes with its key', async () => {
    const { invoiceId } = await soldByCard();
    const key = randomUUID();
    stripe.fail(/POST .*refunds$/, 402);
    expect((await refund(invoiceId, toCard, { key })).status).toBe(402);
    const asked = refundCalls();
    expect((await refund(invoiceId, toCard, { key })).status).toBe(402);
    expect([await ledger(invoiceId), refundCalls()]).toEqual([untouched, asked]);
    expect((await refund(invoiceId, toCard)).status).toBe(201);
  });
});

describe('an invoice that two cards paid', () => {
  async function paidByTwoCards() {
    const invoiceId = await owed({ total_cents: 1_080, tax_cents: 80, due_cents: 1_080 });
    for (const amount of [4, 6.8]) {
      const { body } = await pay(invoiceId, { method: 'card', card: 'new', amount });
      gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
      await gym.deliverAll();
    }
    return invoiceId;
  }

  /** The newer payment is refunded, and then this goes wrong. */
  async function halfRefunded(invoiceId: string, how: 500 | 'cut', key: string) {
    const asked = stripe.hold(/POST .*refunds$/);
    const response = refund(invoiceId, toCard, { key });
    await asked.reached;
    stripe.fail(/POST .*refunds$/, how, 9);
    asked.release();
    const { status } = await response;
    stripe.heal();
    return status;
  }

  test('Stripe fails at the second refund: the same key makes only that one', async () => {
    const invoiceId = await paidByTwoCards();
    const key = randomUUID();
    expect(await halfRefunded(invoiceId, 500, key)).toBe(503);
    expect(await ledger(invoiceId)).toEqual({ ...untouched, refunded: 680, rows: 680 });
    const asked = refundCalls();
    expect((await refund(invoiceId, toCard, { key })).status).toBe(201);
    expect(refundCalls() - asked).toBe(1);
    await gym.deliverAll();
    expect([await ledger(invoiceId), sentBack()]).toEqual([whole, [400, 680]]);
  });

  test.each([
    ['the webhook', () => gym.deliverAll()],
    ['reconciliation', reconcile],
  ])(
    'the answer to the second refund is lost: %s completes the refund, and its key returns it',
    async (_what, report) => {
      const invoiceId = await paidByTwoCards();
      const key = randomUUID();
      expect(await halfRefunded(invoiceId, 'cut', key)).toBe(503);
      await report();
      expect(await ledger(invoiceId)).toEqual(whole);
      expect((await refund(invoiceId, toCard, { key })).body).toMatchObject({ refund: { amount: 10.8 } });
      expect([await ledger(invoiceId), sentBack(), await emailed()]).toEqual([whole, [400, 680], [1_080]]);
    },
  );

  test('refunded at Stripe twice with the amount of a part that staff began: the first is that part, both are booked', async () => {
    const invoiceId = await paidByTwoCards();
    stripe.fail(/POST .*refunds$/, 500);
    expect((await refund(invoiceId, { ...toCard, amount: 8 })).status).toBe(503);
    const [older] = await gym.books.payments(invoiceId);
    for (const refunded of [120, 240]) {
      gym.account.refund(older?.stripe_payment_intent_id ?? '', 120);
      await gym.deliverAll();
      expect(await ledger(invoiceId)).toEqual({ ...untouched, refunded, rows: refunded });
    }
  });
});

describe('a server that was killed', () => {
  /** The request died after Stripe was asked: what it wrote before is stored, the rest is not. */
  async function killed(invoiceId: string, body: object, key: string) {
    await lost(refund(invoiceId, body, { key }));
    const busy_until = new Date(server.clock.now.getTime() + 30_000);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('refunds').set({ busy_until }).where('invoice_id', '=', invoiceId).execute(),
    );
  }

  test('the same key refunds once', async () => {
    const { invoiceId } = await soldByCard();
    const key = randomUUID();
    await killed(invoiceId, { ...toCard, amount: 5 }, key);
    expect((await refund(invoiceId, { ...toCard, amount: 5 }, { key })).status).toBe(201);
    expect([await ledger(invoiceId), sentBack()]).toEqual([inPart, [500]]);
  });

  test('another refund waits until the outcome of the first is known', async () => {
    const { invoiceId } = await soldByCard();
    await killed(invoiceId, { ...toCard, amount: 5 }, randomUUID());
    expect(await refund(invoiceId, { ...toCard, amount: 1 })).toMatchObject({
      status: 409,
      body: { message: 'A refund of this invoice is under way. Please try again in a moment.' },
    });
    server.advance({ seconds: 31 });
    expect((await refund(invoiceId, { ...toCard, amount: 5.8 })).body.invoice).toMatchObject({
      status: 'refunded',
      refunded: 10.8,
    });
    expect(sentBack()).toEqual([1_080]);
  });

  test('reconciliation books what Stripe made, with the stock', async () => {
    const { invoiceId, item } = await soldByCard();
    await killed(invoiceId, { ...toCard, restock: [0] }, randomUUID());
    await reconcile();
    await reconcile();
    expect([await ledger(invoiceId), await gym.books.stock(item)]).toEqual([whole, 9]);
  });

  test('reconciliation drops what Stripe never made, once no request works on it, and the key can start again', async () => {
    const { invoiceId } = await soldByCard();
    const key = randomUUID();
    stripe.fail(/POST .*refunds$/, 500);
    await refund(invoiceId, toCard, { key });
    await reconcile();
    const left = await server.database.scoped([gym.companyId], (tx) => tx.selectFrom('refunds').select('id').execute());
    expect([left, await ledger(invoiceId)]).toEqual([[], untouched]);
    expect((await refund(invoiceId, toCard, { key })).status).toBe(201);
    expect([await ledger(invoiceId), sentBack()]).toEqual([whole, [1_080]]);
  });
});

test('refunded at Stripe after a refund in cash: never more than was paid, on the invoice and in its rows', async () => {
  const { invoiceId, intent } = await soldByCard();
  await refund(invoiceId, { destination: 'cash', reason: 'A mistake', amount: 8 });
  gym.account.refund(intent.id);
  await gym.deliverAll();
  expect(await ledger(invoiceId)).toEqual({ status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 });
});

test('the webhook comes between Stripe’s answer and its booking: booked once, with Stripe’s id', async () => {
  const { invoiceId, intent } = await soldByCard();
  const asked = stripe.hold(/POST .*refunds$/);
  const answer = refund(invoiceId, { ...toCard, amount: 5 });
  await asked.reached;
  await server.database.scoped([gym.companyId], async (tx) => {
    await lockInvoice(tx, invoiceId);
    asked.release();
    await expect.poll(sentBack).toEqual([500]);
    const [charge] = [...gym.account.charges.values()].flatMap((one) => readRefundState(one) ?? []);
    if (!charge) throw new Error('No charge');
    await applyRefund(tx, gym.companyId, charge, { now: server.clock.now, actor: stripeActor });
  });
  expect((await answer).status).toBe(201);
  expect([await ledger(invoiceId), await emailed()]).toEqual([inPart, [500]]);
  const [made] = [...gym.account.refunds.values()];
  expect(made?.payment_intent).toBe(intent.id);
  expect((await gym.books.payments(invoiceId)).map(({ stripe_refund_id }) => stripe_refund_id)).toEqual([
    null,
    made?.id,
  ]);
});

test('refunded at Stripe while staff refund: each is booked once', async () => {
  const { invoiceId, intent } = await soldByCard();
  stripe.slow(50);
  const asked = refund(invoiceId, { ...toCard, amount: 5 });
  gym.account.refund(intent.id, 300);
  await Promise.all([asked, gym.deliverAll()]);
  stripe.slow(0);
  await gym.deliverAll();
  expect([sentBack(), await ledger(invoiceId)]).toEqual([
    [800],
    { status: 'paid', paid: 1_080, refunded: 800, rows: 800 },
  ]);
});

test('a charge refunded in full at Stripe without a webhook is noticed when staff refund it', async () => {
  const { invoiceId, intent } = await soldByCard();
  gym.account.refund(intent.id);
  expect(await refund(invoiceId, toCard)).toMatchObject({
    status: 402,
    body: { message: 'Charge has already been refunded.' },
  });
  expect([await ledger(invoiceId), sentBack()]).toEqual([whole, [1_080]]);
});

test('a refund at Stripe that cannot be booked does not stop the others, and nothing is dropped meanwhile', async () => {
  const [first, wrong, last, begun] = [await soldByCard(), await soldByCard(), await soldByCard(), await soldByCard()];
  stripe.fail(/POST .*refunds$/, 500);
  expect((await refund(begun.invoiceId, toCard)).status).toBe(503);
  for (const { intent } of [first, wrong, last]) gym.account.refund(intent.id, 500);
  for (const charge of gym.account.charges.values())
    if (charge.payment_intent === wrong.intent.id) charge.amount_refunded = 2_000;
  await expect(reconcile()).rejects.toThrow('1 refunds could not be reconciled');
  for (const { invoiceId } of [first, last]) expect(await ledger(invoiceId)).toEqual(inPart);
  expect(await ledger(wrong.invoiceId)).toEqual(untouched);
  const left = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('refunds').select('invoice_id').execute(),
  );
  expect(left).toEqual([{ invoice_id: begun.invoiceId }]);
});
