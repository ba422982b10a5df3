import { beforeEach, describe, expect, test } from 'vitest';
import { membershipInvoices } from '#server/modules/contact-memberships/invoiceSubject.ts';
import { lockInvoice } from '#server/modules/invoices/index.ts';
import { renewalsActor } from '#server/platform/http/actors.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;

const failing = 'pm_card_chargeCustomerFail';

const readDeferred = async (day: string): Promise<number> => {
  const admin = await server.as(gym.users.admin);
  const { body } = await admin.get(`/reports/deferred?from=${day}&to=${day}`);
  return body.report.totals.deferred;
};

/** Lives through these days, and returns what the report said of each on its evening. */
async function live(events: Record<string, (() => Promise<unknown>) | 'nothing'>) {
  const told: [string, number][] = [];
  for (const [day, event] of Object.entries(events)) {
    gym.setClock(day);
    if (event !== 'nothing') await event();
    told.push([day, await readDeferred(day)]);
  }
  return told;
}

const readAgain = async (told: readonly [string, number][]) => {
  const read: [string, number][] = [];
  for (const [day] of told) read.push([day, await readDeferred(day)]);
  return read;
};

const bill = () => gym.renew();
const payInCash = async (held: Held) => {
  const owed = (await held.invoices()).find(({ due_cents }) => due_cents > 0);
  const desk = await server.as(gym.users.operator);
  const amount = (owed?.due_cents ?? 0) / 100;
  expect((await desk.post(`/invoices/${owed?.id}/payments`, { body: { method: 'cash', amount } })).status).toBe(201);
};
const refundAtStripe = (invoiceId = '') =>
  server.database.scoped([gym.companyId], async (tx) =>
    membershipInvoices.refundedWhole(tx, await lockInvoice(tx, invoiceId), {
      now: server.clock.now,
      actor: renewalsActor,
    }),
  );
/** With the money, and told by Stripe's webhook. */
const refundWholeAtStripe = async (nth: number) => {
  gym.account.refund([...gym.account.intents.keys()].at(nth) ?? '');
  await gym.deliverAll();
};
const freeze = async (held: Held, from: string, until: string | null) =>
  expect((await held.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);

test('what was deferred on a day stays so when a later period is paid after the grace period', async () => {
  const held = await gym.bought('2026-11-01', { card: failing, plan: { price_cents: 3_000 } });
  const told = await live({
    '2026-11-05': () => freeze(held, '2026-11-10', '2026-11-19'),
    '2026-11-15': 'nothing',
    '2026-11-25': 'nothing',
    // The paid days end with December 10.
    '2026-12-09': 'nothing',
    '2026-12-10': bill,
    '2026-12-19': 'nothing',
    '2026-12-20': () => payInCash(held),
    '2027-01-02': () => freeze(held, '2027-01-02', '2027-01-08'),
    '2027-01-06': 'nothing',
    '2027-01-26': bill,
    '2027-02-03': 'nothing',
    '2027-02-04': () => payInCash(held),
    '2027-02-07': () => freeze(held, '2027-02-07', '2027-02-16'),
    '2027-02-20': 'nothing',
  });
  expect(Object.fromEntries(told)).toMatchObject({
    '2026-11-05': 25,
    '2026-11-15': 21,
    '2026-12-09': 1,
    '2026-12-10': 0,
    '2026-12-19': 0,
    '2027-01-26': 0,
    '2027-02-03': 0,
  });
  expect(await readAgain(told)).toEqual(told);
});

test('months before a year that followed a late payment are served on their own days', async () => {
  const held = await gym.bought('2026-08-01', { card: failing, plan: { price_cents: 3_100 } });
  const yearId = await gym.make.plan({ billing_frequency: 'annually', price_cents: 36_500 });
  const told = await live({
    '2026-08-10': 'nothing',
    '2026-08-31': bill,
    '2026-09-01': () => payInCash(held),
    '2026-09-15': 'nothing',
    '2026-09-30': bill,
    '2026-10-05': 'nothing',
    '2026-10-15': () => payInCash(held),
    '2026-11-02': async () =>
      expect((await held.call('post', 'plan-change', { membershipId: yearId, when: 'renewal' })).status).toBe(200),
    '2026-11-14': bill,
    '2026-11-15': () => payInCash(held),
    '2026-12-20': 'nothing',
  });
  expect(Object.fromEntries(told)).toMatchObject({
    '2026-08-10': 21,
    '2026-09-15': 15.5,
    '2026-10-15': 30,
    '2026-11-15': 364,
  });
  expect(await readAgain(told)).toEqual(told);
});

test('what was deferred on a day stays so when access is turned on again after the paid days', async () => {
  const held = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  const setAccess = async (accessEnabled: boolean) =>
    expect((await held.call('put', 'access', { accessEnabled, reason: 'A matter to settle' })).status).toBe(200);
  const told = await live({
    '2026-11-20': () => setAccess(false),
    '2026-11-29': 'nothing',
    '2026-12-05': 'nothing',
    '2026-12-08': () => setAccess(true),
    '2026-12-09': 'nothing',
  });
  expect(await readAgain(told)).toEqual(told);
  gym.setClock('2026-12-10');
  await bill();
  expect(await readDeferred('2026-12-10')).toBe(27.1);
  expect(Object.fromEntries(told)).toMatchObject({ '2026-11-20': 10, '2026-12-05': 0, '2026-12-08': 0 });
  expect(await readAgain(told)).toEqual(told);
});

test('the difference of a change of plan is served over its own days, whatever is frozen after them', async () => {
  const held = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  const goldId = await gym.make.plan({ name: 'Gold', price_cents: 6_000 });
  const told = await live({
    '2026-11-20': 'nothing',
    '2026-11-21': async () => {
      const body = { membershipId: goldId, when: 'now', method: 'cash', expectedTotal: 10.8 };
      expect((await held.call('post', 'plan-change', body)).status).toBe(200);
    },
    '2026-11-25': 'nothing',
    '2026-11-30': bill,
    '2026-12-10': 'nothing',
    '2026-12-15': () => freeze(held, '2026-12-15', '2026-12-24'),
  });
  expect(Object.fromEntries(told)).toMatchObject({ '2026-11-20': 10, '2026-11-21': 18, '2026-11-25': 10 });
  expect(await readAgain(told)).toEqual(told);
});

test.each([
  ['before its first renewal', 30, false],
  ['after its first renewal', 31, true],
])(
  'the difference of a change of plan of an imported membership, %s, is served over its paid days',
  async (_when, days, isRenewed) => {
    gym.setClock('2026-11-10');
    const contactId = await gym.make.contact();
    const membership_id = await gym.make.plan({ price_cents: 3_000 });
    const term = {
      membership_id,
      purchase_price_cents: 3_000,
      start_date: '2026-01-01',
      end_date: '2026-11-30',
      periods_paid: 11,
    };
    const id = await gym.make.contactMembership(contactId, { ...term, auto_renew: true, renews_by: 'manual' });
    if (isRenewed) {
      gym.setClock('2026-11-30');
      await gym.renew();
      const [owed] = (await gym.books.invoices()).filter(({ contact_id }) => contact_id === contactId);
      const body = { method: 'cash', amount: Number(owed?.due_cents) / 100 };
      expect(
        (await (await server.as(gym.users.operator)).post(`/invoices/${owed?.id}/payments`, { body })).status,
      ).toBe(201);
    }
    const day = isRenewed ? '2026-12-22' : '2026-11-21';
    gym.setClock(day);
    const before = await readDeferred(day);
    const body = { membershipId: await gym.make.plan({ price_cents: 6_000 }), when: 'now', method: 'cash' };
    const manager = await server.as(gym.users.manager);
    expect((await manager.post(`/contacts/${contactId}/memberships/${id}/plan-change`, { body })).status).toBe(200);
    expect((await readDeferred(day)) - before).toBeCloseTo((30 / days) * 9, 1);
  },
);

test('and when the restarted period is refunded at Stripe during a freeze', async () => {
  const held = await gym.bought('2026-11-01', { card: failing, plan: { price_cents: 3_000 } });
  const told = await live({
    '2026-11-15': 'nothing',
    '2026-11-30': bill,
    '2026-12-20': () => payInCash(held),
    '2026-12-21': () => freeze(held, '2026-12-21', '2027-01-19'),
  });
  gym.setClock('2026-12-22');
  await refundAtStripe((await held.invoices())[1]?.id);
  expect((await readAgain(told))[0]).toEqual(['2026-11-15', 15]);
});

test('a freeze after the last paid period adds no access to it when the next one is refunded at Stripe', async () => {
  const held = await gym.bought('2026-11-01');
  gym.setClock('2026-11-30');
  await bill();
  gym.setClock('2026-12-21');
  await freeze(held, '2026-12-21', '2027-01-19');
  gym.setClock('2026-12-22');
  await refundAtStripe((await held.invoices())[1]?.id);
  expect(await held.row()).toMatchObject({ endDate: '2026-12-21' });
});

describe('what was deferred on a day stays so when all of it is refunded at Stripe later', () => {
  test.each([
    ['a month', {}, 27, 25],
    ['days of a one-time plan', { billing_frequency: 'one_time', access_duration_days: 10 }, 21, 15],
    [
      'a visit pack',
      { billing_frequency: 'one_time', visit_limit: 10, valid_from: 'purchase', access_duration_days: 60 },
      30,
      30,
    ],
    [
      'a visit pack before its first visit',
      { billing_frequency: 'one_time', visit_limit: 10, valid_from: 'first_visit', access_duration_days: 60 },
      30,
      30,
    ],
  ] as const)('%s', async (_what, plan, third, fifth) => {
    await gym.bought('2026-11-01', { autoRenew: false, plan: { price_cents: 3_000, ...plan } });
    const told = await live({
      '2026-11-03': 'nothing',
      '2026-11-05': 'nothing',
      '2026-11-06': () => refundWholeAtStripe(0),
      '2026-11-07': 'nothing',
    });
    expect(told.map(([, deferred]) => deferred)).toEqual([third, fifth, 0, 0]);
    expect(await readAgain(told)).toEqual(told);
  });

  test('a month that had not begun', async () => {
    gym.setClock('2026-11-01');
    const contactId = await gym.make.contact();
    const membershipId = await gym.make.plan({ price_cents: 3_000 });
    const desk = await server.as(gym.users.admin);
    const body = { contactId, membershipId, startDate: '2026-11-11', autoRenew: false };
    const { body: sold } = await desk.post('/memberships/purchase', { body });
    gym.account.confirmIntent(sold.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    const told = await live({
      '2026-11-03': 'nothing',
      '2026-11-06': () => refundWholeAtStripe(0),
      '2026-11-12': 'nothing',
    });
    expect(told.map(([, deferred]) => deferred)).toEqual([30, 0, 0]);
    expect(await readAgain(told)).toEqual(told);
  });

  test.each([
    ['a freeze with an end', '2026-12-24'],
    ['an open freeze', null],
  ])('a month during %s, and the one before it', async (_what, until) => {
    const held = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
    const told = await live({
      '2026-11-05': () => freeze(held, '2026-11-10', '2026-11-19'),
      '2026-11-15': 'nothing',
      '2026-11-25': 'nothing',
      '2026-12-10': bill,
      '2026-12-14': 'nothing',
      '2026-12-15': () => freeze(held, '2026-12-15', until),
      '2026-12-18': 'nothing',
      '2026-12-20': () => refundWholeAtStripe(1),
      '2026-12-26': 'nothing',
    });
    expect(told.at(-1)).toEqual(['2026-12-26', 0]);
    expect(await readAgain(told)).toEqual(told);
  });
});
