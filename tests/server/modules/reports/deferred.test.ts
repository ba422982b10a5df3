import { beforeEach, describe, expect, test } from 'vitest';
import type { Gym } from '#tests/support/gym.ts';
import {
  at,
  freeze,
  readReport as read,
  reportedGym,
  setPeriods,
  sold,
  type ReportedGym,
} from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReportedGym['make'];
let bill: ReportedGym['bill'];
let contactId: string;

const server = await sharedServer();
beforeEach(async () => {
  ({ gym, make, bill, contactId } = await reportedGym(server));
});

const paidPlan = async (change: object, cents = 3_000, invoice: object = {}, paidAt = '2026-11-01T18:00:00Z') => {
  const purchase = { kind: 'purchase' as const, ...at('2026-11-01T18:00:00Z'), ...sold(cents, 240), ...invoice };
  const id = await bill.invoice(contactId, purchase, [
    { type: 'membership', name: 'Monthly Unlimited', price_cents: cents, total_cents: cents },
  ]);
  await bill.payment(id, { amount_cents: cents + 240, ...at(paidAt) });
  const membership = await make.contactMembership(contactId, {
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    invoice_id: id,
    ...change,
  });
  return { id, membership };
};
const deferredOn = async (day: string) => (await read(gym.by.admin, `deferred?from=${day}&to=${day}`)).totals.deferred;

/** A paid renewal. `paidAt` is when its payment came, if later. */
const renew = async (membership: string, period: number, writtenAt: string, cents: number, paidAt = writtenAt) => {
  const invoice = await bill.invoice(
    contactId,
    { kind: 'renewal', ...at(writtenAt), updated_at: new Date(paidAt), ...sold(cents, 0) },
    [{ type: 'membership', name: 'Monthly Unlimited', price_cents: cents, total_cents: cents }],
  );
  await bill.payment(invoice, { amount_cents: cents, ...at(paidAt) });
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('renewals')
      .values({
        contact_membership_id: membership,
        period,
        company_id: gym.companyId,
        invoice_id: invoice,
        status: 'paid',
        next_attempt_on: null,
      })
      .execute(),
  );
};

describe('deferred revenue', () => {
  test('is the price without tax of the term’s days after the last day', async () => {
    await paidPlan({});
    expect([
      await deferredOn('2026-11-01'),
      await deferredOn('2026-11-10'),
      await deferredOn('2026-11-29'),
      await deferredOn('2026-11-30'),
    ]).toEqual([29, 20, 1, 0]);
    const report = await read(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-10');
    expect(report.rows).toEqual([
      { key: 'Monthly Unlimited', label: 'Monthly Unlimited', memberships: 1, deferred: 20 },
    ]);
    expect(report.tables.months?.slice(0, 2)).toEqual([
      { key: '2026-11', label: 'Nov 2026', served: 20, deferred: 0 },
      { key: '2026-12', label: 'Dec 2026', served: 0, deferred: 0 },
    ]);
  });

  test('refunds, early ends and frozen days are left out', async () => {
    const { id } = await paidPlan({});
    await bill.payment(id, {
      amount_cents: 1_620,
      status: 'refunded',
      stripe_refund_id: `re_${id}`,
      ...at('2026-11-05T18:00:00Z'),
    });
    expect([await deferredOn('2026-11-04'), await deferredOn('2026-11-10')]).toEqual([26, 10]);
    await paidPlan({ cancels_on: '2026-11-08' });
    expect([await deferredOn('2026-11-07'), await deferredOn('2026-11-08')]).toEqual([11.5 + 23, 11]);
  });

  test('a freeze keeps its days: while it lasts nothing is served', async () => {
    const { membership } = await paidPlan({ end_date: '2026-12-10' });
    await freeze(server, gym, membership, '2026-11-11', '2026-11-20', '2026-12-20');
    expect([
      await deferredOn('2026-11-10'),
      await deferredOn('2026-11-15'),
      await deferredOn('2026-11-20'),
      await deferredOn('2026-11-21'),
      await deferredOn('2026-12-09'),
    ]).toEqual([20, 20, 20, 19, 1]);
  });

  describe('of a visit pack', () => {
    const packOf = (change: object = {}) =>
      paidPlan({ billing_frequency: 'one_time', visit_limit: 10, end_date: '2026-12-31', ...change });
    const visit = async (packId: string, day: string, isCounted = true, time = '18:00:00Z') => {
      const visitedAt = new Date(`${day}T${time}`);
      const checkinId = await make.checkin(contactId, { checkin_time: visitedAt });
      await server.database.scoped([gym.companyId], (tx) =>
        tx
          .insertInto('pack_visits')
          .values({
            checkin_id: checkinId,
            company_id: gym.companyId,
            contact_membership_id: packId,
            visited_at: visitedAt,
            is_counted: isCounted,
          })
          .execute(),
      );
    };

    test('is the price of the visits that are left, until the pack ends', async () => {
      const { membership } = await packOf({ end_date: '2026-11-20' });
      await visit(membership, '2026-11-03');
      await visit(membership, '2026-11-03', false);
      await visit(membership, '2026-11-05');
      expect([
        await deferredOn('2026-11-02'),
        await deferredOn('2026-11-03'),
        await deferredOn('2026-11-05'),
        await deferredOn('2026-11-19'),
        await deferredOn('2026-11-20'),
      ]).toEqual([30, 27, 24, 24, 0]);
      expect((await read(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-05')).rows).toEqual([
        { key: 'Monthly Unlimited', label: 'Monthly Unlimited', memberships: 1, deferred: 24 },
      ]);
    });

    test('and of a term: what is sold, paid and visited at the first instant of a day counts for that day', async () => {
      const midnight = '2026-11-05T07:00:00Z';
      await paidPlan({}, 3_000, at(midnight), midnight);
      const pack = { billing_frequency: 'one_time', visit_limit: 10, end_date: '2026-12-31' };
      const { membership } = await paidPlan(pack, 3_000, at(midnight), midnight);
      await visit(membership, '2026-11-07', true, '07:00:00Z');
      expect([
        await deferredOn('2026-11-04'),
        await deferredOn('2026-11-05'),
        await deferredOn('2026-11-06'),
        await deferredOn('2026-11-07'),
      ]).toEqual([0, 25 + 30, 24 + 30, 23 + 27]);
    });

    test('that waits for its first visit is all of it', async () => {
      await packOf({ end_date: null, first_visit_from: '2026-11-01' });
      expect([await deferredOn('2026-11-01'), await deferredOn('2026-11-20')]).toEqual([30, 30]);
      const { tables } = await read(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-20');
      expect(tables.months?.[0]).toMatchObject({ served: 0, deferred: 30 });
    });

    test('that is used up or canceled is nothing, and a refund leaves its share', async () => {
      const used = await packOf({ visit_limit: 1 });
      await visit(used.membership, '2026-11-04');
      await packOf({ cancels_on: '2026-11-06' });
      const { id } = await packOf();
      await bill.payment(id, {
        amount_cents: 1_620,
        status: 'refunded',
        stripe_refund_id: `re_${id}`,
        ...at('2026-11-08T18:00:00Z'),
      });
      expect([
        await deferredOn('2026-11-03'),
        await deferredOn('2026-11-04'),
        await deferredOn('2026-11-06'),
        await deferredOn('2026-11-08'),
      ]).toEqual([90, 60, 30, 15]);
    });

    test('stands beside memberships that are served by the day', async () => {
      await paidPlan({});
      await packOf();
      expect((await read(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-10')).rows).toMatchObject([
        { memberships: 2, deferred: 50 },
      ]);
    });
  });

  test('the coming months exclude refunds and the days of a freeze in them', async () => {
    const { id } = await paidPlan({ end_date: '2027-10-31', billing_frequency: 'annually' }, 36_500);
    await bill.payment(id, {
      amount_cents: 18_370,
      status: 'refunded',
      stripe_refund_id: `re_${id}`,
      ...at('2026-12-05T18:00:00Z'),
    });
    const monthsAhead = async () =>
      (await read(gym.by.admin, 'deferred?from=2026-11-01&to=2026-11-10')).tables.months?.slice(0, 2);
    // Half is refunded: for the 304 days after December, half a dollar each is left.
    expect(await monthsAhead()).toEqual([
      { key: '2026-11', label: 'Nov 2026', served: 20, deferred: 335 },
      { key: '2026-12', label: 'Dec 2026', served: 335 - 152, deferred: 152 },
    ]);
    const { membership } = await paidPlan({ end_date: '2026-12-10' });
    await freeze(server, gym, membership, '2026-11-26', '2026-12-05', '2026-12-05');
    expect(await monthsAhead()).toMatchObject([{ served: 20 + 15, deferred: 335 + 5 }, { deferred: 152 }]);
  });

  test('a renewal is served after the period before it', async () => {
    const { membership } = await paidPlan({ end_date: '2026-12-31', periods_paid: 2 });
    await renew(membership, 2, '2026-11-30T18:00:00Z', 3_100);
    expect([
      await deferredOn('2026-11-29'),
      await deferredOn('2026-11-30'),
      await deferredOn('2026-12-01'),
      await deferredOn('2026-12-31'),
    ]).toEqual([1, 31, 30, 0]);
  });

  test('each period has its own days when the plan changed from months to a year and back', async () => {
    const { membership } = await paidPlan({ end_date: '2027-12-31', periods_paid: 3, earlier_months: 13 });
    await setPeriods(server, gym, membership, [
      { period: 1, lastDay: '2026-11-30', days: 30 },
      { period: 2, lastDay: '2027-11-30', days: 365 },
      { period: 3, lastDay: '2027-12-31', days: 31 },
    ]);
    await renew(membership, 2, '2026-11-30T18:00:00Z', 36_500);
    await renew(membership, 3, '2027-11-30T18:00:00Z', 3_100);
    const on = async (day: string) => (await read(gym.by.admin, `deferred?from=${day}&to=${day}`)).totals.deferred;
    expect([
      await on('2026-11-10'),
      await on('2026-11-30'),
      await on('2026-12-31'),
      await on('2027-11-29'),
      await on('2027-12-01'),
    ]).toEqual([20, 365, 334, 1, 30]);
  });

  test('the difference of a change of plan is served over the paid days that were left', async () => {
    const { membership } = await paidPlan({});
    const difference = await bill.invoice(
      contactId,
      { kind: 'plan_change', ...at('2026-11-21T18:00:00Z'), ...sold(1_000, 0) },
      [{ type: 'membership', name: 'Premium', price_cents: 1_000, total_cents: 1_000 }],
    );
    await bill.payment(difference, { amount_cents: 1_000, ...at('2026-11-21T18:00:00Z') });
    const plan = await make.plan({ name: 'Premium' });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('plan_changes')
        .values({
          invoice_id: difference,
          company_id: gym.companyId,
          contact_membership_id: membership,
          membership_id: plan,
          name: 'Premium',
          type: 'no_contract',
          contract_length_months: null,
          price_cents: 4_000,
          location_id: null,
          contract_end_date: null,
          created_at: new Date('2026-11-21T18:00:00Z'),
          applied_at: new Date('2026-11-21T18:00:01Z'),
        })
        .execute(),
    );
    // Ten days are left, including the day of the change.
    expect([
      await deferredOn('2026-11-20'),
      await deferredOn('2026-11-21'),
      await deferredOn('2026-11-29'),
      await deferredOn('2026-11-30'),
    ]).toEqual([10, 9 + 9, 1 + 1, 0]);
  });

  test('a period that was paid after the grace period is served from that day on, and counts as one membership', async () => {
    const { membership } = await paidPlan({ end_date: '2027-01-09', counted_from: '2026-12-10', periods_paid: 2 });
    await renew(membership, 2, '2026-11-30T18:00:00Z', 3_100, '2026-12-10T18:00:00Z');
    expect([
      await deferredOn('2026-11-10'),
      await deferredOn('2026-12-05'),
      await deferredOn('2026-12-10'),
      await deferredOn('2027-01-09'),
    ]).toEqual([20, 0, 30, 0]);
    expect((await read(gym.by.admin, 'deferred?from=2026-12-11&to=2026-12-11')).rows).toMatchObject([
      { memberships: 1, deferred: 29 },
    ]);
  });
});
