import { sql } from 'kysely';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { closedAt, paymentsAndRefunds, type ReportLocation, selectWindows } from '#server/modules/reports/index.ts';
import type { BookedAmount } from './journal.ts';

/** They add up the events of that day, not the present state: a void today changes today's books, not those of the invoice's day. */
export const accountingRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /** On the day they were written, and again on the day they were voided. */
  async sold(period: ReportPeriod): Promise<BookedAmount[]> {
    const { rows } = await sql<BookedAmount>`
      with w as materialized (${selectWindows(locations, period)}),
      booked as (
        select 'sale' as what, w.location_id, (i.created_at at time zone w.timezone)::date as day, i.id, i.tax_cents, i.kind = 'manual_balance' as is_opening_balance
          from w join invoices i on i.location_id = w.location_id and i.created_at >= w.since and i.created_at < w.before and i.status <> 'draft'
        union all
        select 'void', w.location_id, (closed.at at time zone w.timezone)::date, i.id, i.tax_cents, i.kind = 'manual_balance' as is_opening_balance
          from w join invoices i on i.location_id = w.location_id and i.status = 'void' and i.written_off_cents = 0 and i.updated_at >= w.since
         cross join lateral (select ${closedAt} as at) as closed
         where closed.at >= w.since and closed.at < w.before),
      parts as (
        select case when not b.is_opening_balance then b.what when b.what = 'sale' then 'opening' else 'openingVoid' end as what, b.location_id, b.day,
               case when not b.is_opening_balance then l.type end as kind, case l.type when 'membership' then l.item_id end as of, l.total_cents as cents
          from booked b join invoice_lines l on l.invoice_id = b.id
        union all
        select b.what, b.location_id, b.day, 'tax', null, b.tax_cents from booked b where b.tax_cents <> 0)
      select day::text, location_id as "locationId", what, kind, of, sum(cents)::float8 as cents from parts group by day, location_id, what, kind, of`.execute(
      tx,
    );
    return rows;
  },

  /** A payment after a write-off is a recovery. */
  async moved(period: ReportPeriod): Promise<BookedAmount[]> {
    const { rows } = await sql<BookedAmount>`
      with w as materialized (${selectWindows(locations, period)}),
      lost as materialized (
        select w.location_id, w.timezone, w.since, w.before, i.id, i.total_cents, coalesce(written.at, i.updated_at) as at
          from w join invoices i on i.location_id = w.location_id and (i.closed_reason is not null or i.written_off_cents > 0)
          left join lateral (
            select max(a.at) as at from activity a where a.record_id = i.id and a.action = 'invoice.written-off') as written on true
         where written.at is not null or i.written_off_cents > 0),
      booked as (
        select case when p.refunded <> 0 then case when i.kind = 'manual_balance' then 'openingRefund' else 'refund' end when lost.at <= p.at then 'recovery' else 'payment' end as what,
               w.location_id, (p.at at time zone w.timezone)::date as day, p.method as kind, p.name as of, p.money_in + p.refunded as cents
          from w join invoices i on i.location_id = w.location_id
          join ${paymentsAndRefunds} as p on p.invoice_id = i.id and p.at >= w.since and p.at < w.before
          left join lost on lost.id = i.id
        union all
        select 'writeOff', lost.location_id, (lost.at at time zone lost.timezone)::date, null, null,
               lost.total_cents - coalesce((select sum(p.money_in) from ${paymentsAndRefunds} as p where p.invoice_id = lost.id and p.at < lost.at), 0)
          from lost where lost.at >= lost.since and lost.at < lost.before)
      select day::text, location_id as "locationId", what, kind, of, sum(cents)::float8 as cents
        from booked group by day, location_id, what, kind, of having sum(cents) <> 0`.execute(tx);
    return rows;
  },

  /** Rounded once for all refunds of an invoice together, so a full refund has all of its tax. */
  async refundedTax(period: ReportPeriod): Promise<BookedAmount[]> {
    const { rows } = await sql<BookedAmount>`
      with w as materialized (${selectWindows(locations, period)}),
      refunded as (
        select distinct w.location_id, w.timezone, w.since, w.before, i.id, i.tax_cents, i.total_cents
          from w join invoices i on i.location_id = w.location_id and i.tax_cents > 0
          join ${paymentsAndRefunds} as p on p.invoice_id = i.id and p.refunded <> 0 and p.at >= w.since and p.at < w.before),
      through as (
        select r.location_id, r.timezone, r.since, r.before, r.id, p.at,
               round(r.tax_cents::numeric * least(r.total_cents, sum(p.refunded) over turn) / r.total_cents) as tax_through
          from refunded r join ${paymentsAndRefunds} as p on p.invoice_id = r.id and p.refunded <> 0 and p.at < r.before
        window turn as (partition by r.id order by p.at rows unbounded preceding)),
      split as (
        select t.location_id, t.timezone, t.since, t.at,
               t.tax_through - coalesce(lag(t.tax_through) over (partition by t.id order by t.at, t.tax_through), 0) as cents
          from through t)
      select (at at time zone timezone)::date::text as day, location_id as "locationId", 'refundedTax' as what, sum(cents)::float8 as cents
        from split where at >= since group by 1, 2 having sum(cents) <> 0`.execute(tx);
    return rows;
  },

  async drawers(period: ReportPeriod): Promise<BookedAmount[]> {
    const { rows } = await sql<BookedAmount>`
      with w as materialized (${selectWindows(locations, period)}),
      moved as (
        select 'cashMoved' as what, w.location_id, w.timezone, d.opened_at as at, d.float_cents - coalesce(d.last_counted_cents, 0) as cents
          from w join drawers d on d.location_id = w.location_id and d.opened_at >= w.since and d.opened_at < w.before
        union all
        select 'cashMoved', w.location_id, w.timezone, m.created_at, case m.type when 'in' then m.amount_cents else -m.amount_cents end
          from w join drawers d on d.location_id = w.location_id and d.opened_at < w.before and (d.closed_at is null or d.closed_at >= w.since)
          join drawer_movements m on m.drawer_id = d.id and m.type in ('in', 'out') and m.created_at >= w.since and m.created_at < w.before
        union all
        select 'overShort', w.location_id, w.timezone, d.closed_at,
               d.counted_cents - (d.float_cents + d.cash_sales_cents - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents)
          from w join drawers d on d.location_id = w.location_id and d.closed_at >= w.since and d.closed_at < w.before)
      select (at at time zone timezone)::date::text as day, location_id as "locationId", what, sum(cents)::float8 as cents
        from moved group by 1, 2, 3 having sum(cents) <> 0`.execute(tx);
    return rows;
  },
});
