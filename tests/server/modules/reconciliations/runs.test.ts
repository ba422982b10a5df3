import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  findDueReconciliations,
  runReconciliations,
  startNightlyReconciliations,
} from '#server/modules/reconciliations/run.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';
import { createGym } from '#tests/support/gym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { context, start, read, run, reconciled, daysAgo, today } = reconcilingAt(server, () => gym);
const later = (minutes: number) => server.advance({ minutes });

describe('while Stripe is unreachable', () => {
  test('it fails with the cause, and is retried until Stripe answers', async () => {
    const { succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    const { id } = (await start()).body.reconciliation;
    stripe.fail(/balance_transactions/, 500);
    await expect(run()).rejects.toThrow('1 reconciliations failed');
    const failed = await read(id);
    expect(failed).toMatchObject({
      status: 'failed',
      failure: 'Stripe did not answer',
      tryAgainAt: new Date(server.clock.now.getTime() + 60_000).toISOString(),
    });
    await run();
    expect(await read(id)).toEqual(failed);
    later(1);
    await run();
    expect(await read(id)).toMatchObject({ status: 'completed', matched: 1, failure: null, tryAgainAt: null });
  });

  test.each([
    ['Stripe does not answer', 500],
    ['Stripe refuses the key', 401],
  ] as const)(
    '%s: the ledger and the cash are compared all the same, and each difference is listed once',
    async (_why, status) => {
      await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 50 } });
      later(1);
      const { body } = await gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('invoice_lines').set({ total_cents: 900 }).where('invoice_id', '=', body.invoice.id).execute(),
      );
      onTestFinished(() =>
        server.database.scoped([gym.companyId], async (tx) => {
          await tx
            .updateTable('invoice_lines')
            .set(({ ref }) => ({ total_cents: ref('price_cents') }))
            .execute();
        }),
      );
      const { id } = (await start()).body.reconciliation;
      const ledger = expect.objectContaining({ kind: 'ledger', invoiceId: body.invoice.id });
      stripe.fail(/balance_transactions/, status, 2);
      await expect(run()).rejects.toThrow('1 reconciliations failed');
      expect(await read(id)).toMatchObject({ status: 'failed', differenceCount: 1, differences: [ledger] });
      later(60);
      if (status === 500) {
        await expect(run()).rejects.toThrow('1 reconciliations failed');
        later(60);
        await run();
      }
      expect(await read(id)).toMatchObject({
        status: status === 500 ? 'completed' : 'failed',
        differenceCount: 1,
        differences: [ledger],
      });
    },
  );

  test('a refused key is not retried', async () => {
    const { id } = (await start()).body.reconciliation;
    stripe.fail(/balance_transactions/, 401);
    await expect(run()).rejects.toThrow('1 reconciliations failed');
    const failure = 'Stripe does not let this key read the account’s balance. Check the secret key and its permissions';
    expect(await read(id)).toMatchObject({ status: 'failed', failure, tryAgainAt: null });
  });

  test('another one can be started while it waits for its retry', async () => {
    const { id } = (await start()).body.reconciliation;
    stripe.fail(/balance_transactions/, 500);
    await expect(run()).rejects.toThrow('1 reconciliations failed');
    expect((await start({ from: daysAgo(3) })).status).toBe(202);
    await run();
    later(4);
    await run();
    expect((await read(id)).status).toBe('completed');
  });

  test('and our own books cannot be read either: it fails with that, is no crash, and is tried again', async () => {
    const { id } = (await start()).body.reconciliation;
    stripe.fail(/balance_transactions/, 500);
    stripe.calls.splice(0);
    const { readOnly } = server.database;
    const database: typeof server.database = {
      ...server.database,
      readOnly: (...reading) =>
        stripe.calls.length > 0 ? Promise.reject(new Error('The disk is broken')) : readOnly(...reading),
    };
    await expect(runReconciliations({ ...context, database })).rejects.toThrow('1 reconciliations failed');
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failure: 'Something went wrong in Spotter. The server’s log has the cause',
      differenceCount: 0,
    });
    later(60);
    await run();
    expect(await read(id)).toMatchObject({ status: 'completed', failure: null });
  });

  test('an account that does not answer does not stop the others', async () => {
    const other = await createPayingGym(server, stripe);
    await start();
    const { body } = await other.by.admin.post('/reconciliations', {
      body: { companyId: other.companyId, from: today(), to: today() },
    });
    stripe.fail(/balance_transactions/, 500);
    await expect(run()).rejects.toThrow('1 reconciliations failed');
    later(1);
    await run();
    expect((await other.by.admin.get(`/reconciliations/${body.reconciliation.id}`)).body.reconciliation.status).toBe(
      'completed',
    );
  });
});

describe('a reconciliation that a killed process left', () => {
  test('is run again, and its result is stored once', async () => {
    const { id: intentId } = gym.account.createIntent({ amount: 500, currency: 'usd' });
    gym.account.confirmIntent(intentId, { payment_method: 'pm_card_visa' });
    const { id } = (await start()).body.reconciliation;
    // The first never gets its response: its process has ended.
    stripe.fail(/balance_transactions/, 'hang');
    stripe.calls.splice(0);
    void run().catch(() => undefined);
    await expect.poll(() => stripe.calls).toContain('GET /v1/balance_transactions');
    await run();
    expect(await read(id)).toMatchObject({
      status: 'completed',
      differenceCount: 1,
      differences: [{ kind: 'only_at_stripe' }],
    });
  });

  test('is finished by the next server when the one that runs it is stopped, which is no crash, and started again meanwhile it is the same one', async () => {
    const { id } = (await start()).body.reconciliation;
    // The call fails after the server was told to stop.
    stripe.fail(/balance_transactions/, 500);
    const asked = stripe.hold(/balance_transactions/);
    const stopping = new AbortController();
    const stopped = runReconciliations(context, stopping.signal);
    await asked.reached;
    stopping.abort();
    asked.release();
    await stopped;
    expect(await read(id)).toMatchObject({ status: 'running', failure: null });
    const waiting = await findDueReconciliations(server.database, server.clock.now, 20);
    expect(waiting.find((row) => row.id === id)).toMatchObject({ crashes: 0 });
    expect((await start()).body.reconciliation).toMatchObject({ id, status: 'running' });
    await run();
    expect(await read(id)).toMatchObject({ status: 'completed', failure: null });
    const next = (await start()).body.reconciliation;
    expect(next).toMatchObject({ status: 'running' });
    expect(next.id).not.toBe(id);
  });

  test('two servers that finish the same one store it once', async () => {
    const { id: intentId } = gym.account.createIntent({ amount: 500, currency: 'usd' });
    gym.account.confirmIntent(intentId, { payment_method: 'pm_card_visa' });
    const { id } = (await start()).body.reconciliation;
    await Promise.all([run(), run(), run()]);
    expect((await read(id)).differences).toHaveLength(1);
  });
});

test('more transactions than a page holds are all read; all differences are counted, and a thousand are kept', async () => {
  for (let count = 0; count < 1_001; count += 1) gym.account.balance.book({ type: 'topup', amount: 1 });
  const { differenceCount, differences } = await reconciled();
  expect([differenceCount, differences.length]).toEqual([1_001, 1_000]);
});

test('a payment that appears on two pages, because others arrived during reading, counts once', async () => {
  await gym.deliver((await chargedSale(gym)).succeeded);
  const { transactions } = gym.account.balance;
  transactions.push(...transactions);
  expect(await reconciled()).toMatchObject({ matched: 1, differences: [], fees: 0.61 });
});

describe('payments and refunds at the bounds of the period', () => {
  const yesterday = (transaction: { created: number }) =>
    Object.assign(transaction, { created: transaction.created - 86_400 });

  test('if booked a day later than at Stripe, they are looked up and match on both days', async () => {
    const { invoiceId, succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    yesterday(gym.account.balance.transactions[0]!);
    for (const day of [daysAgo(1), today()])
      expect(await reconciled({ from: day, to: day })).toMatchObject({ matched: 1, differences: [] });
    await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
      body: { amount: 3, destination: 'card', reason: 'A mistake' },
    });
    yesterday(gym.account.balance.transactions[0]!);
    for (const day of [daysAgo(1), today()])
      expect(await reconciled({ from: day, to: day })).toMatchObject({ matched: 2, differences: [] });
  });

  test('a payment that is not on the balance yet matches by its intent', async () => {
    const { succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    gym.account.balance.transactions.splice(0);
    expect(await reconciled()).toMatchObject({ matched: 1, differences: [] });
  });
});

describe('a dispute', () => {
  test('is a difference of its invoice while it is open or lost, even for older payments, and not once it is won', async () => {
    const { invoiceId, intent, succeeded } = await chargedSale(gym);
    server.advance({ hours: -3 * 24 });
    await gym.deliver(succeeded);
    server.advance({ hours: 3 * 24 });
    gym.account.balance.transactions[0]!.created -= 3 * 86_400;
    const { id } = gym.account.dispute(intent.id);
    const one = { kind: 'dispute', amount: 10.8, stripeId: id, invoiceId };
    expect((await reconciled({ from: today() })).differences).toMatchObject([one]);
    // The dispute is booked today, and its payment is not compared again.
    await gym.deliverAll();
    expect(await reconciled()).toMatchObject({ matched: 0, differences: [one] });
    gym.account.balance.closeDispute(id, 'lost');
    expect((await reconciled()).differences).toMatchObject([
      { ...one, detail: 'The dispute was lost: the money went back to the card' },
    ]);
    const other = gym.account.dispute(intent.id);
    gym.account.balance.closeDispute(other.id, 'won');
    expect((await reconciled()).differences).toMatchObject([one]);
  });
});

test('a refund that failed at the bank matches', async () => {
  const { invoiceId, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { destination: 'card', reason: 'A mistake' } });
  gym.account.failRefund([...gym.account.refunds.keys()][0]!);
  await gym.deliverAll();
  expect(await reconciled()).toMatchObject({ matched: 1, differences: [] });
  // The same if it was on another day at Stripe, and is looked up.
  for (const transaction of gym.account.balance.transactions)
    Object.assign(transaction, { created: transaction.created - 86_400 });
  expect(await reconciled()).toMatchObject({ matched: 1, differences: [] });
});

test('without a Stripe account, invoices and cash are compared', async () => {
  const plain = await createGym(server);
  const { body } = await plain.by.admin.post('/reconciliations', {
    body: { companyId: plain.companyId, from: today(), to: today() },
  });
  await run();
  const found = await plain.by.admin.get(`/reconciliations/${body.reconciliation.id}`);
  expect(found.body.reconciliation).toMatchObject({
    status: 'completed',
    hasStripe: false,
    matched: 0,
    differences: [],
  });
  // Stripe reported nothing for these days.
  expect(
    (await plain.by.manager.get(`/reports/payments?locationId=${plain.locationId}`)).body.report.tables.stripe,
  ).toEqual([]);
});

test('what a user starts runs before what was scheduled', async () => {
  server.clock.now = new Date('2026-03-12T12:00:00Z');
  await startNightlyReconciliations(context);
  const asked = await createPayingGym(server, stripe);
  server.clock.now = new Date('2026-03-12T12:01:00Z');
  await asked.by.admin.post('/reconciliations', {
    body: { companyId: asked.companyId, from: '2026-03-01', to: '2026-03-02' },
  });
  expect(await findDueReconciliations(server.database, server.clock.now, 1)).toMatchObject([
    { company_id: asked.companyId },
  ]);
  await run();
});
