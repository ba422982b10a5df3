import { sumBy } from 'es-toolkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { reconcilingAt } from '#tests/support/reconciling.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { start, read, run, reconciled, today, daysAgo } = reconcilingAt(server, () => gym);

describe('starting one', () => {
  test('returns 202 with a running one; the job completes it, and managers can read it', async () => {
    const { status, body } = await start();
    expect([status, body.reconciliation]).toMatchObject([
      202,
      { status: 'running', from: today(), to: today(), matched: 0, differences: [], startedBy: 'Sam admin' },
    ]);
    await run();
    expect(await read(body.reconciliation.id)).toMatchObject({
      status: 'completed',
      matched: 0,
      differences: [],
      differenceCount: 0,
      hasStripe: true,
      isTestMode: true,
    });
    const list = await gym.by.manager.get(`/reconciliations?companyId=${gym.companyId}`);
    expect([list.body.reconciliations.map(({ id }: { id: string }) => id), list.body.pagination.total]).toEqual([
      [body.reconciliation.id],
      1,
    ]);
  });

  test('two concurrent requests for the same days start one; for other days it is 409 until the first is done', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect([one.status, other.status, one.body.reconciliation.id]).toEqual([202, 202, other.body.reconciliation.id]);
    const refused = await start({ from: daysAgo(7) }, 'admin', { 'idempotency-key': 'another' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A reconciliation of this company is running. Start another one when it is done',
    ]);
    await run();
    expect((await start({ from: daysAgo(7) }, 'admin', { 'idempotency-key': 'another' })).status).toBe(202);
    expect((await gym.by.admin.get(`/reconciliations?companyId=${gym.companyId}`)).body.pagination.total).toBe(2);
  });

  test.each([
    ['the last day first', { from: '2026-03-02', to: '2026-03-01' }, 'The first day must not be after the last'],
    ['more than a year', { from: '2024-01-01', to: '2026-01-01' }, 'A reconciliation covers at most 366 days'],
    ['no day', { from: '2026-02-30' }, 'Enter the first day as YYYY-MM-DD'],
  ])('%s is 400', async (_case, period, message) => {
    const { status, body } = await start(period);
    expect([status, Object.values(body.errors ?? {})]).toEqual([400, [message]]);
  });
});

test('a sale by card and its refund are matched; its fee is counted, and nothing is written at Stripe', async () => {
  const { invoiceId, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
    body: { amount: 3, destination: 'card', reason: 'A mistake' },
  });
  gym.account.balance.payOut();
  const [events, invoice] = [gym.account.events.length, await gym.books.invoice(invoiceId)];
  stripe.calls.splice(0);
  const found = await reconciled();
  expect(found).toMatchObject({ status: 'completed', matched: 2, differences: [], fees: 0.61, payouts: 7.19 });
  expect(stripe.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
  expect([gym.account.events.length, await gym.books.invoice(invoiceId)]).toEqual([events, invoice]);
});

test('the payments report lists the newest comparison with Stripe for days within its period, and no other company’s', async () => {
  const stripes = async (who: PayingGym = gym, from = today()) =>
    (await who.by.manager.get(`/reports/payments?locationId=${who.locationId}&from=${from}&to=${today()}`)).body.report
      .tables.stripe;
  const { succeeded } = await chargedSale(gym);
  await reconciled();
  server.advance({ seconds: 1 });
  await gym.deliver(succeeded);
  gym.account.balance.payOut();
  const { id } = await reconciled();
  const row = {
    key: id,
    detail: 'All locations of the company',
    matched: 1,
    differences: 0,
    stripeFees: 0.61,
    payouts: 10.19,
  };
  expect(await stripes()).toMatchObject([row]);
  await reconciled({ from: daysAgo(2) });
  expect(await stripes()).toMatchObject([row]);
  expect(await stripes(gym, daysAgo(2))).toHaveLength(2);
  expect(await stripes(await createPayingGym(server, stripe))).toEqual([]);
});

test('the ledger’s cards are what Stripe has, plus the named discrepancies; disputes are in both', async () => {
  const { invoiceId, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
    body: { amount: 3, destination: 'card', reason: 'A mistake' },
  });
  const disputed = await chargedSale(gym);
  await gym.deliver(disputed.succeeded);
  gym.account.dispute(disputed.intent.id);
  await gym.deliverAll();
  await chargedSale(gym);
  gym.account.confirmIntent(gym.account.createIntent({ amount: 500, currency: 'usd' }).id, {
    payment_method: 'pm_card_visa',
  });
  const { differences } = await reconciled();
  expect(differences.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'dispute',
    'only_at_stripe',
    'only_at_stripe',
  ]);
  const named = sumBy(
    differences.filter(({ kind }: { kind: string }) => kind !== 'dispute'),
    ({ amount }: { amount: number }) => Math.round(amount * 100),
  );
  const entries = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('ledger_entries').select('cents').where('account', '=', 'card').execute(),
  );
  const atStripe = sumBy(gym.account.balance.transactions, ({ amount }) => amount);
  expect(sumBy(entries, ({ cents }) => cents)).toBe(atStripe + named);
});

describe('each planted difference is found and named', () => {
  const planted = (found: { differences: Record<string, unknown>[] }) =>
    found.differences.map(({ detail: _words, ...rest }) => rest);

  test('a charge made outside of Spotter, and a top-up', async () => {
    const { id } = gym.account.createIntent({ amount: 500, currency: 'usd' });
    const { latest_charge: stripeId } = gym.account.confirmIntent(id, { payment_method: 'pm_card_visa' });
    const { id: topUp } = gym.account.balance.book({ type: 'topup', amount: 10_000 });
    expect(planted(await reconciled())).toEqual([
      { kind: 'only_at_stripe', amount: -5, stripeId },
      { kind: 'only_at_stripe', amount: -100, stripeId: topUp },
    ]);
  });

  test.each(['reserve_transaction', 'payout_minimum_balance_hold', 'obligation_outbound'] as const)(
    'except money that Stripe reserves and releases later: %s',
    async (type) => {
      gym.account.balance.book({ type, amount: -500 });
      expect(planted(await reconciled())).toEqual([]);
    },
  );

  test('a payment whose webhook was lost, and one that Stripe does not have', async () => {
    const lost = await chargedSale(gym);
    const invented = await chargedSale(gym);
    await gym.deliver(invented.succeeded);
    const charge = gym.account.charges.get(String(invented.intent.latest_charge));
    gym.account.balance.transactions.splice(
      gym.account.balance.transactions.findIndex(({ source }) => source === charge),
      1,
    );
    gym.account.intents.delete(invented.intent.id);
    const { differences } = await reconciled();
    expect(differences).toHaveLength(2);
    expect(differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'only_at_stripe',
          amount: -10.8,
          invoiceId: lost.invoiceId,
          stripeId: lost.intent.latest_charge,
        }),
        expect.objectContaining({
          kind: 'only_here',
          amount: 10.8,
          invoiceId: invented.invoiceId,
          stripeId: invented.intent.id,
        }),
      ]),
    );
  });

  test('a different amount, a wrong fee, and a payout that differs from its sum', async () => {
    const { invoiceId, intent, succeeded } = await chargedSale(gym);
    await gym.deliver(succeeded);
    server.checksLedger = false;
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('payments').set({ amount_cents: 1_000 }).where('invoice_id', '=', invoiceId).execute(),
    );
    Object.assign(gym.account.intents.get(intent.id)!, { amount_received: 1_160 });
    const { id: fee } = Object.assign(gym.account.balance.transactions[0]!, { amount: 1_160, net: 1_080 });
    const payout = gym.account.balance.payOut(-1);
    const { differences } = await reconciled();
    expect(differences.map(({ kind, amount, stripeId }: Record<string, unknown>) => [kind, amount, stripeId])).toEqual([
      ['amount', -0.8, expect.stringMatching(/^ch_/)],
      ['fee', 0.19, fee],
      ['payout', 0.01, payout?.id],
      ['ledger', -0.8, undefined],
    ]);
  });

  test.each([{ automatic: false }, { reconciliation_status: 'in_progress' as const }, { status: 'failed' }])(
    'a payout is not compared until Stripe lists its transactions: %o',
    async (state) => {
      await gym.deliver((await chargedSale(gym)).succeeded);
      Object.assign(gym.account.balance.payOut(-1)!, state);
      expect(planted(await reconciled())).toEqual([]);
    },
  );

  test('cash that was taken while a drawer was open and is not in it, except at the moment of its opening', async () => {
    await gym.till.cash([{ salesItemId: await gym.make.salesItem({ price_cents: 1_000 }), quantity: 1 }]);
    const { body } = await gym.by.point_of_sale.post('/drawers', { body: { locationId: gym.locationId, float: 50 } });
    const openedBefore = (seconds: number) =>
      server.database.scoped([gym.companyId], (tx) =>
        tx
          .updateTable('drawers')
          .set({ opened_at: new Date(server.clock.now.getTime() - seconds * 1_000) })
          .where('id', '=', body.drawer.id)
          .execute(),
      );
    await openedBefore(3);
    expect(planted(await reconciled())).toEqual([]);
    await openedBefore(10);
    expect(planted(await reconciled())).toMatchObject([{ kind: 'drawer', amount: 10.8 }]);
  });

  test('an invoice that differs from its lines, and a payment from what the drawer has of it', async () => {
    await gym.by.point_of_sale.post('/drawers', { body: { locationId: gym.locationId, float: 50 } });
    server.advance({ seconds: 10 });
    const item = await gym.make.salesItem({ price_cents: 1_000 });
    const { body } = await gym.till.cash([{ salesItemId: item, quantity: 1 }]);
    const invoiceId = body.invoice.id;
    expect(planted(await reconciled())).toEqual([]);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('invoice_lines').set({ total_cents: 900 }).where('invoice_id', '=', invoiceId).execute(),
    );
    const late = await gym.make.salesItem({ price_cents: 500 });
    const other = (await gym.till.cash([{ salesItemId: late, quantity: 1 }])).body.invoice.id;
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('payments').set({ amount_cents: 500 }).where('invoice_id', '=', other).execute(),
    );
    expect(planted(await reconciled())).toEqual([
      { kind: 'ledger', amount: -1, invoiceId },
      { kind: 'ledger', amount: -0.4, invoiceId: other },
    ]);
  });
});
