import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { refund, ledger } = refundingAt(() => gym);
const toCard = { destination: 'card', reason: 'A mistake' } as const;
/** The amounts that Stripe refunded, by card. */
const sentBack = () => [...gym.account.charges.values()].map(({ amount_refunded }) => amount_refunded);
/** The amounts in the member's emails, the smallest first. */
const emailed = async () => {
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('emails').select('data').where('kind', '=', 'refund').execute(),
  );
  return rows.map(({ data }) => Number((data as { cents?: number }).cents)).toSorted((a, b) => a - b);
};

/** An invoice of $108.00, paid with two cards, $50.00 and then $58.00. Five of its item are sold, and four left in stock. */
async function paidByTwoCards() {
  const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 4, price_cents: 2_000 });
  const invoiceId = await invoiceBuilders(server, gym).invoice(
    gym.contactId,
    { status: 'open', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 },
    [{ item_id: item, name: 'Towel', quantity: 5, price_cents: 2_000, total_cents: 10_000 }],
  );
  const intents: string[] = [];
  for (const amount of [50, 58]) {
    const { body } = await gym.by.operator.post(`/invoices/${invoiceId}/payments`, {
      body: { method: 'card', card: 'new', amount },
    });
    intents.push(gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' }).id);
    await gym.deliverAll();
  }
  return { invoiceId, intents, item };
}

test('an amount goes back to the newest card first, and the rest to the other', async () => {
  const { invoiceId } = await paidByTwoCards();
  const { body } = await refund(invoiceId, { ...toCard, amount: 80 });
  expect(body).toMatchObject({ invoice: { status: 'paid', refunded: 80 }, refund: { amount: 80 } });
  await gym.deliverAll();
  expect([sentBack(), await ledger(invoiceId)]).toEqual([
    [2_200, 5_800],
    { status: 'paid', paid: 10_800, refunded: 8_000, rows: 8_000 },
  ]);
});

test('after one lost answer, the same key refunds both once', async () => {
  const { invoiceId } = await paidByTwoCards();
  const key = randomUUID();
  stripe.fail(/POST .*refunds$/, 'cut', 9);
  expect((await refund(invoiceId, toCard, { key })).status).toBe(503);
  stripe.heal();
  expect((await refund(invoiceId, toCard, { key })).body.refund.amount).toBe(108);
  await gym.deliverAll();
  expect([sentBack(), await ledger(invoiceId)]).toEqual([
    [5_000, 5_800],
    { status: 'refunded', paid: 10_800, refunded: 10_800, rows: 10_800 },
  ]);
});

test('if one is refused, the refund to the other is booked, with what was refunded at Stripe', async () => {
  const { invoiceId, intents } = await paidByTwoCards();
  gym.account.refund(String(intents[0]), 1_000);
  expect((await refund(invoiceId, toCard)).status).toBe(402);
  expect(await emailed()).toEqual([1_000, 5_800]);
  expect([sentBack(), await ledger(invoiceId)]).toEqual([
    [1_000, 5_800],
    { status: 'paid', paid: 10_800, refunded: 6_800, rows: 6_800 },
  ]);
  expect((await refund(invoiceId, toCard)).body.invoice).toMatchObject({ status: 'refunded', refunded: 108 });
  const { body } = await gym.by.manager.get(`/invoices/${invoiceId}`);
  expect(body.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([58, 40]);
});

test('if one is refused, only the items whose price was refunded are restocked, and the others can be refunded later', async () => {
  const { invoiceId, intents, item } = await paidByTwoCards();
  gym.account.refund(String(intents[0]), 1_000);
  const lines = [{ position: 0, quantity: 5 }];
  expect((await refund(invoiceId, { ...toCard, lines, restock: [0] })).status).toBe(402);
  const first = (await gym.by.manager.get(`/invoices/${invoiceId}`)).body.refunds;
  expect(first).toMatchObject([{ amount: 58, lines: [{ position: 0, quantity: 2, restocked: true }] }]);
  expect(await gym.books.stock(item)).toBe(6);
  const again = await refund(invoiceId, { ...toCard, lines: [{ position: 0, quantity: 1 }], restock: [0] });
  expect([again.status, await gym.books.stock(item)]).toEqual([201, 7]);
  expect((await refund(invoiceId, { ...toCard, lines: [{ position: 0, quantity: 3 }] })).body.message).toBe(
    'Only 2 of Towel can be refunded',
  );
});

test('if one is refunded in full at Stripe, the invoice stays paid', async () => {
  const { invoiceId, intents } = await paidByTwoCards();
  gym.account.refund(String(intents[0]));
  await gym.deliverAll();
  expect(await ledger(invoiceId)).toEqual({ status: 'paid', paid: 10_800, refunded: 5_000, rows: 5_000 });
  gym.account.refund(String(intents[1]));
  await gym.deliverAll();
  expect(await ledger(invoiceId)).toMatchObject({ status: 'refunded', refunded: 10_800 });
});
