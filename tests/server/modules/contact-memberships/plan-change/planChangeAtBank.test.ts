import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
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
  await membership.saveSlowCard();
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
  server.advance({ minutes: 31 });
  await sweepPayments(server.context);
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

test('Bill Now and Let It End wait for the bank too', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-30');
  await membership.changeNow();
  gym.setClock('2026-12-02');
  for (const action of ['bill-now', 'let-end']) {
    const { status, body } = await membership.call('post', action);
    expect([status, body.message]).toEqual([409, underWay]);
  }
  expect((await membership.invoices()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999, 100]);
  await bankSays('succeeded');
  expect((await membership.call('post', 'bill-now')).status).toBe(200);
  expect((await membership.invoices()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999, 100, 7_999]);
});

test.each(['end_now', 'end_at_period'] as const)(
  'a refund with %s is refused meanwhile, and one that keeps the membership is not',
  async (choice) => {
    const membership = await boughtWithSlowCard();
    gym.setClock('2026-11-16');
    await membership.changeNow();
    const [bought] = await membership.invoices();
    const refund = async (body: object) =>
      (await server.as(gym.users.manager)).post(`/invoices/${String(bought?.id)}/refunds`, {
        body: { destination: 'cash', reason: 'Did not like it', ...body },
      });
    const refused = await refund({ membership: choice });
    expect([refused.status, refused.body.message]).toEqual([409, underWay]);
    expect((await refund({ amount: 10 })).status).toBe(201);
    await bankSays('succeeded');
    expect((await refund({ membership: choice })).status).toBe(201);
    expect(await membership.row()).toMatchObject({ membershipName: 'Gold', cancelReason: 'other' });
  },
);

test('a refund that Stripe makes after the change began ends the membership all the same, whatever the bank then says', async () => {
  const membership = await boughtWithSlowCard();
  gym.setClock('2026-11-16');
  const [bought] = await membership.invoices();
  const refund = async () =>
    (await server.as(gym.users.manager)).post(`/invoices/${String(bought?.id)}/refunds`, {
      body: { destination: 'card', reason: 'Did not like it', membership: 'end_now' },
      headers: { 'idempotency-key': '0190a1b2-0000-7000-8000-00000000c0de' },
    });
  stripe.fail(/refunds/, 500, 100);
  expect((await refund()).status).toBe(503);
  stripe.heal();
  await membership.changeNow({ type: 'contract', contract_length_months: 6 });
  expect((await refund()).status).toBe(201);
  await bankSays('succeeded');
  expect(await membership.row()).toMatchObject({ cancelsOn: '2026-11-16', accessEnabled: false });
  gym.setClock('2026-11-30');
  expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
  expect((await membership.invoices()).map(({ status }) => status)).toEqual(['refunded', 'paid']);
});

describe('the invoice of a manual renewal that is already written', () => {
  const statuses = async (membership: Awaited<ReturnType<typeof boughtWithSlowCard>>) =>
    (await membership.invoices()).map(({ subtotal_cents, status }) => [subtotal_cents, status]);

  async function billedByHand() {
    const membership = await boughtWithSlowCard();
    await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    gym.setClock('2026-11-25');
    await gym.renew();
    return membership;
  }

  test.each([
    ['succeeded', [600, 'paid'], [7_999, 'open']],
    ['declined', [600, 'void'], [4_999, 'open']],
  ] as const)(
    'is withdrawn while the bank processes a change, and written anew when it is %s',
    async (outcome, difference, renewal) => {
      const membership = await billedByHand();
      await membership.changeNow();
      await gym.renew();
      expect(await statuses(membership)).toEqual([
        [4_999, 'paid'],
        [4_999, 'void'],
        [600, 'open'],
      ]);
      await bankSays(outcome);
      await gym.renew();
      expect(await statuses(membership)).toEqual([[4_999, 'paid'], [4_999, 'void'], difference, renewal]);
    },
  );

  test.each(['now', 'renewal'])(
    'is paid before the plan changes %s, while its own payment is under way',
    async (when) => {
      const membership = await billedByHand();
      const [, unpaid] = await membership.invoices();
      const desk = await server.as(gym.users.manager);
      const { body } = await desk.post(`/invoices/${unpaid?.id}/payments`, { body: { method: 'card', card: 'new' } });
      const change = { membershipId: await gym.make.plan({ name: 'Gold', price_cents: 7_999 }), when, method: 'cash' };
      const isRefused = async () => {
        const { status, body: answer } = await membership.call('post', 'plan-change', change);
        expect([status, answer.message]).toEqual([
          409,
          'A payment for the next period is under way. Please try again in a minute.',
        ]);
      };
      await isRefused();
      gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_processing' });
      await isRefused();
      await bankSays('succeeded');
      expect((await membership.row()).endDate).toBe('2026-12-31');
      expect((await membership.call('post', 'plan-change', change)).status).toBe(200);
    },
  );
});
