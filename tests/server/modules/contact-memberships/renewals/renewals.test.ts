import { beforeEach, describe, expect, test } from 'vitest';
import { timeZones } from '#domain/shared/timeZones.ts';
import { addDays, addMonths, startOfDay } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
});

const renew = () => renewMemberships(server.context);
const setClock = (day: string) => {
  server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
};
const membership = async () => (await gym.books.memberships(gym.contactId))[0];
const open = async (timezone = 'America/Denver') => {
  gym = await createPayingGym(server, stripe, { timezone });
};

/** A plan that was bought to start on this day, and renews automatically with the saved card. */
async function bought(startDate: string, card = 'pm_card_visa', plan: Parameters<PayingGym['make']['plan']>[0] = {}) {
  setClock(startDate);
  const caller = await server.as(gym.users.operator);
  const membershipId = await gym.make.plan(plan);
  const { body } = await caller.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate, autoRenew: true },
  });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
}

/** Runs the job on each day of a range, several times a day; returns the membership's successive ends. */
async function daily(from: string, days: number) {
  const ends: string[] = [];
  for (let day = 0; day < days; day += 1) {
    setClock(addDays(from, day));
    await renew();
    await renew();
    const end = (await membership())?.end_date ?? '';
    if (ends.at(-1) !== end) ends.push(end);
  }
  return ends;
}

describe('a renewal', () => {
  test('charges a plan on its last paid day, off-session, once a period', async () => {
    await open();
    await bought('2027-03-15');
    setClock('2027-04-13');
    await renew();
    expect((await membership())?.end_date).toBe('2027-04-14');
    setClock('2027-04-14');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    expect(await membership()).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
    const invoices = await gym.books.invoices();
    expect(invoices).toMatchObject([
      { status: 'paid' },
      { status: 'paid', subtotal_cents: 4_999, tax_cents: 400, created_by: null },
    ]);
    expect(await gym.books.payments(invoices[1]?.id)).toMatchObject([
      { status: 'completed', method: 'card', amount_cents: 5_399 },
    ]);
  });

  test('counts from the first start: from 31 January to 27 February, 30 March, 29 April', async () => {
    await open();
    await bought('2027-01-31');
    expect((await membership())?.end_date).toBe('2027-02-27');
    expect(await daily('2027-02-20', 75)).toEqual(['2027-02-27', '2027-03-30', '2027-04-29', '2027-05-30']);
  });

  test('a year from a leap day ends on 27 February, and on 28 February in a leap year', async () => {
    await open();
    await bought('2028-02-29', 'pm_card_visa', { billing_frequency: 'annually' });
    const ends = [(await membership())?.end_date];
    for (const day of ['2029-02-27', '2030-02-27', '2031-02-27']) {
      setClock(day);
      await renew();
      ends.push((await membership())?.end_date);
    }
    expect(ends).toEqual(['2029-02-27', '2030-02-27', '2031-02-27', '2032-02-28']);
  });

  test('stops at the contract’s end', async () => {
    await open();
    await bought('2027-01-15', 'pm_card_visa', { type: 'contract', contract_length_months: 2 });
    expect(await daily('2027-02-10', 70)).toEqual(['2027-02-14', '2027-03-14']);
    expect(await gym.books.invoices()).toHaveLength(2);
  });

  test('several concurrent processes charge once', async () => {
    await open();
    await bought('2027-03-15');
    setClock('2027-04-14');
    await Promise.all(Array.from({ length: 8 }, renew));
    expect(await membership()).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
    expect([(await gym.books.invoices()).length, gym.account.charges.size]).toEqual([2, 2]);
  });

  test('does not charge what does not renew, is suspended, or ended long ago', async () => {
    await open();
    await bought('2027-03-15');
    const set = (change: object) =>
      server.database.scoped([gym.companyId], (tx) => tx.updateTable('contact_memberships').set(change).execute());
    setClock('2027-04-14');
    await set({ auto_renew: false });
    await renew();
    await set({ auto_renew: true, access_enabled: false });
    await renew();
    await set({ access_enabled: true });
    setClock('2027-06-01');
    await renew();
    expect(await gym.books.invoices()).toHaveLength(1);
  });
});

describe('archived', () => {
  const archive = (table: 'locations' | 'contacts', id: string) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable(table).set({ archived_at: server.clock.now }).where('id', '=', id).execute(),
    );

  test.each(['locations', 'contacts'] as const)(
    '%s end renewals: nothing more is charged, and the membership ends on its last paid day',
    async (table) => {
      await open();
      await bought('2027-03-15', 'pm_card_visa', { location_id: gym.locationId });
      setClock('2027-04-14');
      await archive(table, table === 'locations' ? gym.locationId : gym.contactId);
      expect(await renew()).toEqual({ charged: 0, declined: 0 });
      expect(await membership()).toMatchObject({ end_date: '2027-04-14', periods_paid: 1 });
      expect([(await gym.books.invoices()).length, gym.account.charges.size]).toEqual([1, 1]);
    },
  );

  test('after a decline, is not tried again on the next days', async () => {
    await open();
    await bought('2027-03-15', 'pm_card_chargeCustomerFail', { location_id: gym.locationId });
    setClock('2027-04-14');
    await renew();
    await archive('locations', gym.locationId);
    setClock('2027-04-15');
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    expect(gym.account.intents.size).toBe(2);
  });
});

describe('a declined card', () => {
  const triedOn = async (settings?: object) => {
    await open();
    if (settings) await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: settings });
    await bought('2027-03-15', 'pm_card_chargeCustomerFail');
    const days: number[] = [];
    for (let day = 0; day < 16; day += 1) {
      setClock(addDays('2027-04-14', day));
      if ((await renew()).declined > 0) days.push(day);
      await renew();
      // A billed renewal keeps the setting from when it was billed.
      if (day === 0)
        await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { retryDays: [5] } } });
    }
    return days;
  };

  test('leaves an overdue invoice and is retried on the days in the settings, then no longer', async () => {
    expect(await triedOn()).toEqual([0, 1, 3, 6, 13]);
    const [, invoice] = await gym.books.invoices();
    expect(invoice).toMatchObject({ status: 'overdue', paid_cents: 0, due_cents: 5_399 });
    const payments = await gym.books.payments(invoice?.id);
    expect(payments.map(({ status, failure_message }) => [status, failure_message])).toEqual(
      Array.from({ length: 5 }, () => ['failed', 'Your card was declined.']),
    );
    expect(await membership()).toMatchObject({ end_date: '2027-04-14' });
  });

  test('is retried on other days, or never, as the settings say', async () => {
    expect(await triedOn({ payments: { retryDays: [2, 4] } })).toEqual([0, 2, 4]);
    expect(await triedOn({ payments: { retryDays: [] } })).toEqual([0]);
  });

  test('that works on a later day pays the invoice and extends the end by one period', async () => {
    await open();
    await bought('2027-03-15', 'pm_card_chargeCustomerFail');
    setClock('2027-04-14');
    await renew();
    const customer = [...gym.account.customers.keys()][0] ?? '';
    const other = gym.account.createIntent({
      amount: 5_000,
      currency: 'usd',
      customer,
      setup_future_usage: 'off_session',
    });
    const card = String(gym.account.confirmIntent(other.id, { payment_method: 'pm_card_visa' }).payment_method);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: card }).execute(),
    );
    setClock('2027-04-15');
    await renew();
    expect((await gym.books.invoices())[1]).toMatchObject({ status: 'paid', due_cents: 0 });
    expect(await membership()).toMatchObject({ end_date: '2027-05-14' });
  });

  test('without a saved card it is overdue too', async () => {
    await open();
    await bought('2027-03-15');
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: null }).execute(),
    );
    setClock('2027-04-14');
    expect(await renew()).toEqual({ charged: 0, declined: 1 });
    expect((await gym.books.invoices())[1]).toMatchObject({ status: 'overdue' });
  });
});

describe('refunded in full', () => {
  /** Bought on 15 March, renewed on 14 April; which of the two payments is refunded, and when. */
  const readRefund = async (payment: 0 | 1, day: string) => {
    const [intent] = [...gym.account.intents.values()].slice(payment);
    setClock(day);
    gym.account.refund(String(intent?.id));
    await gym.deliverAll();
  };
  beforeEach(async () => {
    await open();
    await bought('2027-03-15');
    setClock('2027-04-14');
    await renew();
    expect(await membership()).toMatchObject({ end_date: '2027-05-14', auto_renew: true });
  });

  test('a renewal leaves the period that an earlier invoice paid', async () => {
    await readRefund(1, '2027-04-14');
    expect(await membership()).toMatchObject({ end_date: '2027-04-14', auto_renew: false });
  });

  test('a renewal whose period has begun ends yesterday', async () => {
    await readRefund(1, '2027-04-20');
    expect(await membership()).toMatchObject({ end_date: '2027-04-19', auto_renew: false });
  });

  test('the purchase leaves the period that a renewal paid, and the plan goes on', async () => {
    await readRefund(0, '2027-04-20');
    expect(await membership()).toMatchObject({ end_date: '2027-05-14', auto_renew: true });
    setClock('2027-05-14');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    expect(await membership()).toMatchObject({ end_date: '2027-06-14' });
  });

  test.each([
    ['purchase', 'renewal', [0, 1]],
    ['renewal', 'purchase', [1, 0]],
  ] as const)(
    '%s and %s, both: nothing that is paid is left, and access ended yesterday',
    async (_first, _second, payments) => {
      for (const payment of payments) await readRefund(payment, '2027-04-20');
      expect(await membership()).toMatchObject({ end_date: '2027-04-19', auto_renew: false });
    },
  );

  test('both: access ended yesterday', async () => {
    setClock('2027-04-20');
    for (const { id } of gym.account.intents.values()) gym.account.refund(id);
    await Promise.all(gym.account.events.map(gym.deliver));
    expect(await membership()).toMatchObject({ end_date: '2027-04-19', auto_renew: false });
  });
});

describe('when Stripe fails', () => {
  test.each([500, 429, 'cut'] as const)('%s at the charge: retried, charged once', async (how) => {
    await open();
    await bought('2027-03-15');
    setClock('2027-04-14');
    stripe.fail(/confirm/, how, 2);
    await expect(renew()).rejects.toThrow('1 renewals failed');
    stripe.heal();
    await sweepPayments(server.context);
    server.advance({ minutes: 11 });
    await renew();
    expect(await membership()).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
    expect(gym.account.charges.size).toBe(2);
  });

  test('a slow bank is waited for, and nobody is charged twice', async () => {
    await open();
    await bought('2027-03-15');
    setClock('2027-04-14');
    const [saved] = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('stripe_customers').selectAll().execute(),
    );
    const slow = gym.account.createIntent({
      amount: 5_000,
      currency: 'usd',
      customer: saved?.customer_id ?? '',
      setup_future_usage: 'off_session',
    });
    const card = String(gym.account.confirmIntent(slow.id, { payment_method: 'pm_card_processing' }).payment_method);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: card }).execute(),
    );
    await renew();
    setClock('2027-04-15');
    await renew();
    const renewal = [...gym.account.intents.values()].filter(({ amount }) => amount === 5_399).at(-1);
    expect(gym.account.intents.size).toBe(3);
    if (renewal) gym.account.settle(renewal, 'succeeded');
    await sweepPayments(server.context);
    expect(await membership()).toMatchObject({ end_date: '2027-05-14' });
  });
});

test.each(timeZones)(
  'in %s a plan over a clock change is charged on its last paid day from six in the morning, by the local clock',
  async (zone) => {
    await open(zone);
    await bought('2027-02-28');
    const lastDay = addDays(addMonths('2027-02-28', 1), -1);
    const sixInTheMorning = new Date(startOfDay(zone, lastDay).getTime() + 6 * 3_600_000);
    server.clock.now = new Date(sixInTheMorning.getTime() - 1);
    await renew();
    expect((await membership())?.end_date).toBe(lastDay);
    server.clock.now = sixInTheMorning;
    await renew();
    expect((await membership())?.end_date).toBe(addDays(addMonths('2027-02-28', 2), -1));
  },
);
