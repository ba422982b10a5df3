import { beforeEach, expect, test } from 'vitest';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import type { Database } from '#server/platform/database/database.ts';
import { DatabaseBusyError } from '#server/platform/database/errors.ts';
import { createMembersGym, freeze, onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { dayNumber } from '#tests/support/trials/modelCalendar.ts';
import { instantAt } from '#tests/support/trials/moments.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

test('a freeze fee is billed with tax on the first day, and charged to the saved card', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  const { body } = await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  expect(body.invoice).toMatchObject({
    status: 'open',
    subtotal: 10,
    total: 10.8,
    metadata: { lineItems: [{ name: 'Freeze Fee' }] },
  });
  await gym.renew();
  await gym.renew();
  expect((await membership.invoices()).map(({ status, total_cents }) => [status, total_cents])).toEqual([
    ['paid', 5_399],
    ['paid', 1_080],
  ]);
});

test('the fee of a planned freeze is billed when it begins, at the price that was agreed', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  expect((await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-20'))).body.invoice).toBeUndefined();
  await gym.settings({ freezeFee: 99 });
  await gym.renew();
  expect(await membership.invoices()).toHaveLength(1);
  gym.setClock('2026-11-10');
  await gym.renew();
  expect((await membership.invoices())[1]).toMatchObject({ status: 'paid', subtotal_cents: 1_000 });
});

test('a fee that a process claimed before it died is charged by the next run, once', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  const { body } = await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('membership_freezes').set({ fee_claimed_at: server.clock.now }).execute(),
  );
  const fee = async () => (await gym.books.invoice(body.invoice.id)).status;
  await gym.renew();
  expect(await fee()).toBe('open');
  for (const minutes of [11, 11]) {
    server.advance({ minutes });
    await gym.renew();
    expect(await fee()).toBe('paid');
  }
  expect(gym.account.charges.size).toBe(2);
});

test('a fee that was left open is staff’s to collect, also when the membership renews by card later', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01', { autoRenew: false });
  const { body } = await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  await gym.renew();
  expect((await membership.call('put', 'renewal', { autoRenew: true, by: 'card' })).status).toBe(200);
  const payment = await gym.by.manager.post(`/invoices/${body.invoice.id}/payments`, {
    body: { method: 'card', card: 'new', amount: 10.8 },
  });
  server.advance({ minutes: 11 });
  await gym.renew();
  expect(gym.account.intents.get(payment.body.paymentIntent.id)?.status).toBe('requires_payment_method');
  expect(gym.account.charges.size).toBe(1);
});

test('a fee whose card was declined stays open, and is not tried again', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  const { body } = await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  await gym.renew();
  const intents = gym.account.intents.size;
  expect(intents).toBe(2);
  server.advance({ minutes: 31 });
  await gym.renew();
  expect(gym.account.intents.size).toBe(intents);
  expect((await gym.books.invoice(body.invoice.id)).status).toBe('open');
});

test('a fee whose decline was lost on the way is not tried again', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  stripe.fail(/^GET .*payment_intents\/\w+$/, 500, 1);
  await expect(gym.renew()).rejects.toThrow();
  await gym.renew();
  await gym.renew();
  expect(gym.account.intents.size).toBe(2);
  expect((await membership.invoices())[1]).toMatchObject({ status: 'open', due_cents: 1_080 });
});

test('nor when the answer to the cancellation of its charge was lost as well', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  stripe.fail(/^GET .*payment_intents\/\w+$/, 500, 1);
  await expect(gym.renew()).rejects.toThrow();
  stripe.fail(/cancel$/, 'cut', 3);
  await expect(gym.renew()).rejects.toThrow();
  stripe.heal();
  await gym.renew();
  expect(gym.account.intents.size).toBe(2);
});

test.each([3, 4, 5])('a fee is charged by the next run when the database is busy at step %i', async (step) => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  let steps = 0;
  const database: Database = {
    ...server.database,
    async scoped(companies, work) {
      steps += 1;
      if (steps === step) throw new DatabaseBusyError(undefined);
      return server.database.scoped(companies, work);
    },
  };
  await expect(renewMemberships({ ...server.context, database })).rejects.toThrow('1 renewals failed');
  await gym.renew();
  server.advance({ minutes: 11 });
  await gym.renew();
  expect((await membership.invoices())[1]).toMatchObject({ status: 'paid', due_cents: 0 });
});

test('a fee for which another card was declined at the desk before is charged to the saved card', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  const { body } = await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  const payment = await gym.by.manager.post(`/invoices/${body.invoice.id}/payments`, {
    body: { method: 'card', card: 'new', amount: 10.8 },
  });
  const declined = { payment_method: 'pm_card_chargeDeclined' };
  expect(() => gym.account.confirmIntent(payment.body.paymentIntent.id, declined)).toThrow('declined');
  await gym.deliverAll();
  expect(await gym.books.payments(body.invoice.id)).toMatchObject([{ failure_message: 'Your card was declined.' }]);
  server.advance({ minutes: 31 });
  await sweepPayments(server.context);
  await gym.renew();
  expect((await gym.books.invoice(body.invoice.id)).status).toBe('paid');
});

test('a freeze fee is in the activity log with its invoice, by the user who froze or by the renewal job', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01', { autoRenew: false });
  await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-10'));
  await membership.call('post', 'freezes', freeze('2026-11-20', '2026-11-29'));
  gym.setClock('2026-11-20');
  await gym.renew();
  const [, ...fees] = await membership.invoices();
  const log = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('activity')
      .select(['record_id', 'actor_name'])
      .where('action', '=', 'invoice.created')
      .where('record_label', 'like', 'Membership freeze%')
      .orderBy('id')
      .execute(),
  );
  expect(log).toEqual(fees.map(({ id }, index) => ({ record_id: id, actor_name: ['Sam manager', 'Renewals'][index] })));
});

test('a freeze fee stays open when the card is declined, or when the membership does not renew by card', async () => {
  await gym.settings({ freezeFee: 10 });
  const declined = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  const manual = await gym.bought('2026-11-01', { autoRenew: false });
  for (const membership of [declined, manual])
    await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
  await gym.renew();
  await gym.renew();
  for (const membership of [declined, manual])
    expect((await membership.invoices())[1]).toMatchObject({ status: 'open', due_cents: 1_080 });
});

test.each([500, 401] as const)(
  'a freeze fee that Stripe answers with %s is charged by the next run, once',
  async (how) => {
    await gym.settings({ freezeFee: 10 });
    const membership = await gym.bought('2026-11-01');
    await membership.call('post', 'freezes', freeze('2026-11-01', '2026-11-14'));
    stripe.fail(/POST .*payment_intents$/, how, 9);
    await expect(gym.renew()).rejects.toThrow();
    stripe.heal();
    expect((await membership.invoices())[1]).toMatchObject({ status: 'open', due_cents: 1_080 });
    await gym.renew();
    await gym.renew();
    expect((await membership.invoices())[1]).toMatchObject({ status: 'paid', paid_cents: 1_080 });
    expect(gym.account.charges.size).toBe(2);
  },
);

test('a freeze fee can be waived by a manager', async () => {
  await gym.settings({ freezeFee: 10 });
  const membership = await gym.bought('2026-11-01');
  const waived = freeze('2026-11-01', '2026-11-14', { waiveFee: true });
  expect((await membership.call('post', 'freezes', waived, { as: 'operator' })).status).toBe(403);
  expect((await membership.call('post', 'freezes', waived)).body.invoice).toBeUndefined();
  await gym.renew();
  expect(await membership.invoices()).toHaveLength(1);
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'a freeze fee is billed once, from the first instant of the freeze’s first day in %s, and the end moves by its days',
  async (timezone) => {
    const far = await createMembersGym(server, stripe, { timezone });
    await far.settings({ freezeFee: 10 });
    const membership = await far.bought('2028-01-31');
    expect(await membership.row()).toMatchObject({ endDate: '2028-02-28' });
    expect((await membership.call('post', 'freezes', freeze('2028-02-29', '2028-03-13'))).status).toBe(409);
    expect((await membership.call('post', 'freezes', freeze('2028-02-28', '2028-03-13'))).status).toBe(200);
    expect(await membership.row()).toMatchObject({ endDate: '2028-03-14' });
    const cents = async (day: string, time: string) => {
      server.clock.now = instantAt(timezone, dayNumber(day), time);
      await far.renew();
      return (await membership.invoices()).map(({ total_cents }) => total_cents);
    };
    expect(await cents('2028-02-27', '23:59:59.999')).toEqual([5_399]);
    expect(await cents('2028-02-28', '00:00:00.000')).toEqual([5_399, 1_080]);
    expect(await cents('2028-03-14', '05:59:59.999')).toEqual([5_399, 1_080]);
    expect(await cents('2028-03-14', '06:00:00.000')).toEqual([5_399, 1_080, 5_399]);
    // Counted from January 31, and moved by the 15 days of the freeze.
    expect(await membership.row()).toMatchObject({ endDate: '2028-04-14' });
  },
);
