import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

/** The clock moves by days, so everyone signs in again. */
const manager = () => server.as(gym.users.manager);
const refund = async (invoiceId: string, body: object) =>
  (await manager()).post(`/invoices/${invoiceId}/refunds`, { body });
type Member = Awaited<ReturnType<MembersGym['bought']>>;
const refundTo = async (member: Member, membership: string | undefined, destination = 'card') => {
  const [bought] = await member.invoices();
  return refund(String(bought?.id), { destination, reason: 'Did not like it', ...(membership && { membership }) });
};

test.each([undefined, 'keep'])('%s: the membership continues, even after the refund’s webhook', async (choice) => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  expect((await refundTo(member, choice)).body).toMatchObject({
    invoice: { status: 'refunded' },
    refund: { membership: 'keep' },
  });
  await gym.deliverAll();
  expect(await member.row()).toMatchObject({
    endDate: '2026-11-30',
    autoRenew: true,
    accessEnabled: true,
    cancelsOn: null,
  });
  expect(await member.checkIn()).toBe('granted');
});

test('end_now: access ends with the refund, and nothing more is billed', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  expect((await refundTo(member, 'end_now')).body.refund.membership).toBe('end_now');
  await gym.deliverAll();
  expect(await member.row()).toMatchObject({
    cancelsOn: '2026-11-10',
    accessEnabled: false,
    endDate: '2026-11-30',
    cancelReason: 'other',
  });
  expect(await member.checkIn()).toBe('Membership access is suspended');
  gym.setClock('2026-11-30');
  expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
});

test.each([
  ['without a contract', {}],
  ['out of its contract', { type: 'contract', contract_length_months: 12 }],
] as const)(
  'end_at_period, %s: access stays until the paid period is over, and the page says which day that is',
  async (_case, plan) => {
    const member = await gym.bought('2026-11-01', { plan });
    gym.setClock('2026-11-10');
    const [bought] = await member.invoices();
    const { body: page } = await (await manager()).get(`/invoices/${bought?.id}`);
    expect(page.membership).toEqual({
      id: member.id,
      name: expect.any(String),
      member: { id: bought?.contact_id, name: expect.any(String) },
      line: 0,
      periodEnd: '2026-11-30',
      renewsByCard: true,
    });
    await refundTo(member, 'end_at_period');
    await gym.deliverAll();
    expect(await member.row()).toMatchObject({ cancelsOn: '2026-11-30', accessEnabled: true });
    expect(await member.checkIn()).toBe('granted');
    gym.setClock('2026-11-30');
    expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
  },
);

test('a renewal that was refunded ends the membership it renewed, and an unpaid one after it is voided', async () => {
  const member = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  gym.setClock('2026-11-30');
  await gym.renew();
  expect((await member.invoices()).map(({ status }) => status)).toEqual(['paid', 'overdue']);
  await refundTo(member, 'end_now', 'cash');
  expect((await member.invoices()).map(({ status }) => status)).toEqual(['refunded', 'void']);
});

test.each(['end_now', 'end_at_period'])(
  '%s, while the grace period runs: it ends today, and the declined card is not tried again',
  async (how) => {
    const member = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    gym.setClock('2026-11-30');
    await gym.renew();
    gym.setClock('2026-12-02');
    const [bought] = await member.invoices();
    const { body: page } = await (await manager()).get(`/invoices/${bought?.id}`);
    expect(page.membership.periodEnd).toBe('2026-12-02');
    await refundTo(member, how, 'cash');
    expect(await member.row()).toMatchObject({ cancelsOn: '2026-12-02', accessEnabled: how === 'end_at_period' });
    gym.setClock('2026-12-03');
    expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
  },
);

test('end_now, after the grace period: a card that would be tried again is not charged', async () => {
  const member = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  for (const day of ['2026-11-30', '2026-12-01', '2026-12-03']) {
    gym.setClock(day);
    await gym.renew();
  }
  gym.setClock('2026-12-05');
  await refundTo(member, 'end_now', 'cash');
  gym.setClock('2026-12-06');
  expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
  expect((await member.row()).cancelsOn).toBe('2026-12-05');
});

test.each(['end_now', 'end_at_period'])(
  '%s, on the day after the paid period: what nobody was asked to pay for the next one is voided and not charged',
  async (how) => {
    const member = await gym.bought('2026-11-01');
    // Nothing was billed on the last paid day. Before six in the morning the invoice is written, and no card is charged.
    server.clock.now = new Date('2026-12-01T05:59:59-07:00');
    expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
    expect((await member.invoices()).map(({ status }) => status)).toEqual(['paid', 'open']);
    expect((await refundTo(member, how)).body.refund.membership).toBe(how);
    gym.setClock('2026-12-01');
    expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
    expect(await member.row()).toMatchObject({ cancelsOn: '2026-12-01', endDate: '2026-11-30' });
    expect((await member.invoices()).map(({ status }) => status)).toEqual(['refunded', 'void']);
  },
);

test('a refund of a plan change’s price difference asks about the membership too', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  const plan = await gym.make.plan({ name: 'All Locations', price_cents: 8_999 });
  const { body: changed } = await member.call('post', 'plan-change', {
    membershipId: plan,
    when: 'now',
    method: 'cash',
  });
  const { body: page } = await (await manager()).get(`/invoices/${changed.invoice.id}`);
  expect(page.membership).toMatchObject({ id: member.id, name: 'All Locations', periodEnd: '2026-11-30' });
  expect(
    (await refund(changed.invoice.id, { destination: 'cash', reason: 'Did not like it', membership: 'end_at_period' }))
      .status,
  ).toBe(201);
  expect(await member.row()).toMatchObject({ cancelsOn: '2026-11-30', membershipId: plan });
});

test('a full refund that Stripe reports ends the access', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  const [intent] = [...gym.account.intents.values()];
  gym.account.refund(String(intent?.id));
  await gym.deliverAll();
  expect(await member.row()).toMatchObject({ endDate: '2026-11-09', autoRenew: false });
});

describe('a membership that already ends', () => {
  test('a membership that is canceled keeps its earlier last day', async () => {
    const member = await gym.bought('2026-11-01');
    await member.call('post', 'cancellation', { when: 'date', date: '2026-11-20', reason: 'moving' });
    await refundTo(member, 'end_at_period');
    expect(await member.row()).toMatchObject({ cancelsOn: '2026-11-20', cancelReason: 'moving' });
  });

  test('one that is canceled for later ends now when staff say so', async () => {
    const member = await gym.bought('2026-11-01');
    await member.call('post', 'cancellation', { when: 'period_end', reason: 'moving' });
    await refundTo(member, 'end_now');
    expect(await member.row()).toMatchObject({ cancelsOn: '2026-11-01', accessEnabled: false });
  });

  test('one that has ended stays as it was', async () => {
    const member = await gym.bought('2026-11-01', { autoRenew: false });
    gym.setClock('2026-12-24');
    expect((await refundTo(member, 'end_now')).status).toBe(201);
    expect(await member.row()).toMatchObject({ cancelsOn: null, endDate: '2026-11-30' });
  });
});

test('a choice about a membership that the invoice did not pay for is 409', async () => {
  const { body } = await gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
  const response = await refund(body.invoice.id, { destination: 'cash', reason: 'A mistake', membership: 'end_now' });
  expect(response).toMatchObject({
    status: 409,
    body: { message: 'This invoice did not pay for a membership. Refund it without a choice about one.' },
  });
});

test('the log says who refunded, why, and what happened to the membership', async () => {
  const member = await gym.bought('2026-11-01');
  await refundTo(member, 'end_now');
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('activity')
      .select(['action', 'actor_type', 'changes'])
      .where('action', 'in', ['invoice.refunded', 'contact-membership.canceled'])
      .orderBy('id')
      .execute(),
  );
  expect(rows).toEqual([
    expect.objectContaining({
      action: 'invoice.refunded',
      actor_type: 'user',
      changes: expect.arrayContaining([{ field: 'reason', before: null, after: 'Did not like it' }]),
    }),
    expect.objectContaining({ action: 'contact-membership.canceled', actor_type: 'user' }),
  ]);
});

describe('when all of it is refunded at Stripe', () => {
  const frozen = async (from: string, until: string | null) => {
    const member = await gym.bought('2026-11-01');
    gym.setClock('2026-11-10');
    expect((await member.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);
    gym.setClock('2026-11-15');
    gym.account.refund([...gym.account.intents.keys()][0] ?? '');
    await gym.deliverAll();
    return member;
  };

  test.each([
    ['an open freeze', null],
    ['a freeze with an end', '2026-11-29'],
  ])('%s that runs has ended, and gives no access after it', async (_freeze, until) => {
    const member = await frozen('2026-11-10', until);
    const ended = { endDate: '2026-11-14', freezes: [{ from: '2026-11-10', until: '2026-11-14' }] };
    expect(await member.row()).toMatchObject(ended);
    const [freeze] = (await member.row()).freezes;
    const again = await member.call('put', `freezes/${freeze.id}`, { until: '2026-11-15' });
    expect(again).toMatchObject({ status: 409, body: { message: 'This freeze has ended' } });
    for (const day of ['2026-11-16', '2027-02-08', '2027-02-09']) {
      gym.setClock(day);
      await gym.renew();
      expect(await member.checkIn()).toBe('Membership has expired');
    }
    expect(await member.row()).toMatchObject(ended);
  });

  test.each([null, '2026-11-29'])('a planned freeze (%s) is removed', async (until) => {
    const member = await frozen('2026-11-20', until);
    expect(await member.row()).toMatchObject({ endDate: '2026-11-14', freezes: [] });
  });

  test('a freeze in the month before, which is paid, goes on and moves its end', async () => {
    const member = await gym.bought('2026-11-01');
    gym.setClock('2026-11-30');
    await gym.renew();
    await member.call('post', 'freezes', { from: '2026-11-30', until: null, reason: 'Knee' });
    gym.setClock('2026-12-10');
    gym.account.refund([...gym.account.intents.keys()][1] ?? '');
    await gym.deliverAll();
    const [freeze] = (await member.row()).freezes;
    expect(await member.checkIn()).toBe('Membership access is suspended');
    expect((await member.call('put', `freezes/${freeze.id}`, { until: '2026-12-10' })).status).toBe(200);
    expect((await member.row()).endDate).toBe('2026-12-11');
    gym.setClock('2026-12-11');
    expect(await member.checkIn()).toBe('granted');
    gym.setClock('2026-12-12');
    expect(await member.checkIn()).toBe('Membership has expired');
  });
});

test('a renewal that is refunded at Stripe leaves an imported membership the days that were paid before the import', async () => {
  gym.setClock('2026-11-10');
  const contactId = await gym.make.contact();
  const id = await gym.make.contactMembership(contactId, {
    membership_id: await gym.make.plan(),
    start_date: '2026-01-01',
    end_date: '2026-11-30',
    periods_paid: 11,
    auto_renew: true,
    renews_by: 'manual',
  });
  gym.setClock('2026-11-25');
  await gym.renew();
  const [owed] = (await gym.books.invoices()).filter(({ contact_id }) => contact_id === contactId);
  const pay = { method: 'card', card: 'new', amount: Number(owed?.due_cents) / 100 };
  const { body } = await (await manager()).post(`/invoices/${owed?.id}/payments`, { body: pay });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  const endDate = async () => (await gym.books.memberships(contactId)).find((row) => row.id === id)?.end_date;
  expect(await endDate()).toBe('2026-12-31');
  gym.setClock('2026-11-27');
  gym.account.refund(body.paymentIntent.id);
  await gym.deliverAll();
  expect(await endDate()).toBe('2026-11-30');
});
