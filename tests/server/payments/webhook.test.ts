import { set } from 'es-toolkit/compat';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileRefunds } from '#server/payments/refunds.ts';
import { hostileValue } from '#tests/support/abuse/hostile.ts';
import { aPayingGym, type PayingGym } from '#tests/support/payingGym.ts';
import { abreast, statuses } from '#tests/support/sales.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';
import { anEvent, type StripeEvent } from '#tests/support/stripe/shapes.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: PayingGym;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
});
beforeEach(async () => {
  stripe.heal();
  gym = await aPayingGym(server, stripe);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

/** A sale of ten dollars and tax, its card charged at Stripe; nobody has told us yet. */
async function charged() {
  const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 9, price_cents: 1_000 });
  const { body } = await gym.till.card([{ salesItemId: item, quantity: 1 }]);
  const invoiceId: string = body.invoice.id;
  const intent = gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  return { invoiceId, intent, item, succeeded: lastEvent('payment_intent.succeeded') };
}
const lastEvent = (type: string) => gym.account.events.findLast((event) => event.type === type) as StripeEvent;
const stateOf = async (invoiceId: string) => {
  const { status, paid_cents, due_cents } = await gym.books.invoice(invoiceId);
  const payments = await gym.books.payments(invoiceId);
  return { status, paid_cents, due_cents, payments: payments.map((payment) => payment.status) };
};
const paid = { status: 'paid', paid_cents: 1_080, due_cents: 0, payments: ['completed'] };
const open = { status: 'open', paid_cents: 0, due_cents: 1_080, payments: ['pending'] };

describe('what counts', () => {
  test('payment_intent.succeeded makes the invoice paid, 200 replays at once too', async () => {
    const { invoiceId, succeeded, item } = await charged();
    const replies = await abreast(200, 50, async () => ({ ...(await gym.deliver(succeeded)), headers: {} }));
    expect(statuses(replies)).toEqual({ 200: 200 });
    expect(await stateOf(invoiceId)).toEqual(paid);
    expect(await gym.books.stock(item)).toBe(8);
  });

  test('payment_intent.payment_failed marks the payment failed', async () => {
    const { body } = await gym.till.card([{ salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 }]);
    expect(() => gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_chargeDeclined' })).toThrow('declined');
    await gym.deliver(lastEvent('payment_intent.payment_failed'));
    expect(await stateOf(body.invoice.id)).toMatchObject({ status: 'open', payments: ['failed'] });
    expect(await gym.books.payments(body.invoice.id)).toMatchObject([{ failure_message: 'Your card was declined.' }]);
  });

  test('payment_intent.canceled makes the invoice void and gives the stock back, once', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 9 });
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 4 }]);
    gym.account.cancelIntent(body.paymentIntent.id);
    const event = lastEvent('payment_intent.canceled');
    await gym.deliver(event);
    await gym.deliver({ ...event, id: 'evt_again' });
    expect(await stateOf(body.invoice.id)).toMatchObject({ status: 'void', payments: ['failed'] });
    expect(await gym.books.stock(item)).toBe(9);
  });

  test('success that arrives before the purchase has its own answer is told again, and paid once', async () => {
    const { invoiceId, intent, succeeded } = await charged();
    const forget = (table: 'payment_intents') =>
      server.database.scoped([gym.companyId], (tx) => tx.deleteFrom(table).where('id', '=', intent.id).returningAll().execute());
    const remembered = await forget('payment_intents');
    expect((await gym.deliver(succeeded)).status).toBe(503);
    expect(await stateOf(invoiceId)).toEqual(open);
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('payment_intents').values(remembered).execute());
    expect((await gym.deliver(succeeded)).status).toBe(200);
    expect(await stateOf(invoiceId)).toEqual(paid);
  });
});

const orders = <T>(list: readonly T[]): T[][] =>
  list.length < 2 ? [[...list]] : list.flatMap((first, index) => orders(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));

test.each(orders(['created', 'processing', 'payment_failed', 'succeeded']).map((order) => [order.join(', '), order] as const))(
  'in the order %s it is paid once',
  async (_title, order) => {
    const { invoiceId, intent } = await charged();
    const was = {
      created: { status: 'requires_payment_method', last_payment_error: null },
      processing: { status: 'processing', last_payment_error: null },
      payment_failed: { status: 'requires_payment_method', last_payment_error: { type: 'card_error', message: 'Your card was declined.' } },
      succeeded: {},
    } as const;
    for (const step of order) {
      const type = `payment_intent.${step}` as StripeEvent['type'];
      const { status } = await gym.deliver(anEvent(type, { ...intent, ...was[step as keyof typeof was] } as typeof intent));
      expect(status).toBe(200);
    }
    expect(await stateOf(invoiceId)).toEqual(paid);
  },
);

describe('a signed body that is no whole event is 400', () => {
  test.each([
    [[]],
    [null],
    [1],
    ['text'],
    [{}],
    [{ id: 'evt_1', type: 'payment_intent.succeeded' }],
    [{ id: 'evt_1', type: 'payment_intent.succeeded', data: null }],
    [{ id: 'evt_1', type: 'payment_intent.succeeded', data: {} }],
    [{ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: null } }],
    [{ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { object: 'payment_intent' } } }],
    [{ id: 'evt_1', type: 'charge.refunded', data: { object: { object: 'charge' } } }],
    [{ id: 7, type: 'charge.refunded', data: { object: {} } }],
    [{ id: 'evt\u0000', type: 'payment_intent.succeeded', data: { object: {} } }],
    [{ id: 'e'.repeat(9_000), type: 'payment_intent.succeeded', data: { object: {} } }],
  ])('number %#', async (body) => {
    expect(await gym.deliver(body as unknown as object)).toMatchObject({ status: 400 });
  });

  test('whatever is changed in an event, it is never 5xx and changes nothing that it should not', async () => {
    const { invoiceId, succeeded } = await charged();
    const refund = (gym.account.refund((succeeded.data.object as { id: string }).id), lastEvent('charge.refunded'));
    const leaf = fc.oneof(hostileValue, fc.constantFrom('payment_intent', 'charge', '-'.repeat(36), invoiceId, { id: 'a\0b' }));
    const fields = ['id', 'object', 'status', 'amount', 'amount_received', 'amount_refunded', 'currency', 'metadata', 'metadata.invoiceId',
      'payment_method', 'payment_intent', 'last_payment_error', 'last_payment_error.message'];
    const path = fc.constantFrom('id', 'type', 'data', 'data.object', ...fields.map((field) => `data.object.${field}`));
    const changes = fc.array(fc.tuple(path, leaf), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(succeeded, refund), changes, async (event, all) => {
        const body = structuredClone(event) as object;
        for (const [at, value] of all) set(body, at, structuredClone(value));
        const { status } = await gym.deliver(body);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 400 },
    );
    expect(['open', 'paid', 'refunded']).toContain((await gym.books.invoice(invoiceId)).status);
  });
});

describe('what is refused, with nothing changed', () => {
  const wrong = (change: object): StripeEvent => {
    const { succeeded, intent } = current;
    return { ...succeeded, id: 'evt_wrong', data: { object: { ...intent, ...change } } };
  };
  let current: Awaited<ReturnType<typeof charged>>;
  beforeEach(async () => {
    current = await charged();
  });

  test('a forged signature', async () => {
    expect((await gym.sendWebhook(current.succeeded, { secret: 'whsec_forged' })).status).toBe(400);
    expect(await stateOf(current.invoiceId)).toEqual(open);
  });

  test('no signature, and a body changed after it was signed', async () => {
    const url = `/api/webhooks/stripe/${gym.companyId}`;
    const bare = await server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(current.succeeded) });
    expect(bare.statusCode).toBe(400);
    const signed = await server.app.inject({ method: 'POST', url, headers: { 'stripe-signature': 't=1,v1=00' }, payload: 'changed' });
    expect(signed.statusCode).toBe(400);
    expect(await stateOf(current.invoiceId)).toEqual(open);
  });

  test('a stale signature', async () => {
    const at = new Date(server.clock.now.getTime() - 301_000);
    expect((await gym.sendWebhook(current.succeeded, { secret: gym.webhookSecret, at })).status).toBe(400);
    expect(await stateOf(current.invoiceId)).toEqual(open);
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['less received than was asked for', { amount_received: 1_079 }],
    ['nothing received', { amount_received: 0 }],
  ])('%s', async (_case, change) => {
    expect((await gym.deliver(wrong(change))).status).toBe(400);
    expect(await stateOf(current.invoiceId)).toEqual(open);
    expect((await gym.deliver(current.succeeded)).status).toBe(200);
    expect(await stateOf(current.invoiceId)).toEqual(paid);
  });

  test('another company’s event about our intent, signed with its own secret', async () => {
    const rival = await aPayingGym(server, stripe);
    expect((await rival.deliver(current.succeeded)).status).toBe(200);
    expect(await stateOf(current.invoiceId)).toEqual(open);
    expect((await rival.sendWebhook(current.succeeded, { secret: gym.webhookSecret })).status).toBe(400);
    expect(await stateOf(current.invoiceId)).toEqual(open);
  });

  test('an intent of the same account that is none of ours, though it names our invoice', async () => {
    const { invoiceId, intent } = current;
    await gym.deliver(wrong({ id: 'pi_foreign', metadata: { invoiceId } }));
    expect(await stateOf(invoiceId)).toEqual(open);
    expect((await gym.deliver(wrong({ id: 'pi_foreign', metadata: {} }))).status).toBe(200);
    expect(await stateOf(invoiceId)).toEqual(open);
    expect(intent.status).toBe('succeeded');
  });

  test('an unknown company, an id that is none, a company without a secret', async () => {
    const to = async (companyId: string) =>
      (await server.app.inject({ method: 'POST', url: `/api/webhooks/stripe/${companyId}`, headers: { 'stripe-signature': 't=1,v1=00' }, payload: '{}' })).statusCode;
    expect(await to('01900000-0000-7000-8000-000000000000')).toBe(404);
    expect(await to('none')).toBe(404);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_configs').set({ webhook_secret_sealed: null, webhook_endpoint_id: null }).execute(),
    );
    expect((await gym.deliver(current.succeeded)).status).toBe(404);
    expect(await stateOf(current.invoiceId)).toEqual(open);
  });

  test('more than 512 KB is 413; half of that is taken in', async () => {
    const padded = (bytes: number) => ({ ...current.succeeded, id: `evt_${bytes}`, padding: 'x'.repeat(bytes) });
    expect((await gym.deliver(padded(513 * 1024))).status).toBe(413);
    expect((await gym.deliver(padded(300 * 1024))).status).toBe(200);
  });
});

describe('charge.refunded', () => {
  const refunds = () => gym.account.events.filter(({ type }) => type === 'charge.refunded');

  test('in full: invoice refunded, payment refunded, paid and due stay, stock stays', async () => {
    const { invoiceId, intent, succeeded, item } = await charged();
    await gym.deliver(succeeded);
    gym.account.refund(intent.id);
    await gym.deliverAll();
    expect(await stateOf(invoiceId)).toEqual({ ...paid, status: 'refunded', payments: ['refunded'] });
    expect(await gym.books.stock(item)).toBe(8);
  });

  test('in part, in any order and replayed: payment rows that sum to what was paid back, the invoice stays paid', async () => {
    const { invoiceId, intent, succeeded } = await charged();
    gym.account.refund(intent.id, 100);
    gym.account.refund(intent.id, 200);
    for (const event of [...refunds().toReversed(), succeeded, ...refunds()]) await gym.deliver(event);
    expect((await gym.books.invoice(invoiceId)).status).toBe('paid');
    const rows = await gym.books.payments(invoiceId);
    expect(rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(300);
    expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(1);
  });

  test.each([
    ['in their order', (events: StripeEvent[]) => events],
    ['the last first', (events: StripeEvent[]) => events.toReversed()],
  ])('in part and then the rest, heard %s: as much refunded as was paid', async (_order, inOrder) => {
    const { invoiceId, intent } = await charged();
    gym.account.refund(intent.id, 300);
    gym.account.refund(intent.id, 80);
    gym.account.refund(intent.id);
    for (const event of inOrder([...refunds(), ...refunds()])) await gym.deliver({ ...event, id: `evt_${Math.random()}` });
    expect(await gym.books.invoice(invoiceId)).toMatchObject({ status: 'refunded', paid_cents: 1_080, due_cents: 0 });
    const rows = await gym.books.payments(invoiceId);
    expect(rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(1_080);
  });

  test('in part and then the rest, ten times at once: as much refunded as was paid', async () => {
    const { invoiceId, intent } = await charged();
    gym.account.refund(intent.id, 300);
    gym.account.refund(intent.id);
    await Promise.all(Array.from({ length: 10 }, () => refunds()).flat().map((event, index) => gym.deliver({ ...event, id: `evt_${index}` })));
    const rows = await gym.books.payments(invoiceId);
    expect(rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(1_080);
    expect((await gym.books.invoice(invoiceId)).status).toBe('refunded');
  });

  describe('whose webhook was lost', () => {
    const hear = () => reconcileRefunds({ config: server.config, database: server.database, clock: () => server.clock.now });

    test('is heard by reconciliation, in part and then in full, once however often it is asked', async () => {
      const { invoiceId, intent } = await charged();
      gym.account.refund(intent.id, 100);
      await hear();
      await hear();
      expect(await stateOf(invoiceId)).toEqual({ ...paid, payments: ['completed', 'refunded'] });
      gym.account.refund(intent.id);
      await hear();
      const heard = await gym.books.invoice(invoiceId);
      expect(heard.status).toBe('refunded');
      await hear();
      await gym.deliverAll();
      expect(await gym.books.invoice(invoiceId)).toEqual(heard);
    });

    test('is heard although one account does not answer, and another refund is none of ours', async () => {
      const { invoiceId, intent, succeeded } = await charged();
      await gym.deliver(succeeded);
      const foreign = gym.account.createIntent({ amount: 500, currency: 'usd' });
      gym.account.refund(gym.account.confirmIntent(foreign.id, { payment_method: 'pm_card_visa' }).id);
      gym.account.refund(intent.id);
      stripe.fail(/GET .*refunds$/, 500);
      await expect(hear()).rejects.toThrow('1 refunds could not be reconciled');
      expect((await stateOf(invoiceId)).status).toBe('refunded');
    });
  });
});
