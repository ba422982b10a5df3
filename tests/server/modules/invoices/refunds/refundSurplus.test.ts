import { beforeEach, expect, test } from 'vitest';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { refundingAt } from '#tests/support/refunding.ts';
import { refundedSum } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { refund, ledger, soldByCard } = refundingAt(() => gym);
const { reconciled } = reconcilingAt(server, () => gym);
const reconcile = () => reconcileRefunds(server.context);
const inCash = (amount: number) => ({ destination: 'cash', amount, reason: 'A mistake' });
const surplus = async (id: string) => refundedSum(await gym.books.payments(id), 'surplus_cents');

test('cash and then all of it at Stripe: no more is refunded than was paid, the rows add up, and reconciliation names the rest', async () => {
  const { invoiceId, intent } = await soldByCard();
  await refund(invoiceId, inCash(6));
  gym.account.refund(intent.id);
  for (let time = 0; time < 2; time += 1) {
    await gym.deliverAll();
    await reconcile();
  }
  expect(await ledger(invoiceId)).toEqual({ status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 });
  expect(await surplus(invoiceId)).toBe(600);
  const { body: page } = await gym.by.manager.get(`/invoices/${invoiceId}`);
  expect(page.payments.at(-1)).toMatchObject({ amount: -4.8, status: 'refunded', surplus: 6 });
  const { differences } = await reconciled();
  expect(differences).toMatchObject([
    { kind: 'amount', amount: 6, detail: 'Stripe returned $6.00 more than was left to refund', invoiceId },
  ]);
});

test('everything in cash and then all of it at Stripe: nothing more is booked', async () => {
  const { invoiceId, intent } = await soldByCard();
  await refund(invoiceId, inCash(10.8));
  gym.account.refund(intent.id);
  await gym.deliverAll();
  expect([await ledger(invoiceId), await surplus(invoiceId)]).toEqual([
    { status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 },
    1_080,
  ]);
  const { body: page } = await gym.by.manager.get(`/invoices/${invoiceId}`);
  expect(page.payments.at(-1)).toMatchObject({ amount: 0, surplus: 10.8, refundOf: expect.any(String) });
  const { differences } = await reconciled();
  expect(differences).toMatchObject([
    { kind: 'amount', amount: 10.8, detail: 'Stripe returned $10.80 more than was left to refund' },
  ]);
});

test('a refund at Stripe that fails at the bank gives back its surplus first', async () => {
  const { invoiceId, intent } = await soldByCard();
  await refund(invoiceId, inCash(6));
  const made = gym.account.refund(intent.id);
  await gym.deliverAll();
  gym.account.failRefund(made.id);
  for (let time = 0; time < 2; time += 1) {
    await gym.deliverAll();
    await reconcile();
  }
  expect([await ledger(invoiceId), await surplus(invoiceId)]).toEqual([
    { status: 'paid', paid: 1_080, refunded: 600, rows: 600 },
    0,
  ]);
  const { body: page } = await gym.by.manager.get(`/invoices/${invoiceId}`);
  expect(page.payments.at(-1)).toMatchObject({ amount: 4.8, status: 'refunded', surplus: -6 });
});

test('a partly paid invoice that Stripe refunds beyond what is left: what more is paid later is not refunded twice', async () => {
  const { body: sold } = await gym.till.card([
    { salesItemId: await gym.make.salesItem({ price_cents: 10_000 }), quantity: 1 },
  ]);
  const id = String(sold.invoice.id);
  const { body } = await gym.by.operator.post(`/invoices/${id}/payments`, {
    body: { method: 'card', card: 'new', amount: 50 },
  });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  await refund(id, inCash(50));
  gym.account.refund(body.paymentIntent.id);
  await gym.deliverAll();
  await gym.by.operator.post(`/invoices/${id}/payments`, { body: { method: 'cash' } });
  expect((await refund(id, inCash(8.01))).body.message).toBe('Only $8.00 can be refunded');
  expect(await ledger(id)).toEqual({ status: 'paid', paid: 10_800, refunded: 5_000, rows: 5_000 });
});

test('a refund by staff and one at Stripe at the same moment never come to more than was paid', async () => {
  for (const destination of ['cash', 'card', 'cash', 'card']) {
    const { invoiceId, intent } = await soldByCard();
    const [response] = await Promise.all([
      refund(invoiceId, { destination, amount: 8, reason: 'A mistake' }),
      (async () => {
        gym.account.refund(intent.id, 700);
        await gym.deliverAll();
      })(),
    ]);
    await gym.deliverAll();
    await reconcile();
    const { refunded, rows, paid } = await ledger(invoiceId);
    const atStripe =
      [...gym.account.charges.values()].find((charge) => charge.payment_intent === intent.id)?.amount_refunded ?? 0;
    const cash = destination === 'cash' && response.status === 201 ? 800 : 0;
    expect([rows, rows + (await surplus(invoiceId))]).toEqual([refunded, cash + atStripe]);
    expect(refunded).toBeLessThanOrEqual(paid);
  }
});
