import { set } from 'es-toolkit/compat';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { hostileValue } from '#tests/support/abuse/hostile.ts';
import { chargedSale, invoiceState, lastEvent, open, paid } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { inParallel, statuses } from '#tests/support/sales.ts';
import { buildEvent, type StripeEvent } from '#tests/support/stripe/shapes.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

describe('accepted events', () => {
  test('payment_intent.succeeded marks the invoice paid, even with 20 concurrent replays', async () => {
    const { invoiceId, succeeded, item } = await chargedSale(gym);
    const replies = await inParallel(20, 20, async () => ({ ...(await gym.deliver(succeeded)), headers: {} }));
    expect(statuses(replies)).toEqual({ 200: 20 });
    expect(await invoiceState(gym, invoiceId)).toEqual(paid);
    expect(await gym.books.stock(item)).toBe(8);
  });

  test('payment_intent.payment_failed marks the payment failed', async () => {
    const { body } = await gym.till.card([
      { salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 },
    ]);
    expect(() =>
      gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_chargeDeclined' }),
    ).toThrow('declined');
    await gym.deliver(lastEvent(gym, 'payment_intent.payment_failed'));
    expect(await invoiceState(gym, body.invoice.id)).toMatchObject({ status: 'open', payments: ['failed'] });
    expect(await gym.books.payments(body.invoice.id)).toMatchObject([{ failure_message: 'Your card was declined.' }]);
  });

  test('payment_intent.canceled voids the invoice and releases the stock, once', async () => {
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 9 });
    const { body } = await gym.till.card([{ salesItemId: item, quantity: 4 }]);
    gym.account.cancelIntent(body.paymentIntent.id);
    const event = lastEvent(gym, 'payment_intent.canceled');
    await gym.deliver(event);
    await gym.deliver({ ...event, id: 'evt_again' });
    expect(await invoiceState(gym, body.invoice.id)).toMatchObject({ status: 'void', payments: ['failed'] });
    expect(await gym.books.stock(item)).toBe(9);
  });

  test('a success event that arrives before the purchase is answered is resent, and the sale paid once', async () => {
    const { invoiceId, intent, succeeded } = await chargedSale(gym);
    const forget = (table: 'payment_intents') =>
      server.database.scoped([gym.companyId], (tx) =>
        tx.deleteFrom(table).where('id', '=', intent.id).returningAll().execute(),
      );
    const remembered = await forget('payment_intents');
    expect((await gym.deliver(succeeded)).status).toBe(503);
    expect(await invoiceState(gym, invoiceId)).toEqual(open);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.insertInto('payment_intents').values(remembered).execute(),
    );
    expect((await gym.deliver(succeeded)).status).toBe(200);
    expect(await invoiceState(gym, invoiceId)).toEqual(paid);
  });
});

const orders = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, index) => orders(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));

test.each(
  orders(['created', 'processing', 'payment_failed', 'succeeded']).map((order) => [order.join(', '), order] as const),
)('in the order %s it is paid once', async (_title, order) => {
  const { invoiceId, intent } = await chargedSale(gym);
  const was = {
    created: { status: 'requires_payment_method', last_payment_error: null },
    processing: { status: 'processing', last_payment_error: null },
    payment_failed: {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', message: 'Your card was declined.' },
    },
    succeeded: {},
  } as const;
  for (const step of order) {
    const type = `payment_intent.${step}` as StripeEvent['type'];
    const { status } = await gym.deliver(
      buildEvent(type, { ...intent, ...was[step as keyof typeof was] } as typeof intent),
    );
    expect(status).toBe(200);
  }
  expect(await invoiceState(gym, invoiceId)).toEqual(paid);
});

describe('a signed body that is not a complete event is 400', () => {
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

  test('an event with any field changed never fails the server and changes nothing that it should not', async () => {
    const { invoiceId, succeeded } = await chargedSale(gym);
    const refund =
      (gym.account.refund((succeeded.data.object as { id: string }).id), lastEvent(gym, 'charge.refunded'));
    const leaf = fc.oneof(
      hostileValue,
      fc.constantFrom('payment_intent', 'charge', '-'.repeat(36), invoiceId, { id: 'a\0b' }),
    );
    const fields = [
      'id',
      'object',
      'status',
      'amount',
      'amount_received',
      'amount_refunded',
      'currency',
      'metadata',
      'metadata.invoiceId',
      'payment_method',
      'payment_intent',
      'last_payment_error',
      'last_payment_error.message',
    ];
    const path = fc.constantFrom('id', 'type', 'data', 'data.object', ...fields.map((field) => `data.object.${field}`));
    const changes = fc.array(fc.tuple(path, leaf), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(succeeded, refund), changes, async (event, all) => {
        const body = structuredClone(event) as object;
        for (const [at, value] of all) set(body, at, structuredClone(value));
        const { status, body: response } = await gym.deliver(body);
        // Stripe must resend an unknown intent of an invoice that still waits for its payment.
        if (response?.message !== 'This payment is not known yet') expect([200, 400]).toContain(status);
      }),
      { numRuns: 400 },
    );
    expect(['open', 'paid', 'refunded']).toContain((await gym.books.invoice(invoiceId)).status);
  });
});

describe('refused events, which change nothing', () => {
  const wrong = (change: object): StripeEvent => {
    const { succeeded, intent } = current;
    return { ...succeeded, id: 'evt_wrong', data: { object: { ...intent, ...change } } };
  };
  let current: Awaited<ReturnType<typeof chargedSale>>;
  beforeEach(async () => {
    current = await chargedSale(gym);
  });

  test('a forged signature', async () => {
    expect((await gym.sendWebhook(current.succeeded, { secret: 'whsec_forged' })).status).toBe(400);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
  });

  test('a missing signature, and a body changed after it was signed', async () => {
    const url = `/api/webhooks/stripe/${gym.companyId}`;
    const bare = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(current.succeeded),
    });
    expect(bare.statusCode).toBe(400);
    const signed = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'stripe-signature': 't=1,v1=00' },
      payload: 'changed',
    });
    expect(signed.statusCode).toBe(400);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
  });

  test('a stale signature', async () => {
    const at = new Date(server.clock.now.getTime() - 301_000);
    expect((await gym.sendWebhook(current.succeeded, { secret: gym.webhookSecret, at })).status).toBe(400);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
  });

  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['less received than was asked for', { amount_received: 1_079 }],
    ['nothing received', { amount_received: 0 }],
  ])('%s', async (_case, change) => {
    expect((await gym.deliver(wrong(change))).status).toBe(400);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
    expect((await gym.deliver(current.succeeded)).status).toBe(200);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(paid);
  });

  test('another company’s event about our intent, signed with its own secret', async () => {
    const rival = await createPayingGym(server, stripe);
    expect((await rival.deliver(current.succeeded)).status).toBe(200);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
    expect((await rival.sendWebhook(current.succeeded, { secret: gym.webhookSecret })).status).toBe(400);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
  });

  test('an intent of the same account that is not Spotter’s, though it names an invoice of ours', async () => {
    const { invoiceId, intent } = current;
    await gym.deliver(wrong({ id: 'pi_foreign', metadata: { invoiceId } }));
    expect(await invoiceState(gym, invoiceId)).toEqual(open);
    expect((await gym.deliver(wrong({ id: 'pi_foreign', metadata: {} }))).status).toBe(200);
    expect(await invoiceState(gym, invoiceId)).toEqual(open);
    expect(intent.status).toBe('succeeded');
  });

  test('an unknown company, an invalid id, a company without a secret', async () => {
    const to = async (companyId: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/webhooks/stripe/${companyId}`,
          headers: { 'stripe-signature': 't=1,v1=00' },
          payload: '{}',
        })
      ).statusCode;
    expect(await to('01900000-0000-7000-8000-000000000000')).toBe(404);
    expect(await to('none')).toBe(404);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_configs').set({ webhook_secret_sealed: null, webhook_endpoint_id: null }).execute(),
    );
    expect((await gym.deliver(current.succeeded)).status).toBe(404);
    expect(await invoiceState(gym, current.invoiceId)).toEqual(open);
  });

  test('more than 512 KB is 413; half of that is accepted', async () => {
    const padded = (bytes: number) => ({ ...current.succeeded, id: `evt_${bytes}`, padding: 'x'.repeat(bytes) });
    expect((await gym.deliver(padded(513 * 1024))).status).toBe(413);
    expect((await gym.deliver(padded(300 * 1024))).status).toBe(200);
  });
});
