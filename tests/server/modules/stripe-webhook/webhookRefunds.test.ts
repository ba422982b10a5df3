import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { chargedSale, invoiceState, paid } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import type { StripeEvent } from '#tests/support/stripe/shapes.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const refunds = () => gym.account.events.filter(({ type }) => type === 'charge.refunded');

test('charge.refunded in full: the invoice is refunded with a payment row; paid, due and stock are unchanged', async () => {
  const { invoiceId, intent, succeeded, item } = await chargedSale(gym);
  await gym.deliver(succeeded);
  gym.account.refund(intent.id);
  await gym.deliverAll();
  expect(await invoiceState(gym, invoiceId)).toEqual({
    ...paid,
    status: 'refunded',
    payments: ['completed', 'refunded'],
  });
  expect((await gym.books.payments(invoiceId)).at(-1)).toMatchObject({
    kind: 'refund',
    amount_cents: 1_080,
    stripe_refund_id: null,
  });
  expect(await gym.books.stock(item)).toBe(8);
});

test('charge.refunded in part, in any order and replayed: the payment rows add up to the refund, and the invoice stays paid', async () => {
  const { invoiceId, intent, succeeded } = await chargedSale(gym);
  gym.account.refund(intent.id, 100);
  gym.account.refund(intent.id, 200);
  for (const event of [...refunds().toReversed(), succeeded, ...refunds()]) await gym.deliver(event);
  expect((await gym.books.invoice(invoiceId)).status).toBe('paid');
  const rows = await gym.books.payments(invoiceId);
  expect(
    rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  ).toBe(300);
  expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(1);
});

test.each([
  ['in their order', (events: StripeEvent[]) => events],
  ['the last first', (events: StripeEvent[]) => events.toReversed()],
])(
  'charge.refunded in part and then the rest, received %s: exactly what was paid is refunded',
  async (_order, inOrder) => {
    const { invoiceId, intent } = await chargedSale(gym);
    gym.account.refund(intent.id, 300);
    gym.account.refund(intent.id, 80);
    gym.account.refund(intent.id);
    for (const event of inOrder([...refunds(), ...refunds()]))
      await gym.deliver({ ...event, id: `evt_${Math.random()}` });
    expect(await gym.books.invoice(invoiceId)).toMatchObject({ status: 'refunded', paid_cents: 1_080, due_cents: 0 });
    const rows = await gym.books.payments(invoiceId);
    expect(
      rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    ).toBe(1_080);
  },
);

test('charge.refunded in part and then the rest, ten times concurrently: exactly what was paid is refunded', async () => {
  const { invoiceId, intent } = await chargedSale(gym);
  gym.account.refund(intent.id, 300);
  gym.account.refund(intent.id);
  await Promise.all(
    Array.from({ length: 10 }, () => refunds())
      .flat()
      .map((event, index) => gym.deliver({ ...event, id: `evt_${index}` })),
  );
  const rows = await gym.books.payments(invoiceId);
  expect(
    rows.filter(({ status }) => status === 'refunded').reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  ).toBe(1_080);
  expect((await gym.books.invoice(invoiceId)).status).toBe('refunded');
});

describe('a refund whose webhook was lost', () => {
  const reconcile = () => reconcileRefunds(server.context);

  test('is found by reconciliation, in part and then in full, and booked once however often it runs', async () => {
    const { invoiceId, intent } = await chargedSale(gym);
    gym.account.refund(intent.id, 100);
    await reconcile();
    await reconcile();
    expect(await invoiceState(gym, invoiceId)).toEqual({ ...paid, payments: ['completed', 'refunded'] });
    gym.account.refund(intent.id);
    await reconcile();
    const heard = await gym.books.invoice(invoiceId);
    expect(heard.status).toBe('refunded');
    await reconcile();
    await gym.deliverAll();
    expect(await gym.books.invoice(invoiceId)).toEqual(heard);
  });

  test('is found even if another account does not answer and another refund is not Spotter’s', async () => {
    const { invoiceId, intent, succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    const foreign = gym.account.createIntent({ amount: 500, currency: 'usd' });
    gym.account.refund(gym.account.confirmIntent(foreign.id, { payment_method: 'pm_card_visa' }).id);
    gym.account.refund(intent.id);
    stripe.fail(/GET .*refunds$/, 500);
    await expect(reconcile()).rejects.toThrow('1 refunds could not be reconciled');
    expect((await invoiceState(gym, invoiceId)).status).toBe('refunded');
  });
});
