import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { sql, type RawBuilder } from 'kysely';
import { periodBounds, type ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  selectCalendar,
  closedAt,
  selectDays,
  paymentsAndRefunds,
  completedPayments,
  refundedPayments,
  selectWindows,
  type ReportLocation,
} from './windows.ts';

interface PaymentsOfDay {
  readonly day: string;
  readonly method: PaymentMethod;
  readonly name: string | null;
  readonly moneyIn: number;
  readonly refunded: number;
}

export const reportMoneyRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /**
   * A payment's location is that of its invoice. If all locations are requested and have one time zone, it is not looked
   * up, and each day is summed from a covering index.
   */
  async payments(period: ReportPeriod): Promise<PaymentsOfDay[]> {
    const { isAtLocation, mayBeInPeriod, dayOf, isPeriodDay, hasOneClock } = selectCalendar(locations, period);
    const ids = locations.map(({ id }) => id);
    const { rows: others } = await sql`select from locations l where l.id <> all (${ids}::uuid[]) limit 1`.execute(tx);
    const isEverywhere = hasOneClock && others.length === 0;
    const here = isEverywhere
      ? sql`where`
      : sql`join invoices i on i.id = p.invoice_id where ${isAtLocation(sql`i.location_id`)} and`;
    const byRow = (money: RawBuilder<unknown>) => sql`
        select ${dayOf(sql`p.at`, sql`i.location_id`)} as day, p.method, p.name, p.money_in, p.refunded
          from (${money}) as p ${here} ${mayBeInPeriod(sql`p.at`)}`;
    const byDay = sql`
        select w.day, s.method, s.name, s.money_in, 0 as refunded
          from (${selectDays(locations.slice(0, 1), period)}) as w
         cross join lateral (
           select p.method, p.name, sum(p.money_in) as money_in from (${completedPayments}) as p where p.at >= w.since and p.at < w.before group by 1, 2) as s`;
    const { rows } = await sql<PaymentsOfDay>`
      with moved as (${isEverywhere ? byDay : byRow(completedPayments)}
        union all ${byRow(refundedPayments)}
        offset 0)
      select day::text, method, name, sum(money_in)::float8 as "moneyIn", sum(refunded)::float8 as refunded
        from moved where ${isPeriodDay(sql`day`)} group by moved.day, method, name`.execute(tx);
    return rows;
  },

  /** The last first, in cents. */
  async drawers(
    period: ReportPeriod,
    limit: number,
  ): Promise<{ id: string; number: number; location: string; closedOn: string; expected: number; counted: number }[]> {
    const { rows } = await sql<{
      id: string;
      number: number;
      location: string;
      closedOn: string;
      expected: number;
      counted: number;
    }>`
      with w as materialized (${selectWindows(locations, period)})
      select d.id, d.number, l.name as location, (d.closed_at at time zone w.timezone)::date::text as "closedOn", d.counted_cents as counted,
             d.float_cents + d.cash_sales_cents - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents as expected
        from w
        join drawers d on d.location_id = w.location_id and d.closed_at >= w.since and d.closed_at < w.before
        join locations l on l.id = d.location_id
       order by d.closed_at desc, d.id limit ${limit}`.execute(tx);
    return rows;
  },

  /** The newest for each day or days, the last days first. */
  async reconciliations(
    period: ReportPeriod,
    limit: number,
  ): Promise<
    { id: string; from: string; to: string; matched: number; differences: number; fees: number; payouts: number }[]
  > {
    const { rows } = await sql<{
      id: string;
      from: string;
      to: string;
      matched: number;
      differences: number;
      fees: number;
      payouts: number;
    }>`
      select distinct on (r.to_day, r.from_day, r.company_id) r.id, r.from_day::text as from, r.to_day::text as to, r.matched, r.difference_count as differences,
             r.fees_cents::float8 as fees, r.payouts_cents::float8 as payouts
        from reconciliations r
       where r.company_id in (select l.company_id from locations l where l.id = any (${locations.map(({ id }) => id)}::uuid[]))
         and r.status = 'completed' and r.is_test_mode is not null and r.from_day >= ${period.from}::date and r.to_day <= ${period.to}::date
       order by r.to_day desc, r.from_day desc, r.company_id, r.created_at desc, r.id desc limit ${limit}`.execute(tx);
    return rows;
  },

  /** Invoice by invoice: the amount due now plus what was paid or written off since. */
  owed(period: ReportPeriod, now: Date): RawBuilder<unknown> {
    const isOver = locations.some(({ timezone }) => periodBounds(timezone, period).before <= now);
    const columns = sql`i.id, i.location_id, i.status, i.total_cents, i.paid_cents, i.written_off_cents, i.due_cents, i.customer_first_name || ' ' || i.customer_last_name as customer, i.created_at, i.updated_at`;
    return sql`
      with w as materialized (${selectWindows(locations, period)}),
      touched as (
        select ${columns} from w join invoices i on i.location_id = w.location_id and i.status in ('open', 'partially_paid', 'overdue') and i.created_at < w.before
        union all
        select ${columns} from w join invoices i on i.location_id = w.location_id and i.status in ('paid', 'refunded', 'void') and i.created_at < w.before and i.updated_at >= w.before
         where ${isOver}),
      candidates as (
        select i.id, i.status, i.total_cents, i.customer, (i.created_at at time zone w.timezone)::date as written_on, w.last_day,
               case when i.status in ('open', 'partially_paid', 'overdue') then i.due_cents else 0 end
               + coalesce((select sum(p.money_in) from ${paymentsAndRefunds} as p where p.invoice_id = i.id and p.at >= w.before and i.updated_at >= w.before), 0)
               + case when i.status = 'void' and i.updated_at >= w.before and ${closedAt} >= w.before
                      then case when i.written_off_cents > 0 then i.written_off_cents else i.total_cents - i.paid_cents end else 0 end as due
          from touched i join w on w.location_id = i.location_id),
      owed as (
        select id, customer, written_on, last_day - written_on as days, least(due, total_cents)::float8 as due,
               case when due < total_cents then 'partiallyPaid' when status = 'overdue' then 'overdue' else 'open' end as state
          from candidates where due > 0)`;
  },

  async toCollect(
    period: ReportPeriod,
    now: Date,
  ): Promise<{ days: number; state: 'open' | 'partiallyPaid' | 'overdue'; invoices: number; due: number }[]> {
    const { rows } = await sql<{
      days: number;
      state: 'open' | 'partiallyPaid' | 'overdue';
      invoices: number;
      due: number;
    }>`
      ${this.owed(period, now)}
      select days, state, count(*)::int as invoices, sum(due) as due from owed group by days, state`.execute(tx);
    return rows;
  },

  async oldestOwed(
    period: ReportPeriod,
    now: Date,
    limit: number,
  ): Promise<{ id: string; customer: string; writtenOn: string; due: number }[]> {
    const { rows } = await sql<{ id: string; customer: string; writtenOn: string; due: number }>`
      ${this.owed(period, now)}
      select id, customer, written_on::text as "writtenOn", due from owed order by written_on, id limit ${limit}`.execute(
      tx,
    );
    return rows;
  },

  async writtenOff(period: ReportPeriod): Promise<{ day: string; cents: number }[]> {
    const { rows } = await sql<{ day: string; cents: number }>`
      with w as materialized (${selectWindows(locations, period)}),
      closed as materialized (
        select w.timezone, w.since, w.before, i.written_off_cents as cents, ${closedAt} as at
          from w join invoices i on i.location_id = w.location_id and i.written_off_cents > 0)
      select (at at time zone timezone)::date::text as day, sum(cents)::float8 as cents
        from closed where at >= since and at < before group by 1`.execute(tx);
    return rows;
  },
});
