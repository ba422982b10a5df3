import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;

/** Bought on November 1, its renewal declined on the last paid day. */
async function declined(
  card = 'pm_card_chargeCustomerFail',
  plan: Parameters<MembersGym['bought']>[1] = {},
): Promise<Held> {
  const membership = await gym.bought('2026-11-01', { card, ...plan });
  gym.setClock('2026-11-30');
  await gym.renew();
  return membership;
}
const on = async (day: string) => {
  gym.setClock(day);
  await gym.renew();
};
const unpaid = async (membership: Held) => (await membership.invoices())[1];
const pay = async (membership: Held, body: object) =>
  (await server.as(gym.users.operator)).post(`/invoices/${(await unpaid(membership))?.id}/payments`, { body });
/** Gives the member a card that works. */
const newCard = async ({ contactId }: Held) => {
  const [customer] = [...gym.account.customers.values()].slice(-1);
  const other = gym.account.createIntent({
    amount: 5_000,
    currency: 'usd',
    customer: customer?.id,
    setup_future_usage: 'off_session',
  });
  const card = String(gym.account.confirmIntent(other.id, { payment_method: 'pm_card_visa' }).payment_method);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('stripe_customers').set({ payment_method_id: card }).where('contact_id', '=', contactId).execute(),
  );
};

describe('a cancellation after the card was declined', () => {
  const preview = async (membership: Held, query: string) =>
    (await membership.call('get', `cancellation?${query}`)).body.preview;

  test.each(['when=now', 'when=date&date=2026-12-20'])(
    '%s names what stays owed, and no payment in the past',
    async (query) => {
      const membership = await declined();
      gym.setClock('2026-12-02');
      expect(await preview(membership, query)).toMatchObject({
        lastPayment: null,
        paymentsLeft: 0,
        openInvoicesVoided: 0,
        staysOwed: 53.99,
      });
    },
  );

  test('emails what stays owed', async () => {
    const membership = await declined();
    gym.setClock('2026-12-02');
    await membership.call('post', 'cancellation', { when: 'now', reason: 'price' });
    const emails = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select('data').where('kind', '=', 'cancellation').execute(),
    );
    expect(emails).toMatchObject([{ data: { lastPayment: null, owedCents: 5_399 } }]);
  });

  test('with notice and the next period invoiced ahead names that once, as the payment to come', async () => {
    await gym.settings({ cancellationNoticeDays: 20 });
    const membership = await gym.bought('2026-11-01');
    await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    await on('2026-11-25');
    expect((await membership.invoices()).map(({ status }) => status)).toEqual(['paid', 'open']);
    const shown = await preview(membership, 'when=period_end');
    expect(shown).toMatchObject({ lastPayment: { on: '2026-11-30', amount: 53.99 }, paymentsLeft: 1 });
    expect(shown).not.toHaveProperty('staysOwed');
  });

  test('without an unpaid invoice names nothing', async () => {
    const membership = await gym.bought('2026-11-01');
    expect(await preview(membership, 'when=now')).not.toHaveProperty('staysOwed');
  });
});

describe('a freeze on the last paid day, on which the card was declined', () => {
  const statuses = async (membership: Held) => (await membership.invoices()).map(({ status }) => status);
  const freeze = (membership: Held, until: string | null) =>
    membership.call('post', 'freezes', { from: '2026-11-30', until, reason: 'Travel' });

  test('withdraws the invoice of the next period, and the card is charged on the day that is the last one then', async () => {
    const membership = await declined();
    const { body } = await freeze(membership, null);
    expect(body.contactMembership).toMatchObject({ graceUntil: null, autoRenew: true });
    await newCard(membership);
    await on('2026-12-06');
    expect(await statuses(membership)).toEqual(['paid', 'void']);
    await membership.call('put', `freezes/${body.contactMembership.freezes[0].id}`, { until: '2026-12-06' });
    await on('2026-12-07');
    expect(await statuses(membership)).toEqual(['paid', 'void', 'paid']);
  });

  test('starts the retries and the grace period anew if it is declined again', async () => {
    const membership = await declined();
    await freeze(membership, '2026-12-29');
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-30', graceUntil: null });
    await on('2026-12-30');
    expect(await statuses(membership)).toEqual(['paid', 'void', 'overdue']);
    expect(await membership.row()).toMatchObject({ graceUntil: '2027-01-02', autoRenew: true });
    expect((await membership.invoices()).at(-1)).toMatchObject({ due_cents: (await unpaid(membership))?.total_cents });
  });

  test('leaves an invoice that is paid in part', async () => {
    const membership = await declined();
    await pay(membership, { method: 'cash', amount: 20 });
    expect((await freeze(membership, '2026-12-29')).status).toBe(200);
    expect(await statuses(membership)).toEqual(['paid', 'partially_paid']);
  });

  test('waits for a payment of it that is under way', async () => {
    const membership = await declined();
    await pay(membership, { method: 'card', card: 'new' });
    const { status, body } = await freeze(membership, '2026-12-29');
    expect([status, body.message]).toEqual([
      409,
      'A payment for the next period is under way. Please try again in a minute.',
    ]);
  });

  test('leaves the invoice of a manual renewal, which is overdue after the frozen days', async () => {
    const membership = await gym.bought('2026-11-01');
    await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    await on('2026-11-24');
    await freeze(membership, '2026-12-29');
    await on('2026-12-30');
    expect(await statuses(membership)).toEqual(['paid', 'open']);
    await on('2026-12-31');
    expect(await statuses(membership)).toEqual(['paid', 'overdue']);
  });
});

describe('the grace period', () => {
  test('follow the paid period, which does not move: check-ins are granted until they end', async () => {
    const membership = await declined();
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', graceUntil: '2026-12-03', autoRenew: true });
    for (const [day, response] of [
      ['2026-11-30', 'granted'],
      ['2026-12-01', 'granted'],
      ['2026-12-03', 'granted'],
      ['2026-12-04', 'Membership has expired'],
    ] as const) {
      gym.setClock(day);
      expect([day, await membership.checkIn()]).toEqual([day, response]);
    }
  });

  test('are those of the settings when the renewal failed', async () => {
    await gym.settings({ graceDays: 5 });
    const membership = await declined();
    await gym.settings({ graceDays: 0 });
    await on('2026-12-01');
    expect(await membership.row()).toMatchObject({ graceUntil: '2026-12-05' });
    const strict = await declined();
    gym.setClock('2026-12-01');
    expect([await strict.checkIn(), await membership.checkIn()]).toEqual(['Membership has expired', 'granted']);
  });

  test('end with the payment, whose period follows the old end without a gap', async () => {
    const membership = await declined();
    gym.setClock('2026-12-03');
    expect((await pay(membership, { method: 'cash' })).status).toBe(201);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', graceUntil: null });
  });

  test('a period that is paid after them begins on the day of payment, and so do those that follow', async () => {
    const membership = await declined();
    gym.setClock('2026-12-04');
    await newCard(membership);
    await on('2026-12-06');
    expect(await membership.row()).toMatchObject({
      endDate: '2027-01-05',
      startDate: '2026-11-01',
      graceUntil: null,
      autoRenew: true,
    });
    await on('2027-01-05');
    expect(await membership.row()).toMatchObject({ endDate: '2027-02-05' });
  });

  test('a contract that was paid late keeps its length', async () => {
    const membership = await declined('pm_card_chargeCustomerFail', {
      plan: { type: 'contract', contract_length_months: 3 },
    });
    gym.setClock('2026-12-11');
    await pay(membership, { method: 'cash' });
    expect(await membership.row()).toMatchObject({ endDate: '2027-01-10', contractEndDate: '2027-02-10' });
  });
});

describe('the last try', () => {
  test('turns renewal off, logs it, and leaves the grace period', async () => {
    const admin = await server.as(gym.users.admin);
    await admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { retryDays: [1, 2] } } });
    const membership = await declined();
    await on('2026-12-01');
    expect(await membership.row()).toMatchObject({ autoRenew: true, renewalStopped: null });
    await on('2026-12-02');
    expect(await membership.row()).toMatchObject({
      autoRenew: false,
      renewalStopped: 'card_declined',
      endDate: '2026-11-30',
      graceUntil: '2026-12-03',
    });
    expect([await membership.checkIn(), (await unpaid(membership))?.status]).toEqual(['granted', 'overdue']);
    const log = await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('activity')
        .select('actor_name')
        .where('record_id', '=', membership.id)
        .where('action', '=', 'contact-membership.renewal-stopped')
        .execute(),
    );
    expect(log).toEqual([{ actor_name: 'Renewals' }]);
    for (let day = 3; day < 20; day += 1) await on(addDays('2026-12-01', day));
    expect(gym.account.intents.size).toBe(4);
  });

  test('a failed payment never cancels: the membership expires, and its invoice stays owed', async () => {
    const membership = await declined();
    for (let day = 1; day < 20; day += 1) await on(addDays('2026-11-30', day));
    expect(await membership.row()).toMatchObject({
      autoRenew: false,
      cancelsOn: null,
      cancelReason: null,
      endDate: '2026-11-30',
      accessEnabled: true,
    });
    expect(await membership.checkIn()).toBe('Membership has expired');
    expect(await unpaid(membership)).toMatchObject({ status: 'overdue', due_cents: 5_399 });
  });

  test.each(['pm_card_laterStolen', 'pm_card_laterNotAgain'])(
    'is the first one if the bank allows no other: %s',
    async (card) => {
      const membership = await declined(card);
      expect(await membership.row()).toMatchObject({
        autoRenew: false,
        renewalStopped: 'card_declined',
        graceUntil: '2026-12-03',
      });
      for (let day = 1; day < 15; day += 1) await on(addDays('2026-11-30', day));
      expect(gym.account.intents.size).toBe(2);
    },
  );

  test('renewal that is turned on again charges the card once more', async () => {
    const membership = await declined('pm_card_laterStolen');
    gym.setClock('2026-12-01');
    expect((await membership.call('put', 'renewal', { autoRenew: true })).body.contactMembership).toMatchObject({
      autoRenew: true,
      renewalStopped: null,
    });
    await gym.renew();
    expect(await membership.row()).toMatchObject({ autoRenew: false, renewalStopped: 'card_declined' });
    await newCard(membership);
    await membership.call('put', 'renewal', { autoRenew: true });
    await gym.renew();
    expect(await membership.row()).toMatchObject({
      autoRenew: true,
      renewalStopped: null,
      endDate: '2026-12-31',
      graceUntil: null,
    });
  });

  test.each([
    ['that is kept starts renewal again', {}, { autoRenew: true, renewalStopped: null, endDate: '2026-12-31' }],
    [
      'that is not kept leaves it off',
      { saveCard: false },
      { autoRenew: false, renewalStopped: 'card_declined', endDate: '2026-12-31' },
    ],
    [
      'for a part of it leaves it off',
      { amount: 20 },
      { autoRenew: false, renewalStopped: 'card_declined', endDate: '2026-11-30' },
    ],
  ])('after it, a new card %s', async (_case, how, expected) => {
    const membership = await declined('pm_card_laterStolen');
    gym.setClock('2026-12-01');
    const { body } = await pay(membership, { method: 'card', card: 'new', ...how });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    expect(await membership.row()).toMatchObject(expected);
    await on('2026-12-31');
    expect((await membership.row()).endDate).toBe(expected.autoRenew ? '2027-01-31' : expected.endDate);
  });

  test('a payment that the bank refuses days later has its grace period, too', async () => {
    const membership = await gym.bought('2026-11-01');
    await membership.saveSlowCard();
    await on('2026-11-30');
    expect(await membership.row()).toMatchObject({ graceUntil: null });
    const renewal = [...gym.account.intents.values()].at(-1);
    if (renewal) gym.account.cancelIntent(renewal.id);
    await sweepPayments(server.context);
    expect(await membership.row()).toMatchObject({ graceUntil: '2026-12-03', autoRenew: true });
  });
});

describe('a renewal that is paid in part', () => {
  test('extends nothing, and the card is charged the rest', async () => {
    const membership = await declined();
    await pay(membership, { method: 'cash', amount: 20 });
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', graceUntil: '2026-12-03' });
    await on('2026-12-01');
    expect(await unpaid(membership)).toMatchObject({ status: 'partially_paid', due_cents: 3_399 });
    await newCard(membership);
    await on('2026-12-03');
    expect(await unpaid(membership)).toMatchObject({ status: 'paid', paid_cents: 5_399, due_cents: 0 });
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', graceUntil: null });
    expect([...gym.account.charges.values()].map(({ amount }) => amount)).toEqual([5_399, 5_000, 3_399]);
  });

  test('Retry Card charges the rest', async () => {
    const membership = await declined();
    await pay(membership, { method: 'cash', amount: 20 });
    await newCard(membership);
    const desk = await server.as(gym.users.operator);
    expect((await desk.post(`/invoices/${(await unpaid(membership))?.id}/retry`)).status).toBe(200);
    expect([...gym.account.charges.values()].at(-1)?.amount).toBe(3_399);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31' });
  });

  test('in cash while the card is charged, never takes more than the amount due', async () => {
    for (let round = 0; round < 4; round += 1) {
      const membership = await declined();
      await newCard(membership);
      gym.setClock('2026-12-01');
      await Promise.all([gym.renew().catch(() => {}), pay(membership, { method: 'cash', amount: 20 })]);
      await gym.renew();
      gym.setClock('2026-12-03');
      await gym.renew();
      const invoice = await unpaid(membership);
      const payments = await gym.books.payments(invoice?.id);
      const taken = payments
        .filter(({ status }) => status === 'completed')
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      expect([invoice?.status, taken]).toEqual(['paid', 5_399]);
    }
  });
});

test('a canceled membership is not tried again after its last day', async () => {
  const membership = await declined();
  gym.setClock('2026-12-01');
  expect((await membership.call('post', 'cancellation', { reason: 'price' })).body.contactMembership).toMatchObject({
    cancelsOn: '2026-12-01',
  });
  gym.setClock('2026-12-02');
  expect(await membership.checkIn()).toBe('Membership has expired');
  await on('2026-12-03');
  expect(gym.account.intents.size).toBe(2);
});

test('a renewal written off on the last paid day has no grace period', async () => {
  const membership = await declined();
  const manager = await server.as(gym.users.manager);
  await manager.post(`/invoices/${(await unpaid(membership))?.id}/void`, { body: { reason: 'Moved away' } });
  expect(await membership.row()).toMatchObject({ graceUntil: null, autoRenew: false });
  gym.setClock('2026-12-01');
  expect(await membership.checkIn()).toBe('Membership has expired');
});
