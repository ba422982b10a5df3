import { expect, test } from 'vitest';
import { createPayingGym, payingServer } from '#tests/support/payingGym.ts';
import { readReport } from '#tests/support/reports.ts';

const { stripe, server } = await payingServer();

test.each([
  ['a plan', {}],
  [
    'a visit pack',
    {
      billing_frequency: 'one_time' as const,
      access_duration_days: 60,
      visit_limit: 10,
      valid_from: 'purchase' as const,
    },
  ],
])('what is paid for %s by card is deferred from the moment the money came, not before', async (_what, terms) => {
  server.clock.now = new Date('2026-12-31T23:58:00-07:00');
  const gym = await createPayingGym(server, stripe, { timezone: 'America/Denver', salesTaxRate: 0 });
  const membershipId = await gym.make.plan({ price_cents: 3_100, ...terms });
  const { body } = await gym.by.admin.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate: '2026-12-31', autoRenew: false },
  });
  server.clock.now = new Date('2027-01-01T00:02:00-07:00');
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  const on = async (day: string) => {
    const [money, rest] = await Promise.all(
      ['payments', 'deferred'].map((kind) => readReport(gym.by.admin, `${kind}?from=${day}&to=${day}`)),
    );
    return { moneyIn: money?.totals.moneyIn, isDeferred: Number(rest?.totals.deferred) > 0 };
  };
  expect([await on('2026-12-31'), await on('2027-01-01')]).toEqual([
    { moneyIn: 0, isDeferred: false },
    { moneyIn: 31, isDeferred: true },
  ]);
});
