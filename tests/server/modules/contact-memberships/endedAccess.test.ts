import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { lockInvoice } from '#server/modules/invoices/index.ts';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { findNewPeriod } from '#server/modules/member-emails/findInvoice.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Member = Awaited<ReturnType<MembersGym['bought']>>;

async function refundWholeAgain(refundId: string): Promise<void> {
  gym.account.failRefund(refundId);
  await gym.deliverAll();
  await gym.refundWhole(0);
  await reconcileRefunds(server.context);
}

const freeze = async (member: Member, from: string, until: string | null) =>
  expect((await member.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);

const turnOnRenewal = (member: Member, by = 'card') => member.call('put', 'renewal', { autoRenew: true, by });

const storedTerm = ({ id }: Member) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('contact_memberships')
      .select(['end_date', 'contract_end_date'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

describe('a refund at Stripe that fails at the bank and is made again', () => {
  test('leaves what was deferred on earlier days of a one-time plan', async () => {
    const plan = { price_cents: 3_000, billing_frequency: 'one_time', access_duration_days: 10 } as const;
    await gym.bought('2026-11-01', { autoRenew: false, plan });
    gym.setClock('2026-11-05');
    const refundId = await gym.refundWhole(0);
    gym.setClock('2026-11-08');
    await refundWholeAgain(refundId);
    expect(await gym.readDeferred('2026-11-03')).toBe(21);
  });

  test('gives no later end to a plan that was refunded on its first day', async () => {
    const member = await gym.bought('2026-11-01');
    const refundId = await gym.refundWhole(0);
    gym.setClock('2026-12-20');
    await refundWholeAgain(refundId);
    expect((await storedTerm(member)).end_date).toBe('2026-11-30');
  });
});

test('a contract gets no months for a freeze that a refund at Stripe has removed', async () => {
  const member = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 6 } });
  gym.setClock('2026-11-30');
  await gym.renew();
  await freeze(member, '2026-12-05', '2026-12-25');
  await gym.refundWhole(1);
  expect((await turnOnRenewal(member)).status).toBe(200);
  for (const day of ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']) {
    gym.setClock(day);
    await gym.renew();
  }
  expect((await storedTerm(member)).contract_end_date).toBe('2027-04-30');
});

test('a freeze that begins on the day of the refund at Stripe is removed, and the membership has ended', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  await freeze(member, '2026-11-10', '2026-11-24');
  await gym.refundWhole(0);
  expect(await member.row()).toMatchObject({ endDate: '2026-11-09', freezes: [] });
  expect((await turnOnRenewal(member)).body.message).toBe('This membership has ended');
});

test('the email about a period that begins when it is paid says its days after a refund at Stripe too', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-30');
  await gym.renew();
  await gym.refundWhole(1);
  await turnOnRenewal(member, 'manual');
  await gym.renew();
  gym.setClock('2026-12-20');
  const owed = (await member.invoices()).find(({ due_cents, status }) => due_cents > 0 && status !== 'refunded');
  const operator = await server.as(gym.users.operator);
  const body = { method: 'cash', amount: (owed?.due_cents ?? 0) / 100 };
  expect((await operator.post(`/invoices/${owed?.id}/payments`, { body })).status).toBe(201);
  const readPeriod = (invoiceId = '') =>
    server.database.scoped([gym.companyId], async (tx) => findNewPeriod(tx, await lockInvoice(tx, invoiceId)));
  expect(await readPeriod(owed?.id)).toEqual({ from: '2026-12-20', through: '2027-01-19' });
  // Not that of a later one, with which another plan begins.
  await turnOnRenewal(member);
  const membershipId = await gym.make.plan({ price_cents: 4_000 });
  await member.call('post', 'plan-change', { membershipId, when: 'renewal' });
  gym.setClock('2027-01-19');
  await gym.renew();
  const latest = (await member.invoices()).at(-1);
  expect(latest).toMatchObject({ status: 'paid', subtotal_cents: 4_000 });
  expect(await readPeriod(latest?.id)).toBeUndefined();
});

describe('a freeze in a paid month moves what is deferred after the next month was refunded at Stripe', () => {
  const freezeAndRefund = async (until: string | null) => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
    gym.setClock('2026-11-30');
    await gym.renew();
    await freeze(member, '2026-11-30', until);
    gym.setClock('2026-12-04');
    await gym.refundWhole(1);
    return member;
  };

  test.each([null, '2026-12-20'])('until %s, when it is ended', async (until) => {
    const member = await freezeAndRefund(until);
    gym.setClock('2026-12-05');
    expect(await gym.readDeferred('2026-12-05')).toBe(1);
    gym.setClock('2026-12-10');
    const [begun] = (await member.row()).freezes;
    expect((await member.call('put', `freezes/${begun.id}`, { until: '2026-12-10' })).status).toBe(200);
    expect(await gym.readDeferred('2026-12-10')).toBe(1);
    expect(await gym.readDeferred('2026-12-05')).toBe(1);
  });

  test('with an end, when the paid month is refunded at Stripe as well', async () => {
    await freezeAndRefund('2026-12-20');
    const deferred = await gym.readDeferred('2026-12-03');
    gym.setClock('2026-12-06');
    await gym.refundWhole(0);
    expect(await gym.readDeferred('2026-12-03')).toBe(deferred);
  });

  test('open, when it runs out', async () => {
    await freezeAndRefund(null);
    const { longest_until: lastDay } = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('membership_freezes').select('longest_until').executeTakeFirstOrThrow(),
    );
    gym.setClock(addDays(lastDay, 1));
    await gym.renew();
    expect(await gym.readDeferred(lastDay)).toBe(1);
    expect(await gym.readDeferred('2026-12-05')).toBe(1);
  });
});

describe('what is deferred on past days stays', () => {
  const readDays = async (...days: string[]) => {
    const told: number[] = [];
    for (const day of days) told.push(await gym.readDeferred(day));
    return told;
  };

  test('when a membership that was canceled for later is refunded at Stripe', async () => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
    gym.setClock('2026-11-10');
    expect((await member.call('post', 'cancellation', { when: 'period_end', reason: 'moving' })).status).toBe(200);
    gym.setClock('2026-11-20');
    expect(await readDays('2026-11-18', '2026-11-19')).toEqual([12, 11]);
    await gym.refundWhole(0);
    expect(await readDays('2026-11-18', '2026-11-19')).toEqual([12, 11]);
  });

  test('when a membership whose last day by cancellation has passed is refunded at Stripe', async () => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
    gym.setClock('2026-11-10');
    expect((await member.call('post', 'cancellation', { when: 'now', reason: 'moving' })).status).toBe(200);
    gym.setClock('2026-11-20');
    const before = await readDays('2026-11-09', '2026-11-10', '2026-11-15');
    expect(before).toEqual([21, 0, 0]);
    await gym.refundWhole(0);
    expect(await readDays('2026-11-09', '2026-11-10', '2026-11-15')).toEqual(before);
  });
});
