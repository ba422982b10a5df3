import { beforeEach, expect, test } from 'vitest';
import { collectingAt } from '#tests/support/collecting.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { at, owed, pay, state } = collectingAt(server, () => gym);
const imported = (customerId: string, paymentMethod: string | null = null) =>
  gym.make.stripeCustomer(gym.contactId, customerId, { payment_method_id: paymentMethod, is_imported: true });
const kept = () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('stripe_customers')
      .select('payment_method_id')
      .where('contact_id', '=', gym.contactId)
      .executeTakeFirstOrThrow(),
  );
const retry = (id: string) => gym.by.operator.post(at(id, 'retry'));

test('Retry Card charges the card of an imported customer, which is then read from Stripe and stored', async () => {
  await imported(gym.account.customerWithCard('pm_card_visa'));
  const id = await owed({ status: 'overdue' });
  expect((await gym.by.operator.get(`/invoices/${id}`)).body.hasSavedCard).toBe(true);
  expect(await retry(id)).toMatchObject({ status: 200, body: { invoice: { status: 'paid' } } });
  expect(await state(id)).toEqual(['paid', 10_800, 0, 0]);
  expect((await kept()).payment_method_id).not.toBeNull();
});

test('Take Payment with the saved card does so too, for a partial payment', async () => {
  await imported(gym.account.customerWithCard('pm_card_visa'));
  const id = await owed();
  expect((await pay(id, { method: 'card', card: 'saved', amount: 40 })).body).toMatchObject({
    invoice: { status: 'partially_paid', due: 68 },
  });
  expect([...gym.account.intents.values()].filter(({ status }) => status === 'succeeded')).toMatchObject([
    { amount: 4_000 },
  ]);
});

test('no saved card is offered if the company has no Stripe account', async () => {
  await imported(gym.account.customerWithCard('pm_card_visa'), 'pm_card_visa');
  const id = await owed();
  await server.database.scoped([gym.companyId], (tx) =>
    tx.deleteFrom('stripe_configs').where('company_id', '=', gym.companyId).execute(),
  );
  expect((await gym.by.operator.get(`/invoices/${id}`)).body).toMatchObject({ hasSavedCard: false, savedCard: null });
  expect((await retry(id)).status).toBe(409);
});

test('of two concurrent requests one charges', async () => {
  await imported(gym.account.customerWithCard('pm_card_visa'));
  const id = await owed();
  const replies = await Promise.all([retry(id), retry(id)]);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  expect(await state(id)).toEqual(['paid', 10_800, 0, 0]);
  expect([...gym.account.intents.values()].filter(({ status }) => status === 'succeeded')).toHaveLength(1);
});

test.each([
  ['without a card', () => gym.account.createCustomer({ name: 'Mo', email: 'mo@gym.test', metadata: {} }).id],
  ['whom Stripe does not know', () => 'cus_unknown'],
])('an imported customer %s is 409, and nothing is charged', async (_case, customer) => {
  await imported(customer());
  const id = await owed();
  expect(await retry(id)).toMatchObject({
    status: 409,
    body: { message: 'No card is saved for this contact. Take a new card.' },
  });
  expect(await state(id)).toEqual(['open', 0, 10_800, 0]);
  expect(gym.account.intents.size).toBe(0);
});

test('while Stripe cannot be reached it is 503', async () => {
  await imported(gym.account.customerWithCard('pm_card_visa'));
  const id = await owed();
  stripe.fail(/GET \/v1\/customers/, 500, 9);
  const { status } = await retry(id);
  stripe.heal();
  expect(status).toBe(503);
  expect(await state(id)).toEqual(['open', 0, 10_800, 0]);
});
