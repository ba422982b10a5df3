import { beforeEach, expect, test } from 'vitest';
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

type Member = Awaited<ReturnType<MembersGym['bought']>>;

/** The last day and the days of each. */
const periods = async ({ id }: Pick<Member, 'id'>) =>
  (
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('membership_periods')
        .select(['last_day', 'days'])
        .where('contact_membership_id', '=', id)
        .orderBy('period')
        .execute(),
    )
  ).map(({ last_day, days }) => [last_day, days]);

const freeze = async (member: Member, from: string, until: string) =>
  expect((await member.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);

test('what was bought is the first period, and each renewal is one', async () => {
  const member = await gym.bought('2026-11-01');
  expect(await periods(member)).toEqual([['2026-11-30', 30]]);
  gym.setClock('2026-11-30');
  await gym.renew();
  expect(await periods(member)).toEqual([
    ['2026-11-30', 30],
    ['2026-12-31', 31],
  ]);
});

test('a freeze moves the ends on and after its first day, and no earlier one', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-30');
  await gym.renew();
  gym.setClock('2026-12-05');
  await freeze(member, '2026-12-05', '2026-12-14');
  expect(await periods(member)).toEqual([
    ['2026-11-30', 30],
    ['2027-01-10', 31],
  ]);
});

test('a period that was billed and is not paid yet moves with a freeze of the one before', async () => {
  const member = await gym.bought('2026-11-01', { autoRenew: false });
  expect((await member.call('put', 'renewal', { autoRenew: true, by: 'manual' })).status).toBe(200);
  gym.setClock('2026-11-28');
  await gym.renew();
  await freeze(member, '2026-11-29', '2026-12-08');
  expect(await periods(member)).toEqual([
    ['2026-12-10', 30],
    ['2027-01-10', 31],
  ]);
});

test('a period keeps its last day when its access is ended by a refund at Stripe', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  await gym.refundWhole(0);
  expect((await member.row()).endDate).toBe('2026-11-09');
  expect(await periods(member)).toEqual([['2026-11-30', 30]]);
});

test('the price difference of an imported plan is deferred over its days also after a period that nobody billed', async () => {
  const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contact_memberships').set({ invoice_id: null }).where('id', '=', member.id).execute(),
  );
  gym.setClock('2026-11-11');
  const membershipId = await gym.make.plan({ price_cents: 6_000 });
  expect((await member.call('post', 'plan-change', { membershipId, when: 'now', method: 'cash' })).status).toBe(200);
  expect(await gym.readDeferred('2026-11-15')).toBe(15);
  gym.setClock('2027-01-05');
  expect((await member.call('post', 'bill-now')).status).toBe(200);
  expect(await gym.readDeferred('2026-11-15')).toBe(15);
});

test('a pack that is taken back before its first visit, and paid after all, has the period of its first visit', async () => {
  const contactId = await gym.make.contact();
  const pack = {
    billing_frequency: 'one_time',
    access_duration_days: 60,
    visit_limit: 10,
    valid_from: 'first_visit',
  } as const;
  const planId = await gym.make.plan({ ...pack, price_cents: 10_000 });
  const desk = await server.as(gym.users.admin);
  const purchase = { contactId, membershipId: planId, startDate: '2026-11-01', paymentMethod: 'cash' };
  const { body: sold } = await desk.post('/memberships/purchase', { body: purchase });
  const [held] = await gym.books.memberships(contactId);
  const member = { id: held?.id ?? '' };
  const tell = (what: 'abandoned' | 'settled' | 'refundedWhole') =>
    server.database.scoped([gym.companyId], async (tx) =>
      membershipInvoices[what](tx, await lockInvoice(tx, sold.invoice.id), {
        now: server.clock.now,
        actor: renewalsActor,
      }),
    );
  await tell('abandoned');
  await tell('settled');
  gym.setClock('2026-11-03');
  const visit = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  expect((await (await server.as(gym.users.admin)).post('/checkins', { body: visit })).status).toBe(201);
  expect(await periods(member)).toEqual([['2027-01-01', 60]]);
  gym.setClock('2026-11-10');
  expect(await gym.readDeferred('2026-11-09')).toBe(90);
  await tell('refundedWhole');
  expect(await gym.readDeferred('2026-11-09')).toBe(90);
});
