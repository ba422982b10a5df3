import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { timeZones } from '#domain/shared/timeZones.ts';
import { addDays, startOfDay } from '#domain/shared/dates.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: MembersGym;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
});
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;

/** Bought on November 1, and paid by hand from the first renewal on. */
async function isManual(plan: Parameters<MembersGym['make']['plan']>[0] = {}): Promise<Held> {
  const membership = await gym.bought('2026-11-01', { plan });
  await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
  return membership;
}
const on = async (day: string) => {
  gym.setClock(day);
  await gym.renew();
};
const billed = async (membership: Held) => (await membership.invoices()).slice(1);
const pay = async (membership: Held, body: object = { method: 'cash' }, nth = 0) =>
  (await server.as(gym.users.operator)).post(`/invoices/${(await billed(membership))[nth]?.id}/payments`, { body });
const settings = async (body: object) =>
  (await server.as(gym.users.admin)).put(`/companies/${gym.companyId}/settings`, { body });

describe('the invoice of the next period', () => {
  test('is written once, seven days before the end, at the plan’s price with today’s tax, without fees and required items', async () => {
    const membership = await isManual({ price_cents: 6_000 });
    await on('2026-11-22');
    expect(await billed(membership)).toEqual([]);
    await on('2026-11-23');
    await Promise.all([gym.renew(), gym.renew(), gym.renew()]);
    expect(await billed(membership)).toMatchObject([
      { status: 'open', subtotal_cents: 6_000, tax_cents: 480, due_cents: 6_480, created_by: null },
    ]);
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', graceUntil: null, autoRenew: true });
    expect(gym.account.charges.size).toBe(1);
    const emails = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select('data').where('kind', '=', 'invoice-due').execute(),
    );
    expect(emails).toMatchObject([{ data: { on: '2026-11-30' } }]);
  });

  test('is written as many days before the end as the settings say, even without Stripe', async () => {
    await settings({ payments: { manualInvoiceDays: 3 } });
    const membership = await isManual();
    await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
    await on('2026-11-26');
    expect(await billed(membership)).toEqual([]);
    await on('2026-11-27');
    expect(await billed(membership)).toHaveLength(1);
    const [renewal] = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('renewals').select('invoice_days').execute(),
    );
    expect(renewal).toEqual({ invoice_days: 3 });
  });

  test('is not written for a membership that is frozen, canceled, at its contract’s end, without renewal or held', async () => {
    const [frozen, canceled, ended, off, imported] = [
      await isManual(),
      await isManual(),
      await isManual({ type: 'contract', contract_length_months: 1 }),
      await isManual(),
      await isManual(),
    ];
    await frozen?.call('post', 'freezes', { from: '2026-11-01', until: '2026-11-25', reason: 'Travel' });
    await canceled?.call('post', 'cancellation', { reason: 'price' });
    await off?.call('put', 'renewal', { autoRenew: false });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('contact_memberships')
        .set({ auto_renew: false, renewal_on_hold: 'manual' })
        .where('id', '=', imported?.id ?? '')
        .execute(),
    );
    await on('2026-11-25');
    for (const membership of [frozen, canceled, ended, off, imported])
      expect(membership && (await billed(membership))).toEqual([]);
  });

  test.each(timeZones)('in %s comes from six in the morning, by the local clock', async (timezone) => {
    const membership = await isManual();
    await server.database.scoped([gym.companyId], (tx) => tx.updateTable('locations').set({ timezone }).execute());
    const six = new Date(startOfDay(timezone, '2026-11-23').getTime() + 6 * 3_600_000);
    server.clock.now = new Date(six.getTime() - 1);
    await gym.renew();
    expect(await billed(membership)).toEqual([]);
    server.clock.now = six;
    await gym.renew();
    expect(await billed(membership)).toHaveLength(1);
  });
});

describe('a payment', () => {
  test('extends the end once, and the next invoice follows a period later', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    const [first, second] = await Promise.all([pay(membership), pay(membership)]);
    expect([first.status, second.status].toSorted()).toEqual([201, 409]);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', graceUntil: null });
    await on('2026-12-23');
    expect(await billed(membership)).toHaveLength(1);
    await on('2026-12-24');
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['paid', 'open']);
  });

  test('in part extends nothing until the rest is paid', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await pay(membership, { method: 'cash', amount: 20 });
    await on('2026-12-02');
    expect([
      (await billed(membership))[0]?.status,
      (await membership.row()).endDate,
      await membership.checkIn(),
    ]).toEqual(['partially_paid', '2026-11-30', 'granted']);
    await pay(membership, { method: 'other', otherMethod: 'Check' });
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31' });
  });

  test('by card books the period like cash', async () => {
    const membership = await isManual();
    await on('2026-11-25');
    expect((await pay(membership, { method: 'card', card: 'saved' })).status).toBe(201);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', renewsBy: 'manual' });
  });
});

describe('without a payment', () => {
  test('the invoice is overdue after the end, and access lasts through the grace period', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await on('2026-11-30');
    expect((await billed(membership))[0]?.status).toBe('open');
    gym.setClock('2026-12-01');
    // Check-in does not wait for the job.
    expect(await membership.checkIn()).toBe('granted');
    await gym.renew();
    expect((await billed(membership))[0]?.status).toBe('overdue');
    expect(await membership.row()).toMatchObject({
      endDate: '2026-11-30',
      graceUntil: '2026-12-03',
      autoRenew: true,
      renewalStopped: null,
    });
    gym.setClock('2026-12-04');
    expect(await membership.checkIn()).toBe('Membership has expired');
    for (let day = 0; day < 20; day += 1) await on(addDays('2026-12-04', day));
    expect(await billed(membership)).toHaveLength(1);
  });

  test.each([
    ['2026-12-03', '2026-12-31', 'follows the old end while the grace period lasts'],
    ['2026-12-04', '2027-01-03', 'begins on the day of payment after them'],
    ['2027-01-31', '2027-02-27', 'begins on the day of payment months later'],
  ])('paid on %s the period runs to %s: it %s', async (day, end) => {
    const membership = await isManual();
    await on('2026-11-23');
    await on(day);
    await pay(membership);
    expect(await membership.row()).toMatchObject({ endDate: end, graceUntil: null });
    expect(await membership.checkIn()).toBe('granted');
  });
});

describe('a change before the end', () => {
  test('a cancellation voids the invoice, and undoing it writes a new one', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await membership.call('post', 'cancellation', { reason: 'price' });
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['void']);
    await membership.call('delete', 'cancellation');
    await gym.renew();
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['void', 'open']);
  });

  test('turning renewal off voids it, and leaves no grace period', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await membership.call('put', 'renewal', { autoRenew: false });
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['void']);
    gym.setClock('2026-12-01');
    expect(await membership.checkIn()).toBe('Membership has expired');
  });

  test('a freeze moves the end, and the invoice is overdue after the new end', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await membership.call('post', 'freezes', { from: '2026-11-25', until: '2026-12-04', reason: 'Travel' });
    await on('2026-12-09');
    expect([(await billed(membership)).map(({ status }) => status), (await membership.row()).endDate]).toEqual([
      ['open'],
      '2026-12-10',
    ]);
    await on('2026-12-11');
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['overdue']);
    await pay(membership);
    expect(await membership.row()).toMatchObject({ endDate: '2027-01-10' });
  });

  test.each(['taken back by a cancellation that is undone', 'voided'])(
    'its grace period go with it when it is %s during an open freeze, which moves the end',
    async (how) => {
      const membership = await isManual();
      await on('2026-11-23');
      await membership.call('post', 'freezes', { from: '2026-11-24', until: null, reason: 'Travel' });
      await on('2026-12-05');
      if (how !== 'voided') {
        await membership.call('post', 'cancellation', { reason: 'price' });
        await membership.call('delete', 'cancellation');
      } else
        expect(
          (
            await (
              await server.as(gym.users.manager)
            ).post(`/invoices/${(await billed(membership))[0]?.id}/void`, { body: { reason: 'A mistake' } })
          ).status,
        ).toBe(200);
      expect(await billed(membership)).toMatchObject([{ status: 'void' }]);
      const rows = await server.database.scoped([gym.companyId], (tx) =>
        tx.selectFrom('contact_memberships').select('grace_days').execute(),
      );
      expect(rows).toEqual([{ grace_days: null }]);
    },
  );

  test('a change of plan rewrites the invoice at the new price, and undoing it at the old price', async () => {
    const membership = await isManual();
    const membershipId = await gym.make.plan({ name: 'Gold', price_cents: 8_000 });
    await on('2026-11-23');
    expect((await membership.call('post', 'plan-change', { membershipId })).status).toBe(200);
    await gym.renew();
    expect((await billed(membership)).map(({ status, subtotal_cents }) => [status, subtotal_cents])).toEqual([
      ['void', 4_999],
      ['open', 8_000],
    ]);
    await membership.call('delete', 'plan-change');
    await gym.renew();
    expect((await billed(membership)).map(({ status, subtotal_cents }) => [status, subtotal_cents])).toEqual([
      ['void', 4_999],
      ['void', 8_000],
      ['open', 4_999],
    ]);
    await pay(membership, { method: 'cash', amount: 1 }, 2);
    expect(await membership.call('post', 'plan-change', { membershipId })).toMatchObject({ status: 409 });
  });

  test('when renewal changes to the card, the invoice is charged on the last paid day', async () => {
    const membership = await isManual();
    await on('2026-11-23');
    await membership.call('put', 'renewal', { autoRenew: true, by: 'card' });
    await on('2026-11-29');
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['open']);
    await on('2026-11-30');
    expect((await billed(membership)).map(({ status }) => status)).toEqual(['paid']);
    expect(await membership.row()).toMatchObject({ endDate: '2026-12-31' });
  });

  test('after a concurrent payment and turning renewal off it is either paid and extended, or void', async () => {
    for (let round = 0; round < 5; round += 1) {
      const membership = await isManual();
      await on('2026-11-23');
      const [paid] = await Promise.all([pay(membership), membership.call('put', 'renewal', { autoRenew: false })]);
      const [invoice] = await billed(membership);
      expect([invoice?.status, (await membership.row()).endDate]).toEqual(
        paid.status === 201 ? ['paid', '2026-12-31'] : ['void', '2026-11-30'],
      );
    }
  });
});
