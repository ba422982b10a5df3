import { beforeEach, describe, expect, test } from 'vitest';
import type { Gym } from '#tests/support/gym.ts';
import {
  at,
  freeze,
  november,
  readReport as read,
  reportedGym,
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

describe('memberships', () => {
  const monthly = (start: string, end: string | null, change: object = {}) => ({
    start_date: start,
    end_date: end,
    granted_at: new Date(`${start}T18:00:00Z`),
    ...change,
  });

  test('members at start, joined, left and at the end are people, and churn is left ÷ at start', async () => {
    await make.contactMembership(contactId, monthly('2026-01-01', null));
    const leaver = await make.contact();
    await make.contactMembership(
      leaver,
      monthly('2026-01-01', '2026-12-31', {
        cancels_on: '2026-11-15',
        cancel_reason: 'price',
        canceled_at: new Date('2026-11-03T18:00:00Z'),
      }),
    );
    const changer = await make.contact();
    await make.contactMembership(changer, monthly('2026-01-01', '2026-11-10'));
    await make.contactMembership(changer, monthly('2026-11-10', '2026-12-09'));
    const newcomer = await make.contact();
    await make.contactMembership(newcomer, monthly('2026-11-05', '2026-12-04'));
    // A pass for one day, and a membership that was never granted.
    await make.contactMembership(await make.contact(), monthly('2026-11-06', '2026-11-06'));
    await make.contactMembership(
      await make.contact(),
      monthly('2026-11-06', '2026-12-06', {
        granted_at: null,
        cancels_on: '2026-11-20',
        cancel_reason: 'moving',
        canceled_at: new Date('2026-11-07T18:00:00Z'),
      }),
    );
    const { totals, rows, tables } = await read(gym.by.admin, `memberships?${november}`);
    expect(totals).toMatchObject({ atStart: 3, joined: 1, left: 1, atEnd: 3, frozen: 0, churn: 0.3333 });
    expect(
      rows
        .filter(({ joined, left }) => joined || left)
        .map(({ key, joined, left, atEnd }) => [key, joined, left, atEnd]),
    ).toEqual([
      ['2026-11-05', 1, 0, 4],
      ['2026-11-15', 0, 1, 3],
    ]);
    expect(tables.reasons).toEqual([{ key: 'price', label: 'Price', memberships: 1 }]);
  });

  test('a member whose membership is frozen on the last day counts, and is shown apart', async () => {
    const membership = await make.contactMembership(contactId, monthly('2026-01-01', '2026-12-31'));
    await freeze(server, gym, membership, '2026-11-20', null, '2026-12-20');
    expect((await read(gym.by.admin, `memberships?${november}`)).totals).toMatchObject({ atEnd: 1, frozen: 1 });
    expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-19')).totals).toMatchObject({
      atEnd: 1,
      frozen: 0,
    });
  });

  test('a membership that renews is still one on its last paid day and in the grace period', async () => {
    await make.contactMembership(contactId, monthly('2026-10-20', '2026-11-19', { auto_renew: true }));
    const ended = await make.contact();
    await make.contactMembership(ended, monthly('2026-10-20', '2026-11-19'));
    expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-20')).totals).toMatchObject({
      atStart: 2,
      left: 1,
      atEnd: 1,
    });
    expect((await read(gym.by.admin, 'memberships?from=2026-11-01&to=2026-11-22')).totals).toMatchObject({
      atStart: 2,
      left: 2,
      atEnd: 0,
    });
  });

  test('recurring revenue is what will renew: new, lost and the rest add up', async () => {
    await make.contactMembership(
      contactId,
      monthly('2026-01-01', '2026-12-31', { auto_renew: true, purchase_price_cents: 5_000 }),
    );
    await make.contactMembership(
      await make.contact(),
      monthly('2026-11-03', '2027-11-02', {
        auto_renew: true,
        billing_frequency: 'annually',
        purchase_price_cents: 60_000,
      }),
    );
    await make.contactMembership(
      await make.contact(),
      monthly('2026-01-01', '2026-12-31', {
        auto_renew: true,
        purchase_price_cents: 3_000,
        cancels_on: '2026-12-31',
        canceled_at: new Date('2026-11-10T18:00:00Z'),
      }),
    );
    await make.contactMembership(
      await make.contact(),
      monthly('2026-01-01', '2026-12-31', { auto_renew: false, purchase_price_cents: 7_000 }),
    );
    await make.contactMembership(
      await make.contact(),
      monthly('2026-11-01', '2026-11-10', { billing_frequency: 'one_time', purchase_price_cents: 9_000 }),
    );
    const { totals, previous } = await read(gym.by.admin, `memberships?${november}`);
    expect(totals).toMatchObject({ recurringRevenue: 100, recurringNew: 50, recurringChanged: 0, recurringLost: 30 });
    expect(previous).toMatchObject({ recurringRevenue: 80, recurringNew: 0, recurringLost: 0 });
  });

  test('people whose membership ends or renews in the next 30 days are listed', async () => {
    await make.contactMembership(
      contactId,
      monthly('2026-11-01', '2026-11-30', { auto_renew: true, purchase_price_cents: 5_000 }),
    );
    const ending = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
    await make.contactMembership(ending, monthly('2026-11-01', '2026-12-05'));
    await make.contactMembership(await make.contact(), monthly('2026-11-01', '2027-03-05'));
    const staying = await make.contact();
    await make.contactMembership(staying, monthly('2026-11-01', '2026-12-05'));
    await make.contactMembership(staying, monthly('2026-12-06', '2027-03-05'));
    const { tables } = await read(gym.by.admin, `memberships?${november}`);
    expect(tables.renewals).toEqual([{ key: 'card', label: 'By card', memberships: 1, expiredCards: 0, amount: 50 }]);
    expect(tables.cards).toEqual([]);
    expect(tables.ending).toMatchObject([{ label: 'Ann Oakley', detail: 'Monthly Unlimited, until Dec 5, 2026' }]);
  });

  test('a renewal counts at the price of the plan that it changes to', async () => {
    const planned = {
      planned_membership_id: await make.plan(),
      planned_name: 'Plus',
      planned_type: 'no_contract' as const,
      planned_billing_frequency: 'monthly' as const,
      planned_price_cents: 6_000,
    };
    await make.contactMembership(
      contactId,
      monthly('2026-11-01', '2026-12-05', { auto_renew: true, purchase_price_cents: 5_000, ...planned }),
    );
    expect((await read(gym.by.admin, `memberships?${november}`)).tables.renewals).toMatchObject([
      { memberships: 1, amount: 60 },
    ]);
  });
});

describe('attendance', () => {
  test('counts by day, weekday and hour of the location, and denials by reason', async () => {
    const visit = (time: string, reason?: string) =>
      make.checkin(contactId, { checkin_time: new Date(time), access_granted: !reason, reason: reason ?? null });
    await visit('2026-11-02T06:30:00Z');
    await visit('2026-11-02T07:30:00Z');
    await visit('2026-11-02T07:45:00Z');
    await visit('2026-11-02T08:00:00Z', 'Membership has expired');
    const { totals, rows, hours, tables } = await read(gym.by.admin, 'attendance?from=2026-11-01&to=2026-11-02');
    expect(totals).toEqual({ granted: 3, denied: 1 });
    expect(rows.map(({ key, granted, denied }) => [key, granted, denied])).toEqual([
      ['2026-11-01', 1, 0],
      ['2026-11-02', 2, 1],
    ]);
    expect([hours?.[6]?.[23], hours?.[0]?.[0], hours?.flat().reduce((sum, count) => sum + count)]).toEqual([1, 2, 3]);
    expect(tables.denials).toEqual([{ key: 'Membership has expired', label: 'Membership has expired', denied: 1 }]);
  });

  test('members without a visit for 14, 30 and 60 days are counted, those who joined since are not', async () => {
    const seen = async (start: string, ...visits: string[]) => {
      const id = await make.contact();
      await make.contactMembership(id, { start_date: start, granted_at: new Date(`${start}T18:00:00Z`) });
      for (const day of visits) await make.checkin(id, { checkin_time: new Date(`${day}T18:00:00Z`) });
    };
    await seen('2026-01-01', '2026-11-25');
    await seen('2026-01-01', '2026-11-10');
    await seen('2026-01-01', '2026-10-10');
    await seen('2026-01-01');
    await seen('2026-11-25');
    const { tables } = await read(gym.by.admin, `attendance?${november}`);
    expect(tables.notSeen?.map(({ key, members }) => [key, members])).toEqual([
      ['14', 3],
      ['30', 2],
      ['60', 1],
    ]);
  });
});

describe('deferred', () => {
  const paidPlan = async (change: object, cents = 3_000, invoice: object = {}) => {
    const purchase = { kind: 'purchase' as const, ...at('2026-11-01T18:00:00Z'), ...sold(cents, 240), ...invoice };
    const id = await bill.invoice(contactId, purchase, [
      { type: 'membership', name: 'Monthly Unlimited', price_cents: cents, total_cents: cents },
    ]);
    await bill.payment(id, { amount_cents: cents + 240, ...at('2026-11-01T18:00:00Z') });
    const membership = await make.contactMembership(contactId, {
      start_date: '2026-11-01',
      end_date: '2026-11-30',
      invoice_id: id,
      ...change,
    });
    return { id, membership };
  };
  const deferredOn = async (day: string) =>
    (await read(gym.by.admin, `deferred?from=2026-11-01&to=${day}`)).totals.deferred;

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
    const visit = async (packId: string, day: string, isCounted = true) => {
      const visitedAt = new Date(`${day}T18:00:00Z`);
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
    const renewal = await bill.invoice(
      contactId,
      { kind: 'renewal', ...at('2026-11-30T18:00:00Z'), ...sold(3_100, 0) },
      [{ type: 'membership', name: 'Monthly Unlimited', price_cents: 3_100, total_cents: 3_100 }],
    );
    await bill.payment(renewal, { amount_cents: 3_100, ...at('2026-11-30T18:00:00Z') });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('renewals')
        .values({
          contact_membership_id: membership,
          period: 2,
          company_id: gym.companyId,
          invoice_id: renewal,
          status: 'paid',
          next_attempt_on: null,
        })
        .execute(),
    );
    expect([
      await deferredOn('2026-11-29'),
      await deferredOn('2026-11-30'),
      await deferredOn('2026-12-01'),
      await deferredOn('2026-12-31'),
    ]).toEqual([1, 31, 30, 0]);
  });

  test('each period has its own days when the plan changed from months to a year and back', async () => {
    const { membership } = await paidPlan({
      end_date: '2027-12-31',
      periods_paid: 3,
      earlier_months: 13,
      earlier_periods: 2,
      earlier_ends: [1, 13],
    });
    for (const [period, day, cents] of [
      [2, '2026-11-30', 36_500],
      [3, '2027-11-30', 3_100],
    ] as const) {
      const invoice = await bill.invoice(contactId, { kind: 'renewal', ...at(`${day}T18:00:00Z`), ...sold(cents, 0) }, [
        { type: 'membership', name: 'Monthly Unlimited', price_cents: cents, total_cents: cents },
      ]);
      await bill.payment(invoice, { amount_cents: cents, ...at(`${day}T18:00:00Z`) });
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
    }
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
    const { membership } = await paidPlan({
      end_date: '2027-01-09',
      counted_from: '2026-12-10',
      earlier_periods: 1,
      periods_paid: 2,
    });
    const renewal = await bill.invoice(
      contactId,
      {
        kind: 'renewal',
        ...at('2026-11-30T18:00:00Z'),
        updated_at: new Date('2026-12-10T18:00:00Z'),
        ...sold(3_100, 0),
      },
      [{ type: 'membership', name: 'Monthly Unlimited', price_cents: 3_100, total_cents: 3_100 }],
    );
    await bill.payment(renewal, { amount_cents: 3_100, ...at('2026-12-10T18:00:00Z') });
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('renewals')
        .values({
          contact_membership_id: membership,
          period: 2,
          company_id: gym.companyId,
          invoice_id: renewal,
          status: 'paid',
          next_attempt_on: null,
        })
        .execute(),
    );
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
