import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { startBeside } from '#tests/support/builtServer.ts';
import { createPayingGym, zoneByDay } from '#tests/support/payingGym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url });
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('each background job starts with the server, and only one of two processes does its work', async () => {
  const gym = await createPayingGym(server, stripe, { timezone: zoneByDay() });
  const { companyId, contactId, account, books, make } = gym;
  const scoped: TestServer['database']['scoped'] = (_all, work) => server.database.scoped([companyId], work);
  const item = await make.salesItem({ is_physical_item: true, inventory_quantity: 5 });
  const line = [{ salesItemId: item, quantity: 1 }];

  server.clock.now = minutesAgo(45);
  const till = (await gym.till.card(line, 'an old key')).body;
  const refunded = (await gym.till.card(line)).body;
  const caller = await server.as(gym.users.operator);
  const today = todayIn(gym.timezone, new Date());
  const purchase = { contactId, membershipId: await make.plan(), startDate: today, autoRenew: true };
  const plan = (await caller.post('/memberships/purchase', { body: purchase })).body;
  for (const { paymentIntent } of [refunded, plan])
    account.confirmIntent(paymentIntent.id, { payment_method: 'pm_card_visa' });
  for (const { invoice } of [refunded, plan]) await caller.get(`/invoices/${invoice.id}`);
  account.refund(refunded.paymentIntent.id);
  await scoped([], (tx) =>
    tx
      .updateTable('contact_memberships')
      .set({ start_date: addDays(today, -30), end_date: today })
      .execute(),
  );
  await scoped([], (tx) =>
    tx
      .updateTable('idempotency_keys')
      .set({ created_at: minutesAgo(9 * 24 * 60) })
      .execute(),
  );
  stripe.calls.splice(0);

  const both = await Promise.all([startBeside(server), startBeside(server)]);
  await vi.waitFor(
    async () => {
      expect(await books.invoice(till.invoice.id)).toMatchObject({ status: 'void' });
      expect(await books.invoice(refunded.invoice.id)).toMatchObject({ status: 'refunded' });
      expect(await books.memberships(contactId)).toMatchObject([{ periods_paid: 2 }]);
      expect(await scoped([], (tx) => tx.selectFrom('idempotency_keys').select('key').execute())).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
  for (const process of both) expect(await process.end('SIGTERM')).toBe(0);

  const jobs = await server.database.unscoped.selectFrom('jobs').select('name').orderBy('name').execute();
  expect(jobs.map(({ name }) => name)).toEqual([
    'Z reports',
    'card setups',
    'check-ins of finished days',
    'deleted files',
    'disputes',
    'emails',
    'erasures',
    'events',
    'exports',
    'housekeeping',
    'ledger of finished days',
    'membership events',
    'memberships of finished days',
    'nightly reconciliations',
    'notices',
    'old events',
    'paid periods',
    'payments',
    'reconciliations',
    'refunds',
    'renewals',
    'replaced cards',
    'saved cards',
    'seals',
    'security emails',
    'webhook endpoints',
    'webhook notices',
    'webhooks',
  ]);
  const times = (pattern: RegExp) => stripe.calls.filter((call) => pattern.test(call)).length;
  expect([times(/cancel$/), times(/confirm$/), times(/GET .*refunds$/)]).toEqual([1, 1, 1]);
  expect([await books.stock(item), account.charges.size]).toEqual([4, 3]);
});
