import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { renew } from '#server/cli/renew.ts';
import { readConfig } from '#server/config.ts';
import { createPayingGym, zoneByDay, type PayingGym } from '#tests/support/payingGym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: PayingGym;
let print: MockInstance<typeof console.log>;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
});
beforeEach(async () => {
  gym = await createPayingGym(server, stripe, { timezone: zoneByDay() });
  print = vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const config = () =>
  readConfig({
    DATABASE_URL: server.url,
    APP_SECRET: server.config.appSecret,
    PUBLIC_URL: 'https://spotter.test',
    STRIPE_API_URL: stripe.url,
  });

/** A plan that was bought with this card, renews automatically, and ends today. */
async function endingToday(card: string) {
  const caller = await server.as(gym.users.operator);
  const today = todayIn(gym.timezone, new Date());
  const purchase = { contactId: gym.contactId, membershipId: await gym.make.plan(), startDate: today, autoRenew: true };
  const { body } = await caller.post('/memberships/purchase', { body: purchase });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('contact_memberships')
      .set({ start_date: addDays(today, -30), end_date: today })
      .execute(),
  );
  return today;
}

const membership = async () => (await gym.books.memberships(gym.contactId))[0];
const printed = () => print.mock.calls.flat().join('\n');

test('while a server runs, it charges what is due, prints the result, and charges nothing twice', async () => {
  const today = await endingToday('pm_card_visa');
  await renew(config());
  expect(printed()).toContain('Renewals: 1 charged, 0 declined or still at the bank');
  expect((await membership())?.end_date).not.toBe(today);
  await renew(config());
  expect(printed()).toContain('Renewals: 0 charged, 0 declined or still at the bank');
  expect([(await gym.books.invoices()).map(({ status }) => status), gym.account.charges.size]).toEqual([
    ['paid', 'paid'],
    2,
  ]);
});

test('two concurrent commands charge once', async () => {
  await endingToday('pm_card_visa');
  await Promise.all([renew(config()), renew(config())]);
  expect(await membership()).toMatchObject({ periods_paid: 2 });
  expect([(await gym.books.invoices()).length, gym.account.charges.size]).toEqual([2, 2]);
});

test('a declined card is counted as declined, and its invoice is overdue', async () => {
  const today = await endingToday('pm_card_chargeCustomerFail');
  await renew(config());
  expect(printed()).toContain('Renewals: 0 charged, 1 declined or still at the bank');
  expect((await gym.books.invoices())[1]).toMatchObject({ status: 'overdue' });
  expect((await membership())?.end_date).toBe(today);
});
