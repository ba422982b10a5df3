import { beforeEach, expect, test } from 'vitest';
import { reconcileDisputes } from '#server/modules/invoices/cards/applyDispute.ts';
import { updateEndpoints } from '#server/modules/stripe/webhookEndpoints.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});
const { context } = server;
const disputed = async (invoiceId: string) =>
  (await gym.by.operator.get(`/invoices/${invoiceId}`)).body.invoice.disputedAt;
const disputeEvents = () => gym.account.events.filter(({ type }) => type.startsWith('charge.dispute.'));
const readActions = async (invoiceId: string) =>
  (await gym.by.admin.get(`/activity?recordId=${invoiceId}`)).body.entries.map(
    ({ action }: { action: string }) => action,
  );

async function disputedSale() {
  const { invoiceId, intent, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  return { invoiceId, intent, dispute: gym.account.dispute(intent.id) };
}

test('a dispute is shown on its invoice, whose amounts do not change, and in its log', async () => {
  const { invoiceId, dispute } = await disputedSale();
  await gym.deliverAll();
  expect(await disputed(invoiceId)).toBe(new Date(dispute.created * 1_000).toISOString());
  expect(await gym.books.invoice(invoiceId)).toMatchObject({ status: 'paid', paid_cents: 1_080, refunded_cents: 0 });
  expect((await readActions(invoiceId)).filter((action: string) => action === 'invoice.disputed')).toHaveLength(1);
});

test.each([
  ['won', 'in their order', (events: object[]) => events],
  ['won', 'last first', (events: object[]) => events.toReversed()],
  ['lost', 'in their order', (events: object[]) => events],
  ['lost', 'last first', (events: object[]) => events.toReversed()],
] as const)('closed as %s, reported %s and twice: it is cleared only if it was won', async (outcome, _how, order) => {
  const { invoiceId, dispute } = await disputedSale();
  gym.account.balance.closeDispute(dispute.id, outcome);
  for (const event of [...order(disputeEvents()), ...disputeEvents()].map((one, index) => ({
    ...one,
    id: `evt_${dispute.id}_${index}`,
  }))) {
    expect((await gym.deliver(event)).status).toBe(200);
  }
  expect(await disputed(invoiceId)).toEqual(outcome === 'won' ? null : expect.any(String));
  expect(
    (await readActions(invoiceId)).filter((action: string) => action === `invoice.dispute-${outcome}`),
  ).toHaveLength(1);
});

test.each([
  ['whole', ''],
  ['days', '&from=2020-01-01'],
])('the %s list of payments has a disputed one once', async (_what, days) => {
  const { invoiceId, dispute } = await disputedSale();
  gym.account.balance.closeDispute(dispute.id, 'won');
  await gym.deliverAll();
  const { body } = await gym.by.admin.get(`/payments?invoiceId=${invoiceId}${days}`);
  expect(body.payments.map(({ payment }: { payment: { amount: number } }) => payment.amount)).toEqual([10.8]);
});

/** The sum of the ledger's account, in cents. */
const inDispute = async () => {
  const { body } = await gym.by.admin.get(`/ledger?locationId=${gym.locationId}&account=disputes`);
  const entries = body.postings.flatMap((posting: { entries: { debit: number; credit: number }[] }) => posting.entries);
  const dollars = entries.reduce((sum: number, { debit, credit }: (typeof entries)[number]) => sum + debit - credit, 0);
  return Math.round(dollars * 100);
};
/** The event with which Stripe tells that the dispute was opened, as if it was about this. */
const told = (change: object) => {
  const [opened] = disputeEvents();
  return { ...opened, id: `evt_${crypto.randomUUID()}`, data: { object: { ...opened?.data.object, ...change } } };
};

test.each(['card', 'cash'])(
  'what the bank has taken back is not refunded again, in %s, unless the dispute is won',
  async (destination) => {
    const { invoiceId, dispute } = await disputedSale();
    const refund = () =>
      gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { destination, reason: 'Torn' } });
    const left = async () => (await gym.by.manager.get(`/invoices/${invoiceId}`)).body.disputed;
    await gym.deliverAll();
    expect([await left(), await refund()]).toMatchObject([
      10.8,
      {
        status: 409,
        body: {
          message: 'The bank has taken this money back for a dispute. It can be refunded only if the dispute is won.',
        },
      },
    ]);
    gym.account.balance.closeDispute(dispute.id, 'won');
    await gym.deliverAll();
    expect([await left(), (await refund()).status]).toEqual([0, 201]);
  },
);

const disputedRefusal =
  'A card payment of this invoice is disputed, and Stripe refunds nothing of it. Refund the rest in cash.';

test('of a lost dispute about a part, the rest can be refunded and no more: only in cash, and the card is not asked', async () => {
  const { invoiceId } = await disputedSale();
  await gym.deliver(told({ amount: 680, status: 'lost' }));
  const refund = (amount: number, destination = 'cash') =>
    gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { amount, destination, reason: 'Torn' } });
  stripe.calls.splice(0);
  expect(await refund(4, 'card')).toMatchObject({ status: 409, body: { message: disputedRefusal } });
  expect(stripe.calls).toEqual([]);
  const { body } = await gym.by.manager.get(`/invoices/${invoiceId}`);
  expect(body.payments).toMatchObject([{ amount: 10.8, disputed: 6.8, cardRefusal: 'disputed' }]);
  expect((await refund(4.01)).body.message).toBe('Only $4.00 can be refunded');
  expect((await refund(4)).status).toBe(201);
  expect((await refund(0.01)).status).toBe(409);
  expect(await gym.books.invoice(invoiceId)).toMatchObject({ status: 'paid', refunded_cents: 400 });
});

/** An invoice of $108.00, $50.00 of it by a card and then $58.00 by another way. */
async function paidTwice(second: 'card' | 'cash') {
  const invoiceId = await invoiceBuilders(server, gym).invoice(gym.contactId, {
    status: 'open',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
  });
  const intents: string[] = [];
  for (const [method, amount] of [
    ['card', 50],
    [second, 58],
  ] as const) {
    const how = method === 'card' ? { method, card: 'new', amount } : { method, amount };
    const { body } = await gym.by.operator.post(`/invoices/${invoiceId}/payments`, { body: how });
    if (method === 'cash') continue;
    intents.push(gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' }).id);
    await gym.deliverAll();
  }
  const refund = (destination: string, amount: number) =>
    gym.by.manager.post(`/invoices/${invoiceId}/refunds`, { body: { amount, destination, reason: 'Torn' } });
  return { invoiceId, intents, refund };
}
const sentBack = () => [...gym.account.charges.values()].map(({ amount_refunded }) => amount_refunded);

test.each(['open', 'lost'] as const)(
  'of two cards, the newer disputed (%s): the other takes the refund, and no more than it paid',
  async (outcome) => {
    const { invoiceId, intents, refund } = await paidTwice('card');
    const dispute = gym.account.dispute(String(intents[1]));
    if (outcome === 'lost') gym.account.balance.closeDispute(dispute.id, 'lost');
    await gym.deliverAll();
    const { body } = await gym.by.manager.get(`/invoices/${invoiceId}`);
    expect(body.disputed).toBe(58);
    expect(body.payments).toMatchObject([
      { amount: 50, cardRefusal: null },
      { amount: 58, disputed: 58, cardRefusal: 'disputed' },
    ]);
    expect(body.payments[0]).not.toHaveProperty('disputed');
    expect((await refund('card', 50.01)).body.message).toBe('Only $50.00 can be refunded');
    expect((await refund('card', 50)).status).toBe(201);
    expect(sentBack()).toEqual([5_000, 0]);
    expect((await refund('cash', 0.01)).status).toBe(409);
  },
);

test('of cash and a disputed card, the cash can be refunded and nothing goes to the card; once it is won, the card takes it', async () => {
  const { invoiceId, intents, refund } = await paidTwice('cash');
  const dispute = gym.account.dispute(String(intents[0]));
  await gym.deliverAll();
  expect(await refund('card', 10)).toMatchObject({ status: 409, body: { message: disputedRefusal } });
  expect((await refund('cash', 58.01)).body.message).toBe('Only $58.00 can be refunded');
  expect((await refund('cash', 58)).status).toBe(201);
  expect((await gym.books.payments(invoiceId)).filter(({ kind }) => kind === 'refund')).toMatchObject([
    { method: 'cash', amount_cents: 5_800 },
  ]);
  gym.account.balance.closeDispute(dispute.id, 'won');
  await gym.deliverAll();
  expect((await refund('card', 50)).status).toBe(201);
  expect(sentBack()).toEqual([5_000]);
});

test('an inquiry withdraws no money and can be refunded; told late, it does not undo the dispute that it became', async () => {
  const { invoiceId } = await disputedSale();
  await gym.deliver(told({ status: 'warning_needs_response' }));
  expect([await disputed(invoiceId), await inDispute()]).toEqual([expect.any(String), 0]);
  await gym.deliver(told({ status: 'needs_response' }));
  expect(await inDispute()).toBe(1_080);
  await gym.deliver(told({ status: 'under_review' }));
  const read = async () => {
    const [row] = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('disputes').select(['status', 'due_by']).execute(),
    );
    return [row?.status, row?.due_by?.toISOString(), await inDispute()];
  };
  const before = await read();
  expect(before).toEqual(['under_review', expect.any(String), 1_080]);
  for (const status of ['warning_needs_response', 'warning_under_review', 'needs_response'])
    expect((await gym.deliver(told({ status, evidence_details: { due_by: 1_700_000_000 } }))).status).toBe(200);
  expect(await read()).toEqual(before);
});

test('an amount that the bank changes is the amount that is withdrawn, and comes back when the dispute is won', async () => {
  const { invoiceId, dispute } = await disputedSale();
  await gym.deliver(told({}));
  await gym.deliver(told({ amount: 500 }));
  expect(await inDispute()).toBe(500);
  await gym.deliver(told({ amount: 700, status: 'lost' }));
  expect([await inDispute(), (await gym.by.manager.get(`/invoices/${invoiceId}`)).body.disputed]).toEqual([700, 7]);
  gym.account.balance.closeDispute(dispute.id, 'won');
  await gym.deliver(told({ amount: 700, status: 'won' }));
  expect(await inDispute()).toBe(0);
});

test('a status that Spotter does not know yet is a dispute that is under review', async () => {
  const { invoiceId } = await disputedSale();
  await gym.deliver(told({ status: 'in_arbitration' }));
  expect([await disputed(invoiceId), await inDispute()]).toEqual([expect.any(String), 1_080]);
  await gym.deliver(told({ status: 'won' }));
  expect([await disputed(invoiceId), await inDispute()]).toEqual([null, 0]);
});

test('a second dispute of the same invoice keeps it disputed when the first is won', async () => {
  const { invoiceId, intent, dispute } = await disputedSale();
  gym.account.dispute(intent.id);
  gym.account.balance.closeDispute(dispute.id, 'won');
  await gym.deliverAll();
  expect(await disputed(invoiceId)).toEqual(expect.any(String));
});

test('a dispute whose webhook was lost is read from Stripe; one of a payment outside of Spotter is ignored', async () => {
  const { invoiceId } = await disputedSale();
  const { id } = gym.account.createIntent({ amount: 500, currency: 'usd' });
  gym.account.confirmIntent(id, { payment_method: 'pm_card_visa' });
  gym.account.dispute(id);
  await reconcileDisputes(context);
  expect(await disputed(invoiceId)).toEqual(expect.any(String));
});

test('another company cannot report it', async () => {
  const { invoiceId } = await disputedSale();
  const rival = await createPayingGym(server, stripe);
  for (const event of disputeEvents()) expect((await rival.deliver(event)).status).toBe(200);
  expect(await disputed(invoiceId)).toBeNull();
});

test('an endpoint that an earlier version created gets disputes and failed refunds after the upgrade, once', async () => {
  const { publishableKey, secretKey, endpoints } = gym.account;
  const keys = { stripePublishableKey: publishableKey, stripeSecretKey: secretKey };
  await gym.by.admin.put(`/companies/${gym.companyId}/stripe`, { body: keys });
  const [endpoint] = [...endpoints.values()];
  const all = [...(endpoint?.enabled_events ?? [])];
  expect(all).toEqual(
    expect.arrayContaining([
      'charge.dispute.created',
      'charge.dispute.closed',
      'refund.failed',
      'charge.refund.updated',
    ]),
  );
  Object.assign(endpoint!, { enabled_events: ['payment_intent.succeeded', 'charge.refunded'] });
  await updateEndpoints(context);
  expect(endpoint?.enabled_events).toEqual(all);
  stripe.calls.splice(0);
  await updateEndpoints(context);
  expect(stripe.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});
