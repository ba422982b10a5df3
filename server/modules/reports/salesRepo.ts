import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isSold } from '#server/modules/invoices/index.ts';
import { selectCalendar, selectDays, paymentsAndRefunds, type ReportLocation } from './windows.ts';

interface SalesOfDay {
  readonly day: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

interface SalesOfGroup extends Omit<SalesOfDay, 'day'> {
  readonly key: string;
  readonly label: string;
  readonly refunds: number;
}

type SalesGrouping = 'category' | 'item' | 'staff';

export const reportSalesRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /** The total is the sum of the other two. */
  async salesByDay(period: ReportPeriod): Promise<SalesOfDay[]> {
    const { rows } = await sql<SalesOfDay>`
      with w as materialized (${selectDays(locations, period)}),
      sold as (
        select w.day, s.net, s.tax
          from w
         cross join lateral (
           select sum(i.subtotal_cents) as net, sum(i.tax_cents) as tax
             from invoices i where i.location_id = w.location_id and ${isSold} and i.created_at >= w.since and i.created_at < w.before) as s
         where s.net is not null)
      select day::text, sum(net)::float8 as net, sum(tax)::float8 as tax, sum(net + tax)::float8 as gross from sold group by sold.day`.execute(
      tx,
    );
    return rows;
  },

  async refundsByDay(period: ReportPeriod): Promise<{ day: string; refunds: number }[]> {
    const { isAtLocation, mayBeInPeriod, dayOf, isPeriodDay } = selectCalendar(locations, period);
    const { rows } = await sql<{ day: string; refunds: number }>`
      with moved as (
        select ${dayOf(sql`p.at`, sql`i.location_id`)} as day, sum(p.refunded) as refunds
          from ${paymentsAndRefunds} as p join invoices i on i.id = p.invoice_id
         where p.refunded <> 0 and i.kind <> 'manual_balance' and ${isAtLocation(sql`i.location_id`)} and ${mayBeInPeriod(sql`p.at`)}
         group by 1)
      select day::text, refunds::float8 as refunds from moved where ${isPeriodDay(sql`day`)}`.execute(tx);
    return rows;
  },

  salesBy(group: SalesGrouping, period: ReportPeriod): Promise<SalesOfGroup[]> {
    return group === 'staff' ? this.salesByStaff(period) : this.salesByLine(group, period);
  },

  /**
   * By the lines of the invoices. A line has its share of the tax, rounded half up, and the last line the remainder. A refund is
   * split among the lines by their price with tax, so that the shares add up to it. Most invoices have one line and no refund.
   * So first every invoice is summed as if it had only its first line, which PostgreSQL can do in parallel; then the few others
   * move the amounts of their further lines.
   */
  async salesByLine(group: 'category' | 'item', period: ReportPeriod): Promise<SalesOfGroup[]> {
    const { isAtLocation } = selectCalendar(locations, period);
    const isSoldInPeriod = this.isSoldIn(period);
    const { rows } = await sql<SalesOfGroup>`
      with back as materialized (${this.refundedIn(period)}),
      shared as materialized (
        select b.id from back b union select l.invoice_id from invoice_lines l where l.position > 0),
      counted as (
        select i.id, ${isSoldInPeriod} as is_sold, coalesce(b.cents, 0) as refunds, i.subtotal_cents, i.tax_cents, i.total_cents
          from shared s join invoices i on i.id = s.id left join back b on b.id = s.id
         where ${isAtLocation(sql`i.location_id`)} and (b.id is not null or ${isSoldInPeriod})),
      priced as (
        select c.id, c.is_sold, c.refunds, c.tax_cents, c.total_cents, l.position, l.type, l.item_id, l.name, l.total_cents as net,
               sum(l.total_cents) over line as net_through, lead(l.position) over line is null as is_last,
               sum(case when c.subtotal_cents = 0 then 0 else round(c.tax_cents::numeric * l.total_cents / c.subtotal_cents) end) over line as shares
          from counted c join invoice_lines l on l.invoice_id = c.id
        window line as (partition by c.id order by l.position)),
      taxed as (
        select p.id, p.is_sold, p.refunds, p.tax_cents, p.total_cents, p.position, p.type, p.item_id, p.name, p.net, p.net_through,
               case when p.is_last then p.tax_cents else least(p.tax_cents, p.shares) end as tax_through
          from priced p),
      through as (
        select t.id, t.is_sold, t.tax_cents, t.position, t.type, t.item_id, t.name, t.net, t.tax_through,
               case when t.total_cents = 0 then 0 else round(t.refunds::numeric * (t.net_through + t.tax_through) / t.total_cents) end as refunds_through
          from taxed t),
      shares as (
        select t.is_sold, t.type, t.item_id, t.name, case when t.position > 0 then t.net else 0 end as net,
               t.tax_through - coalesce(lag(t.tax_through) over line, 0) - case when t.position > 0 then 0 else t.tax_cents end as tax,
               t.refunds_through - coalesce(lag(t.refunds_through) over line, 0) as refunded
          from through t
        window line as (partition by t.id order by t.position)),
      split as (
        select s.type, s.item_id, s.name, sum(s.net) filter (where s.is_sold) as net, sum(s.tax) filter (where s.is_sold) as tax, sum(s.refunded) as refunded
          from shares s group by 1, 2, 3
        union all
        select ${groupedBy[group]}, sum(l.total_cents), sum(i.tax_cents), 0
          from invoices i join invoice_lines l on l.invoice_id = i.id and l.position = 0
         where ${isAtLocation(sql`i.location_id`)} and ${isSoldInPeriod}
         group by 1, 2, 3)
      select ${groupKey[group]} as key, max(${groupName[group]}) as label, coalesce(sum(net), 0)::float8 as net, coalesce(sum(tax), 0)::float8 as tax,
             coalesce(sum(net + tax), 0)::float8 as gross, sum(refunded)::float8 as refunds
        from split
       group by 1 order by 3 desc, 2, 1`.execute(tx);
    return rows;
  },

  /** All lines of an invoice belong to one person. */
  async salesByStaff(period: ReportPeriod): Promise<SalesOfGroup[]> {
    const { isAtLocation } = selectCalendar(locations, period);
    const { rows } = await sql<SalesOfGroup>`
      with moved as (
        select i.created_by, sum(i.subtotal_cents) as net, sum(i.tax_cents) as tax, sum(i.total_cents) as gross, 0 as refunds
          from invoices i where ${isAtLocation(sql`i.location_id`)} and ${this.isSoldIn(period)} group by 1
        union all
        select i.created_by, 0, 0, 0, sum(b.cents) from (${this.refundedIn(period)}) as b join invoices i on i.id = b.id group by 1),
      sold as (
        select m.created_by, sum(m.net) as net, sum(m.tax) as tax, sum(m.gross) as gross, sum(m.refunds) as refunds from moved m group by 1)
      select coalesce(s.created_by::text, 'none') as key, coalesce(u.first_name || ' ' || u.last_name, 'Renewals and imports') as label,
             s.net::float8 as net, s.tax::float8 as tax, s.gross::float8 as gross, s.refunds::float8 as refunds
        from sold s left join users u on u.id = s.created_by
       order by 3 desc, 2, 1`.execute(tx);
    return rows;
  },

  isSoldIn(period: ReportPeriod): RawBuilder<unknown> {
    return sql`(${isSold} and ${selectCalendar(locations, period).isInPeriod(sql`i.created_at`, sql`i.location_id`)})`;
  },

  refundedIn(period: ReportPeriod): RawBuilder<unknown> {
    const { isAtLocation, isInPeriod } = selectCalendar(locations, period);
    return sql`
        select p.invoice_id as id, sum(p.refunded) as cents
          from ${paymentsAndRefunds} as p join invoices i on i.id = p.invoice_id
         where p.refunded <> 0 and i.kind <> 'manual_balance' and ${isAtLocation(sql`i.location_id`)} and ${isInPeriod(sql`p.at`, sql`i.location_id`)}
         group by 1`;
  },
});

const groupKey = {
  category: sql`type`,
  item: sql`coalesce(item_id::text, type || ' ' || name)`,
} as const;

const groupedBy = {
  category: sql`l.type, null::uuid as item_id, null as name`,
  item: sql`l.type, l.item_id, l.name`,
} as const;

const groupName = {
  category: sql`type`,
  item: sql`name`,
} as const;
