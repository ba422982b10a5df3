import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Member = Awaited<ReturnType<MembersGym['bought']>>;

const turnOnRenewal = async (member: Member, by = 'card') =>
  expect((await member.call('put', 'renewal', { autoRenew: true, by })).status).toBe(200);

async function renewOn(...days: string[]): Promise<void> {
  for (const day of days) {
    gym.setClock(day);
    await gym.renew();
  }
}

async function invoiceAhead(manualInvoiceDays: number): Promise<void> {
  const admin = await server.as(gym.users.admin);
  const { status } = await admin.put(`/companies/${gym.companyId}/settings`, {
    body: { payments: { manualInvoiceDays } },
  });
  expect(status).toBe(200);
}

/** The invoice that is owed, in cash. */
async function pay(member: Member): Promise<string | undefined> {
  const owed = (await member.invoices()).find(({ status }) => status === 'open' || status === 'overdue');
  const desk = await server.as(gym.users.operator);
  const body = { method: 'cash', amount: (owed?.due_cents ?? 0) / 100 };
  expect((await desk.post(`/invoices/${owed?.id}/payments`, { body })).status).toBe(201);
  return (await member.row())?.endDate;
}

const readEnd = async (member: Member): Promise<string> => (await member.row()).endDate;

describe('a period that was refunded at Stripe before it began, and is billed again', () => {
  test.each([
    ['a month', {}, '2026-11-01', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']],
    ['a month that keeps its rhythm', {}, '2027-01-31', ['2027-02-27', '2027-03-30', '2027-04-29', '2027-05-30']],
    [
      'a month of a contract',
      { type: 'contract', contract_length_months: 6 },
      '2026-11-01',
      ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'],
    ],
    [
      'a year',
      { billing_frequency: 'annually' },
      '2026-11-01',
      ['2027-10-31', '2028-10-31', '2029-10-31', '2030-10-31'],
    ],
  ] as const)('is paid to its own end: %s', async (_what, plan, start, [first, second, third, fourth]) => {
    const member = await gym.bought(start, { plan: { ...plan } });
    await renewOn(first);
    await gym.refundWhole(1);
    expect(await readEnd(member)).toBe(first);
    await turnOnRenewal(member);
    await renewOn(first);
    expect(await readEnd(member)).toBe(second);
    await renewOn(second);
    expect(await readEnd(member)).toBe(third);
    await renewOn(third);
    expect(await readEnd(member)).toBe(fourth);
  });

  test('is deferred over its own days, also when the next one is paid', async () => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_100 } });
    await renewOn('2026-11-30');
    await gym.refundWhole(1);
    await turnOnRenewal(member);
    await renewOn('2026-11-30');
    gym.setClock('2026-12-20');
    expect(await gym.readDeferred('2026-12-10')).toBe(21);
    await renewOn('2026-12-31');
    expect([await gym.readDeferred('2026-12-10'), await gym.readDeferred('2026-12-31')]).toEqual([21, 31]);
  });

  test('is the first of another plan', async () => {
    const member = await gym.bought('2026-11-01');
    await renewOn('2026-11-30');
    await gym.refundWhole(1);
    await turnOnRenewal(member);
    const membershipId = await gym.make.plan({ price_cents: 4_000 });
    expect((await member.call('post', 'plan-change', { membershipId, when: 'renewal' })).status).toBe(200);
    await renewOn('2026-11-30');
    expect(await member.row()).toMatchObject({ endDate: '2026-12-31', membershipId });
    await renewOn('2026-12-31');
    expect(await readEnd(member)).toBe('2027-01-31');
  });
});

test('months paid ahead that are refunded and paid again, twice, give as many months as are paid', async () => {
  await invoiceAhead(60);
  const member = await gym.bought('2026-11-01');
  await turnOnRenewal(member, 'manual');
  gym.setClock('2026-11-25');
  const payTwoMonths = async () => {
    const ends: string[] = [];
    for (let month = 0; month < 2; month += 1) {
      await gym.renew();
      const owed = (await member.invoices()).find(({ status }) => status === 'open');
      const desk = await server.as(gym.users.manager);
      const { status } = await desk.post(`/invoices/${owed?.id}/payments`, { body: { method: 'card', card: 'saved' } });
      expect(status).toBe(201);
      await gym.deliverAll();
      ends.push(await readEnd(member));
    }
    return ends;
  };
  const twoMonths = ['2026-12-31', '2027-01-31'];
  expect(await payTwoMonths()).toEqual(twoMonths);
  for (const [first, second] of [
    [2, 1],
    [3, 4],
  ] as const) {
    await gym.refundWhole(first);
    await gym.refundWhole(second);
    expect(await readEnd(member)).toBe('2026-11-30');
    await turnOnRenewal(member, 'manual');
    expect(await payTwoMonths()).toEqual(twoMonths);
  }
});

describe('a period that was billed before the one before it was refunded at Stripe', () => {
  async function billAndRefund() {
    const member = await gym.bought('2026-11-01');
    await turnOnRenewal(member, 'manual');
    await renewOn('2026-11-25');
    await gym.refundWhole(0);
    return member;
  }
  test.each(['2026-11-26', '2026-12-05'])('is paid to its own end on %s', async (day) => {
    const member = await billAndRefund();
    gym.setClock(day);
    expect(await pay(member)).toBe('2026-12-31');
    await turnOnRenewal(member);
    await renewOn('2026-12-31');
    expect(await readEnd(member)).toBe('2027-01-31');
  });

  test.each(['2026-12-12', '2026-12-20', '2027-01-05'])(
    'defers nothing again of the one whose refund failed, when it is paid on %s',
    async (day) => {
      await invoiceAhead(60);
      const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_100 } });
      await turnOnRenewal(member, 'manual');
      gym.setClock('2026-11-25');
      await gym.renew();
      const desk = await server.as(gym.users.manager);
      const december = (await member.invoices()).at(-1);
      const body = { method: 'card', card: 'saved' };
      expect((await desk.post(`/invoices/${december?.id}/payments`, { body })).status).toBe(201);
      await gym.deliverAll();
      await gym.renew();
      gym.setClock('2026-12-10');
      gym.account.failRefund(await gym.refundWhole(1));
      await gym.deliverAll();
      gym.setClock(day);
      const read = async () => {
        const told: number[] = [];
        for (const past of ['2026-11-20', '2026-12-05', '2026-12-09', '2026-12-10', '2026-12-11'])
          told.push(await gym.readDeferred(past));
        return told;
      };
      const before = await read();
      expect(before.slice(1)).toEqual([26, 22, 0, 0]);
      expect(await pay(member)).toBe('2027-01-31');
      expect(await read()).toEqual(before);
    },
  );

  test('has the days of the plan that begins with it', async () => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_100 } });
    await turnOnRenewal(member, 'manual');
    const membershipId = await gym.make.plan({ billing_frequency: 'annually', price_cents: 36_500 });
    expect((await member.call('post', 'plan-change', { membershipId, when: 'renewal' })).status).toBe(200);
    await renewOn('2026-11-25');
    await gym.refundWhole(0);
    gym.setClock('2026-11-26');
    expect(await pay(member)).toBe('2027-11-30');
    gym.setClock('2027-01-20');
    expect(await gym.readDeferred('2027-01-15')).toBe(319);
  });

  test('gives way to the one that runs when it is paid after its end', async () => {
    const member = await billAndRefund();
    gym.setClock('2027-01-10');
    expect(await pay(member)).toBe('2027-01-31');
  });

  test('and is void now, is billed again for the days that follow', async () => {
    await invoiceAhead(60);
    const member = await gym.bought('2026-11-01');
    await renewOn('2026-11-30');
    await turnOnRenewal(member, 'manual');
    await gym.renew();
    await gym.refundWhole(1);
    const owed = (await member.invoices()).find(({ status }) => status === 'open');
    const manager = await server.as(gym.users.manager);
    expect((await manager.post(`/invoices/${owed?.id}/void`, { body: { reason: 'Gone' } })).status).toBe(200);
    await turnOnRenewal(member, 'manual');
    await gym.renew();
    expect(await pay(member)).toBe('2026-12-31');
  });
});

test('a renewal that is paid after its plan was refunded on its first day is money for nothing', async () => {
  await invoiceAhead(28);
  const member = await gym.bought('2027-02-01');
  await turnOnRenewal(member, 'manual');
  await gym.renew();
  await gym.refundWhole(0);
  await pay(member);
  expect((await member.invoices()).at(-1)).toMatchObject({ status: 'paid', metadata: { isPaidForNothing: true } });
});
