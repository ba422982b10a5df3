import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addDays, startOfDay } from '#domain/shared/dates.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let path: string;

const renew = () => renewMemberships(server.context);
const setClock = (day: string) => {
  server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
};
const write = (change: object) =>
  server.database.scoped([gym.companyId], (tx) => tx.updateTable('contact_memberships').set(change).execute());
const by = (level: keyof PayingGym['users']) => server.as(gym.users[level]);
const row = async () => (await gym.books.memberships(gym.contactId))[0];
const held = async () =>
  (await (await by('operator')).get(`/contacts/${gym.contactId}/memberships`)).body.memberships[0];
const door = async () =>
  (
    await (
      await by('operator')
    ).post('/checkins', { body: { contactId: gym.contactId, locationId: gym.locationId, doorId: 'Front Desk' } })
  ).status;
const summary = async () =>
  (await (await by('operator')).get(`/contacts/${gym.contactId}/standing?locationId=${gym.locationId}`)).body.summary
    .membership.status;
const access = async (accessEnabled: boolean) =>
  (await by('admin')).put(`${path}/access`, { body: { accessEnabled, reason: 'A matter to settle' } });
const invoices = async () => (await gym.books.invoices()).map(({ status }) => status);
const attention = async () => (await (await by('operator')).get(`/attention?locationId=${gym.locationId}`)).body.items;

/** A monthly plan that was bought for 1 October and is paid through the 31st. */
async function bought(
  card = 'pm_card_visa',
  plan: Parameters<PayingGym['make']['plan']>[0] = {},
  startDate = '2026-10-01',
) {
  const others = await server.database.everyCompany();
  await server.database.scoped(others, (tx) => tx.deleteFrom('stripe_configs').execute());
  gym = await createPayingGym(server, stripe, { timezone: 'America/Denver' });
  setClock(startDate);
  const membershipId = await gym.make.plan(plan);
  const { body } = await (
    await by('operator')
  ).post('/memberships/purchase', { body: { contactId: gym.contactId, membershipId, startDate, autoRenew: true } });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
  path = `/contacts/${gym.contactId}/memberships/${(await held()).id}`;
}

describe('a renewal that was due while the server was off is billed at the next chance, once', () => {
  test.each([
    [1, '2026-11-30', 2],
    [7, '2026-11-30', 2],
    [8, '2026-11-30', 2],
    [31, '2026-12-31', 3],
  ])('after %i days: paid through %s', async (days, end, period) => {
    await bought();
    setClock(addDays('2026-10-31', days));
    await Promise.all([renew(), renew()]);
    await renew();
    expect(await row()).toMatchObject({ end_date: end, periods_paid: period });
    expect([await invoices(), gym.account.charges.size]).toEqual([['paid', 'paid'], 2]);
    setClock(end);
    await renew();
    expect(await row()).toMatchObject({
      end_date: end === '2026-11-30' ? '2026-12-31' : '2027-01-31',
      periods_paid: period + 1,
    });
  });

  test('the door and the member status grant access through the grace period meanwhile, without a job having run', async () => {
    await bought();
    const seen = [];
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-03', '2026-11-04']) {
      setClock(day);
      seen.push([await door(), await summary(), (await held()).graceUntil]);
    }
    expect(seen).toEqual([
      [201, 'active', null],
      [201, 'active', '2026-11-03'],
      [201, 'active', '2026-11-03'],
      [403, 'expired', '2026-11-03'],
    ]);
  });

  test('a changed setting changes the grace period of those that are not billed', async () => {
    await bought();
    await (await by('admin')).put(`/companies/${gym.companyId}/settings`, { body: { memberships: { graceDays: 5 } } });
    setClock('2026-11-05');
    expect(await door()).toBe(201);
  });

  test('one that is paid by hand gets its invoice', async () => {
    await bought();
    await write({ renews_by: 'manual' });
    setClock('2026-11-09');
    await renew();
    await renew();
    expect(await invoices()).toEqual(['paid', 'open']);
    setClock('2026-11-10');
    await renew();
    expect(await invoices()).toEqual(['paid', 'overdue']);
  });
});

test('after more than 31 days nothing is charged automatically, also when its invoice was written in time', async () => {
  await bought();
  stripe.fail(/payment_intents/, 500, 1_000);
  setClock('2026-10-31');
  await expect(renew()).rejects.toThrow('1 renewals failed');
  stripe.heal();
  setClock('2026-12-02');
  expect(await renew()).toEqual({ charged: 0, declined: 0 });
  expect(await attention()).toMatchObject([
    {
      kind: 'unbilled',
      on: '2026-10-31',
      unbilled: { paidThrough: '2026-10-31', from: '2026-12-01', through: '2026-12-31', amount: 53.99 },
    },
  ]);
  expect((await (await by('operator')).post(`${path}/bill-now`)).status).toBe(200);
  expect([await invoices(), (await row())?.end_date]).toEqual([['paid', 'paid'], '2026-12-31']);
});

describe('an error that is not a decline', () => {
  test.each([500, 'cut'] as const)(
    '%s from the last paid day on keeps access through the grace period, and uses up no attempt',
    async (how) => {
      await bought();
      stripe.fail(/payment_intents/, how, 100_000);
      const seen = [];
      for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']) {
        setClock(day);
        await expect(renew()).rejects.toThrow('1 renewals failed and are due again');
        seen.push(await door());
      }
      expect(seen).toEqual([201, 201, 201, 201]);
      stripe.heal();
      setClock('2026-11-06');
      await sweepPayments(server.context).catch(() => undefined);
      expect(await renew()).toEqual({ charged: 1, declined: 0 });
      expect(await row()).toMatchObject({ end_date: '2026-11-30', periods_paid: 2 });
      expect(gym.account.charges.size).toBe(2);
    },
  );

  test('an attempt of a process that died is made again after some minutes, and does not count', async () => {
    await bought();
    setClock('2026-10-31');
    stripe.fail(/payment_intents/, 500, 1_000);
    await expect(renew()).rejects.toThrow();
    stripe.heal();
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('renewals').set({ claimed_at: server.clock.now }).execute(),
    );
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    server.advance({ minutes: 11 });
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
  });

  test('an older failed card payment without an intent does not stop the charge', async () => {
    await bought('pm_card_chargeCustomerFail');
    setClock('2026-10-31');
    await renew();
    const [, invoice] = await gym.books.invoices();
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('payments')
        .set({ stripe_payment_intent_id: null })
        .where('invoice_id', '=', invoice?.id ?? '')
        .execute(),
    );
    setClock('2026-11-01');
    expect(await renew()).toEqual({ charged: 0, declined: 1 });
    expect((await gym.books.payments(invoice?.id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});

describe('while Stripe prepares the charge of a renewal', () => {
  const cash = async () => {
    const owed = (await gym.books.invoices()).find(({ status }) => status === 'open');
    return (await by('operator')).post(`/invoices/${owed?.id}/payments`, { body: { method: 'cash' } });
  };
  const cancel = async () =>
    (await by('manager')).post(`${path}/cancellation`, { body: { when: 'now', reason: 'moving' } });
  const freeze = async () =>
    (await by('manager')).post(`${path}/freezes`, { body: { from: '2026-10-31', until: '2026-11-30', reason: 'Ill' } });
  const turnOff = async () => (await by('operator')).put(`${path}/renewal`, { body: { autoRenew: false } });

  test.each([
    ['paid in cash', cash],
    ['canceled', cancel],
    ['frozen', freeze],
    ['turned off', turnOff],
    ['left without access', () => access(false)],
  ])('it is %s: the card is not charged, and nobody waits for the attempt', async (_what, change) => {
    await bought();
    setClock('2026-10-31');
    const asked = stripe.hold(/POST .*payment_intents$/);
    const renewed = renew();
    await asked.reached;
    expect((await change()).status).toBeLessThan(300);
    asked.release();
    expect(await renewed).toEqual({ charged: 0, declined: 0 });
    expect(gym.account.charges.size).toBe(1);
    const claimed = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('renewals').select('invoice_id').where('claimed_at', 'is not', null).execute(),
    );
    expect(claimed).toEqual([]);
  });
});

describe('access that staff switched off', () => {
  test('on the last paid day, and on again 15 days later: the next period begins that day', async () => {
    await bought();
    setClock('2026-10-31');
    await access(false);
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    setClock('2026-11-15');
    await renew();
    await access(true);
    expect(await door()).toBe(201);
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    expect(await row()).toMatchObject({ end_date: '2026-12-14', periods_paid: 2 });
    expect(gym.account.charges.size).toBe(2);
  });

  test('for more than 31 days: staff decide, and the period begins on the day on which it is back', async () => {
    await bought();
    setClock('2026-10-31');
    await access(false);
    setClock('2026-12-10');
    await access(true);
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    expect((await held()).unbilled).toMatchObject({ from: '2026-12-10', through: '2027-01-09' });
    await (await by('operator')).post(`${path}/bill-now`);
    expect(await row()).toMatchObject({ end_date: '2027-01-09' });
  });
});

describe('left to staff', () => {
  const late = async (card?: string, day = '2027-01-24') => {
    await bought(card);
    setClock(day);
    await renew();
  };

  test('Bill Now charges the period that runs today, once, and the months before are not charged', async () => {
    await late();
    const key = { headers: { 'idempotency-key': uuid() } };
    const responses = [
      await (await by('operator')).post(`${path}/bill-now`, key),
      await (await by('operator')).post(`${path}/bill-now`, key),
    ];
    expect(responses.map(({ status, body }) => [status, body.message, body.contactMembership.endDate])).toEqual(
      Array.from({ length: 2 }, () => [200, 'The next period is paid', '2027-01-31']),
    );
    expect((await (await by('operator')).post(`${path}/bill-now`)).body.message).toBe(
      'There is no period left to bill. Reload to see what has changed.',
    );
    expect([await invoices(), await attention(), gym.account.charges.size]).toEqual([['paid', 'paid'], [], 2]);
    setClock('2027-01-31');
    await renew();
    expect(await row()).toMatchObject({ end_date: '2027-02-28', periods_paid: 5 });
  });

  test('Bill Now with a card that is declined answers 402, and the invoice is overdue', async () => {
    await late('pm_card_chargeCustomerFail');
    expect(await (await by('operator')).post(`${path}/bill-now`)).toMatchObject({
      status: 402,
      body: { message: /declined/ },
    });
    expect(await invoices()).toEqual(['paid', 'overdue']);
  });

  test('Bill Now while Stripe is away answers 503, and can be pressed again', async () => {
    await late();
    stripe.fail(/payment_intents/, 500, 100);
    expect((await (await by('operator')).post(`${path}/bill-now`)).status).toBe(503);
    expect(await attention()).toMatchObject([{ kind: 'unbilled' }]);
    stripe.heal();
    expect((await (await by('operator')).post(`${path}/bill-now`)).status).toBe(200);
    expect([await invoices(), gym.account.charges.size]).toEqual([['paid', 'paid'], 2]);
  });

  test('Bill Now while another process has the attempt answers 503, and does not call the card declined', async () => {
    await late();
    stripe.fail(/payment_intents/, 500, 100);
    await (await by('operator')).post(`${path}/bill-now`);
    stripe.heal();
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('renewals').set({ claimed_at: server.clock.now }).where('status', '=', 'pending').execute(),
    );
    const { status, body } = await (await by('operator')).post(`${path}/bill-now`);
    expect([status, body.message]).toEqual([
      503,
      'The next period is being billed already. Please try again in a few minutes.',
    ]);
    expect(await invoices()).toEqual(['paid', 'open']);
  });

  test('Bill Now while somebody pays with a link says when they are given up', async () => {
    await late();
    stripe.fail(/payment_intents/, 500, 100);
    await (await by('operator')).post(`${path}/bill-now`);
    stripe.heal();
    const owed = (await gym.books.invoices()).find(({ status }) => status === 'open');
    const { body: link } = await (await by('operator')).post(`/invoices/${owed?.id}/payment-link`);
    const links = linksAt(server, () => gym);
    expect((await links.payBy(links.tokenIn(link.url))).status).toBe(200);
    const { status, headers } = await (await by('operator')).post(`${path}/bill-now`);
    expect([status, headers['retry-after']]).toEqual([503, '1800']);
  });

  test('Bill Now writes and emails the invoice of one that is paid by hand', async () => {
    await late();
    expect(
      (await (await by('operator')).put(`${path}/renewal`, { body: { autoRenew: true, by: 'manual' } })).status,
    ).toBe(200);
    const { status, body } = await (await by('operator')).post(`${path}/bill-now`);
    expect([status, body.message, body.invoice.status]).toEqual([200, 'The next period is billed', 'open']);
  });

  test('Let It End ends it, once, and is logged', async () => {
    await late();
    const { status, body } = await (await by('operator')).post(`${path}/let-end`);
    expect([status, body.contactMembership.autoRenew, body.contactMembership.unbilled, await attention()]).toEqual([
      200,
      false,
      null,
      [],
    ]);
    expect((await (await by('operator')).post(`${path}/let-end`)).status).toBe(409);
    const { body: log } = await (
      await by('admin')
    ).get(`/activity?recordType=contact-membership&recordId=${path.split('/').at(-1)}`);
    expect(log.entries[0]).toMatchObject({ action: 'contact-membership.ended' });
  });

  test('Let It End voids the invoice of a Bill Now that did not reach Stripe', async () => {
    await late();
    stripe.fail(/payment_intents/, 500, 100);
    await (await by('operator')).post(`${path}/bill-now`);
    stripe.heal();
    expect((await (await by('operator')).post(`${path}/let-end`)).status).toBe(200);
    expect([await invoices(), gym.account.charges.size]).toEqual([['paid', 'void'], 1]);
  });

  test('renewal can be turned off, and the membership canceled for today with nothing charged', async () => {
    await late();
    const { body } = await (await by('operator')).get(`${path}/cancellation?when=period_end`);
    expect(body.preview).toMatchObject({ lastDay: '2027-01-24', lastPayment: null });
    expect(
      (await (await by('operator')).post(`${path}/cancellation`, { body: { when: 'period_end', reason: 'moving' } }))
        .status,
    ).toBe(200);
    await late();
    expect((await (await by('operator')).put(`${path}/renewal`, { body: { autoRenew: false } })).status).toBe(200);
    expect(await attention()).toEqual([]);
  });
});
