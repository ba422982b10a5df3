import { beforeEach, expect, test } from 'vitest';
import { findNewPeriod } from '#server/modules/member-emails/findInvoice.ts';
import { membershipInvoices } from '#server/modules/contact-memberships/invoiceSubject.ts';
import { lockInvoice } from '#server/modules/invoices/index.ts';
import { renewalsActor } from '#server/platform/http/actors.ts';
import { freeze, onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
/** Invoices are written two months ahead. */
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  const admin = await server.as(gym.users.admin);
  const body = { payments: { manualInvoiceDays: 60 } };
  expect((await admin.put(`/companies/${gym.companyId}/settings`, { body })).status).toBe(200);
});

type Member = Awaited<ReturnType<MembersGym['bought']>>;

const readEnd = async (member: Member): Promise<string> => (await member.row()).endDate;

/** Manually, and at once. */
async function bill(member: Member) {
  expect((await member.call('put', 'renewal', { autoRenew: true, by: 'manual' })).status).toBe(200);
  await gym.renew();
}

async function pay(member: Member, method: 'card' | 'cash' = 'card'): Promise<string> {
  const owed = (await member.invoices()).find(({ status }) => status === 'open' || status === 'overdue');
  const desk = await server.as(gym.users.manager);
  const body = method === 'card' ? { method, card: 'saved' } : { method, amount: (owed?.due_cents ?? 0) / 100 };
  expect((await desk.post(`/invoices/${owed?.id}/payments`, { body })).status).toBe(201);
  await gym.deliverAll();
  return readEnd(member);
}

test('a month that was refunded, is billed again and paid after the month before it was refunded too, is paid to its own end', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-25');
  await bill(member);
  await pay(member);
  await gym.refundWhole(1);
  await bill(member);
  await gym.refundWhole(0);
  expect(await pay(member, 'cash')).toBe('2026-12-31');
});

test('a year after twelve months is a year when both were paid ahead, refunded, and the year is paid again', async () => {
  const member = await gym.bought('2026-11-01');
  for (const day of ['11-30', '12-31', '01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31']) {
    gym.setClock(`${day < '11' ? 2027 : 2026}-${day}`);
    await gym.renew();
  }
  gym.setClock('2027-09-25');
  await bill(member);
  expect(await pay(member)).toBe('2027-10-31');
  const membershipId = await gym.make.plan({ price_cents: 50_000, billing_frequency: 'annually' });
  expect((await member.call('post', 'plan-change', { membershipId, when: 'renewal' })).status).toBe(200);
  await gym.renew();
  expect(await pay(member)).toBe('2028-10-31');
  await gym.refundWhole(12);
  await gym.refundWhole(11);
  expect(await readEnd(member)).toBe('2027-09-30');
  await bill(member);
  expect(await pay(member, 'cash')).toBe('2028-10-31');
});

test('the email about a period that begins when it is paid says its days after later ones were refunded', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-25');
  await bill(member);
  await pay(member);
  await gym.renew();
  await pay(member);
  await gym.refundWhole(2);
  await gym.refundWhole(1);
  await bill(member);
  gym.setClock('2026-12-20');
  await gym.renew();
  expect(await pay(member, 'cash')).toBe('2027-01-19');
  const [paid] = (await member.invoices()).slice(-1);
  const period = await server.database.scoped([gym.companyId], async (tx) =>
    findNewPeriod(tx, await lockInvoice(tx, paid?.id ?? '')),
  );
  expect(period).toEqual({ from: '2026-12-20', through: '2027-01-19' });
});

test('a renewal that was given up and is paid after a later one gives the next period, and what follows is billed', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-28');
  await bill(member);
  const [owed] = (await member.invoices()).slice(-1);
  const desk = await server.as(gym.users.manager);
  expect((await desk.post(`/invoices/${owed?.id}/void`, { body: { reason: 'Gone' } })).status).toBe(200);
  expect((await member.call('put', 'renewal', { autoRenew: true, by: 'card' })).status).toBe(200);
  gym.setClock('2027-01-05');
  expect((await member.call('post', 'bill-now')).status).toBe(200);
  expect(await readEnd(member)).toBe('2027-01-31');
  gym.setClock('2027-01-06');
  await server.database.scoped([gym.companyId], async (tx) =>
    membershipInvoices.settled(tx, await lockInvoice(tx, owed?.id ?? ''), {
      now: server.clock.now,
      actor: renewalsActor,
    }),
  );
  expect(await readEnd(member)).toBe('2027-02-28');
  gym.setClock('2027-02-28');
  await gym.renew();
  expect(await readEnd(member)).toBe('2027-03-31');
});

test('an open freeze brings back nothing of a month whose access had ended when its refund failed', async () => {
  const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_100 } });
  gym.setClock('2026-11-25');
  await bill(member);
  await pay(member);
  await gym.renew();
  gym.setClock('2026-12-10');
  gym.account.failRefund(await gym.refundWhole(1));
  await gym.deliverAll();
  gym.setClock('2026-12-12');
  await pay(member, 'cash');
  gym.setClock('2026-12-14');
  const read = async () => {
    const told: number[] = [];
    for (const day of ['2026-12-09', '2026-12-10', '2026-12-11', '2026-12-13']) told.push(await gym.readDeferred(day));
    return told;
  };
  expect(await read()).toEqual([22, 0, 0, 31]);
  expect((await member.call('post', 'freezes', freeze('2026-12-14', null))).status).toBe(200);
  expect(await read()).toEqual([22, 0, 0, 31]);
});
