import { beforeEach, expect, test } from 'vitest';
import { reconcileDisputes } from '#server/modules/invoices/cards/applyDispute.ts';
import { updateEndpoints } from '#server/modules/stripe/webhookEndpoints.ts';
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
