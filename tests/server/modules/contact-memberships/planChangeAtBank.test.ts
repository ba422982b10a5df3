import { beforeEach, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/openPayments.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

/** Bought for $49.99 on November 1 with a card; the bank takes its time over the next payment with it. */
async function boughtWithSlowCard() {
  const membership = await gym.bought('2026-11-01');
  const customer = [...gym.account.customers.keys()].at(-1);
  const slow = gym.account.createIntent({
    amount: 5_000,
    currency: 'usd',
    customer,
    setup_future_usage: 'off_session',
  });
  const card = String(gym.account.confirmIntent(slow.id, { payment_method: 'pm_card_processing' }).payment_method);
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('stripe_customers')
      .set({ payment_method_id: card })
      .where('contact_id', '=', membership.contactId)
      .execute(),
  );
  const changeNow = async (plan: Parameters<MembersGym['make']['plan']>[0] = {}) => {
    const membershipId = await gym.make.plan({ name: 'Gold', price_cents: 7_999, ...plan });
    const { status, body } = await membership.call('post', 'plan-change', { membershipId, when: 'now' });
    expect([status, body.message]).toEqual([
      200,
      'The bank is processing the payment. The plan changes when it is paid.',
    ]);
  };
  return { ...membership, changeNow };
}

/** Half an hour later, after which a payment that was declined is given up. */
async function bankSays(outcome: 'succeeded' | 'declined') {
  const intent = [...gym.account.intents.values()].at(-1)!;
  if (outcome === 'declined') expect(() => gym.account.settle(intent, outcome)).toThrow('declined');
  else gym.account.settle(intent, outcome);
  server.clock.now = new Date(server.clock.now.getTime() + 31 * 60_000);
  await sweepPayments({ config: server.config, database: server.database, clock: () => server.clock.now });
}

const underWay = 'A change of plan is being paid. Wait for its result and try again.';

test('a freeze while the bank processes a change to a contract moves the end of the contract too', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-16');
  await membership.changeNow({ type: 'contract', contract_length_months: 6 });
  await membership.call('post', 'freezes', { from: '2026-11-17', until: '2026-11-26', reason: 'Travel' });
  gym.setClock('2026-11-18');
  await bankSays('succeeded');
  expect(await membership.row()).toMatchObject({
    membershipName: 'Gold',
    endDate: '2026-12-10',
    contractEndDate: '2027-05-10',
  });
});

test('the contract begins with the period in which the change was agreed, on whatever day the bank pays', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-30');
  await membership.changeNow({ type: 'contract', contract_length_months: 6 });
  gym.setClock('2026-12-01');
  await bankSays('succeeded');
  expect(await membership.row()).toMatchObject({ membershipName: 'Gold', contractEndDate: '2027-04-30' });
});

test('a renewal waits for the bank, and then charges the new plan rather than one planned before', async () => {
  const membership = await boughtWithSlowCard();
  const yearly = await gym.make.plan({ name: 'Yearly', billing_frequency: 'annually', price_cents: 50_000 });
  await membership.call('post', 'plan-change', { membershipId: yearly });
  gym.setClock('2026-11-30');
  await membership.changeNow();
  await gym.renew();
  expect((await membership.invoices()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999, 100]);
  gym.setClock('2026-12-01');
  await bankSays('succeeded');
  await gym.renew();
  expect((await membership.invoices()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999, 100, 7_999]);
});

test('a renewal is charged as before when the bank declines', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-30');
  await membership.changeNow();
  await gym.renew();
  await bankSays('declined');
  await gym.renew();
  expect((await membership.invoices()).map(({ subtotal_cents, status }) => [subtotal_cents, status])).toEqual([
    [4_999, 'paid'],
    [100, 'void'],
    [4_999, 'open'],
  ]);
});

test('meanwhile the membership is not canceled and no other change is planned, since its dates are not known', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-16');
  await membership.changeNow({ type: 'contract', contract_length_months: 6 });
  const membershipId = await gym.make.plan({ name: 'Silver' });
  const cancellation = { when: 'period_end', reason: 'price' };
  for (const reply of [
    await membership.call('get', 'cancellation?when=period_end'),
    await membership.call('post', 'cancellation', cancellation),
    await membership.call('get', `plan-change?membershipId=${membershipId}`),
    await membership.call('post', 'plan-change', { membershipId }),
  ])
    expect([reply.status, reply.body.message]).toEqual([409, underWay]);
  await bankSays('succeeded');
  expect((await membership.call('post', 'cancellation', cancellation)).body.contactMembership.cancelsOn).toBe(
    '2027-04-30',
  );
});
