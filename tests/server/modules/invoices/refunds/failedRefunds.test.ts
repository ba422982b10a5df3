import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { refund, soldByCard, ledger } = refundingAt(() => gym);
const reconcile = () => reconcileRefunds(server.context);
const body = { destination: 'card', reason: 'Not wanted' };
const kept = { status: 'paid', paid: 1_080, refunded: 0, rows: 0 };
const failures = () =>
  gym.account.events.filter(({ type }) => type === 'refund.failed' || type === 'charge.refund.updated');
const lastRefund = () => [...gym.account.refunds.keys()].at(-1) ?? '';
const readActions = async (invoiceId: string) =>
  (await gym.by.admin.get(`/activity?recordId=${invoiceId}`)).body.entries.map(
    ({ action }: { action: string }) => action,
  );

describe('a refund to a card that fails at the bank days later', () => {
  test('is booked back once: the invoice is paid again, the log and its page show it, and stock is not taken again', async () => {
    const { invoiceId, item } = await soldByCard();
    expect((await refund(invoiceId, { ...body, lines: [{ position: 0, quantity: 1 }], restock: [0] })).status).toBe(
      201,
    );
    expect([await ledger(invoiceId), await gym.books.stock(item)]).toEqual([
      { status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 },
      9,
    ]);
    const rows = await gym.books.payments(invoiceId);
    gym.account.failRefund(lastRefund());
    await gym.deliverAll();
    await gym.deliverAll();
    expect([await ledger(invoiceId), await gym.books.stock(item)]).toEqual([kept, 9]);
    expect((await gym.books.payments(invoiceId)).slice(0, 2)).toEqual(rows);
    const detail = (await gym.by.manager.get(`/invoices/${invoiceId}`)).body;
    expect(detail.payments.map(({ amount, status }: { amount: number; status: string }) => [amount, status])).toEqual([
      [10.8, 'completed'],
      [-10.8, 'refunded'],
      [10.8, 'refunded'],
    ]);
    expect(
      (await gym.books.payments(invoiceId)).map(({ kind, amount_cents, stripe_refund_id }) => [
        kind,
        amount_cents,
        stripe_refund_id,
      ]),
    ).toEqual([
      ['payment', 1_080, null],
      ['refund', 1_080, lastRefund()],
      ['refund_failed', 1_080, lastRefund()],
    ]);
    expect(detail.refunds).toMatchObject([{ amount: 10.8, failedAt: expect.any(String) }]);
    expect(await readActions(invoiceId)).toContain('invoice.refund-failed');
    expect((await readActions(invoiceId)).filter((action: string) => action === 'invoice.refund-failed')).toHaveLength(
      1,
    );
  });

  test('can be refunded again, in cash or to the card, but not restocked twice', async () => {
    const { invoiceId } = await soldByCard();
    await refund(invoiceId, { ...body, lines: [{ position: 0, quantity: 1 }], restock: [0] });
    gym.account.failRefund(lastRefund());
    await gym.deliverAll();
    expect(
      await refund(invoiceId, { ...body, destination: 'cash', lines: [{ position: 0, quantity: 1 }], restock: [0] }),
    ).toMatchObject({ status: 409 });
    expect((await refund(invoiceId, { ...body, amount: 5 })).status).toBe(201);
    expect((await refund(invoiceId, { ...body, destination: 'cash', amount: 5.8 })).status).toBe(201);
    expect(await ledger(invoiceId)).toEqual({ status: 'refunded', paid: 1_080, refunded: 1_080, rows: 1_080 });
  });

  test('is booked back once, however often the webhook and a read of Stripe report it concurrently', async () => {
    const { invoiceId } = await soldByCard();
    await refund(invoiceId, body);
    gym.account.failRefund(lastRefund());
    const deliveries = Array.from({ length: 10 }, (_each, index) =>
      failures().map((event) => gym.deliver({ ...event, id: `${event.id}_${index}` })),
    ).flat();
    await Promise.all([...deliveries, reconcile(), reconcile()]);
    expect(await ledger(invoiceId)).toEqual(kept);
    expect(await gym.books.payments(invoiceId)).toHaveLength(3);
  });
});

test('the database takes no second row for the same failed refund, none without Stripe’s id, and no negative amount', async () => {
  const { invoiceId } = await soldByCard();
  await refund(invoiceId, body);
  gym.account.failRefund(lastRefund());
  await gym.deliverAll();
  const failedRow = (await gym.books.payments(invoiceId)).filter(({ kind }) => kind === 'refund_failed');
  const write = (change: object) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('payments')
        .values(failedRow.map((row) => ({ ...row, id: uuid(), ...change })))
        .execute(),
    );
  await expect(write({})).rejects.toThrow('payments_stripe_refund_id_kind_key');
  await expect(write({ stripe_refund_id: null })).rejects.toThrow('payments_check');
  await expect(write({ stripe_refund_id: 're_other', amount_cents: -1 })).rejects.toThrow(
    'payments_amount_cents_check',
  );
});

describe('a refund made at Stripe that fails', () => {
  test.each([
    ['heard in its order', (events: object[]) => events],
    ['heard last first', (events: object[]) => events.toReversed()],
    ['never heard, and read', () => []],
  ])('%s: nothing is refunded', async (_case, order) => {
    const { invoiceId, intent } = await soldByCard();
    const { id } = gym.account.refund(intent.id, 300);
    gym.account.failRefund(id);
    for (const event of order(gym.account.events)) await gym.deliver(event);
    await reconcile();
    expect(await ledger(invoiceId)).toEqual(kept);
    await reconcile();
    await gym.deliverAll();
    expect(await ledger(invoiceId)).toEqual(kept);
  });

  test.each([
    ['heard in their order', (events: object[]) => events],
    ['heard last first', (events: object[]) => events.toReversed()],
    ['never heard, and read', () => []],
  ])('beside one that does not, %s: only that one is refunded', async (_case, order) => {
    const { invoiceId, intent } = await soldByCard();
    const { id } = gym.account.refund(intent.id, 300);
    gym.account.refund(intent.id, 200);
    gym.account.failRefund(id);
    gym.account.refund(intent.id, 50);
    for (const event of order(gym.account.events)) await gym.deliver(event);
    await reconcile();
    expect(await ledger(invoiceId)).toEqual({ ...kept, refunded: 250, rows: 250 });
    await reconcile();
    expect(await ledger(invoiceId)).toEqual({ ...kept, refunded: 250, rows: 250 });
  });

  test('of another company’s payment changes nothing', async () => {
    const { invoiceId } = await soldByCard();
    await refund(invoiceId, body);
    gym.account.failRefund(lastRefund());
    const rival = await createPayingGym(server, stripe);
    for (const event of failures()) expect((await rival.deliver(event)).status).toBe(200);
    expect((await ledger(invoiceId)).refunded).toBe(1_080);
  });
});

test('the reports and the accounting export have it on its own day, and earlier days do not change', async () => {
  const { invoiceId } = await soldByCard();
  await refund(invoiceId, body);
  const day = todayIn(gym.timezone, server.clock.now);
  const figures = async () => {
    const { totals } = (
      await gym.by.manager.get(`/reports/payments?locationId=${gym.locationId}&from=2026-01-01&to=${day}`)
    ).body.report;
    return [totals.moneyIn, totals.moneyRefunded];
  };
  expect(await figures()).toEqual([10.8, 10.8]);
  gym.account.failRefund(lastRefund());
  await gym.deliverAll();
  expect(await figures()).toEqual([10.8, 0]);
});
