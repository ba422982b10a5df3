import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '#domain/rules/dates.ts';
import { freezeDaysMax } from '#domain/rules/limits.ts';
import type { ReportPeriod } from '#domain/rules/reportPeriods.ts';
import type { Tx } from '#server/db/database.ts';
import { moneyMoved, windowsOf, type ReportLocation } from './reports.windows.ts';

/** Visits, and what is paid for and still has to be served. */
/** The last day of the nth paid period of the membership `m`, without the days of freezes: `periodEnd` of the domain, in SQL. */
function endOf(period: RawBuilder<unknown>): RawBuilder<unknown> {
  const monthsOfPeriod = sql`case m.billing_frequency when 'annually' then 12 else 1 end`;
  const months = sql`case when ${period} > m.earlier_periods then m.earlier_months + (${period} - m.earlier_periods) * ${monthsOfPeriod}
    else m.earlier_months * ${period} / greatest(1, m.earlier_periods) end`;
  return sql`((m.start_date + make_interval(months => ${months}))::date - 1)`;
}

export const reportServiceRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /** Check-ins by day and hour of their location, and by the reason of a denial. */
  async visits(period: ReportPeriod): Promise<{ day: string; hour: number; granted: boolean; reason: string | null; count: number }[]> {
    const { rows } = await sql<{ day: string; hour: number; granted: boolean; reason: string | null; count: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      -- Quarters of an hour first: every clock is set by whole ones, and converting each check-in takes seconds.
      quarters as (
        select w.location_id, w.timezone, date_bin('15 minutes', k.checkin_time, timestamptz '2000-01-01 00:00:00+00') as since,
               k.access_granted as granted, case when k.access_granted then null else k.reason end as reason, count(*) as count
          from w join checkins k on k.location_id = w.location_id and k.checkin_time >= w.since and k.checkin_time < w.before
         group by 1, 2, 3, 4, 5),
      local as (
        select date_trunc('hour', q.since at time zone q.timezone) as hour, q.granted, q.reason, sum(q.count)::int as count
          from quarters q group by 1, 2, 3)
      select hour::date::text as day, extract(hour from hour)::int as hour, granted, reason, count from local`.execute(tx);
    return rows;
  },

  /**
   * What is paid of memberships and not served at the end of each of these days, by plan, in cents without tax. Each paid
   * period has its own days; the days of freezes are none of them. What a cancelled membership had left is served on its
   * last day. A term without an end is served at once.
   */
  async deferred(days: readonly CalendarDate[]): Promise<{ day: string; plan: string; memberships: number; cents: number }[]> {
    const { rows } = await sql<{ day: string; plan: string; memberships: number; cents: number }>`
      with w as materialized (${windowsOf(locations, ...days.map((day) => ({ from: day, to: day })))}),
      paid as (
        select m.id, 1 as period, m.invoice_id from contact_memberships m where m.invoice_id is not null and m.granted_at is not null
        union all
        select r.contact_membership_id, r.period, r.invoice_id from renewals r where r.status = 'paid' and r.invoice_id is not null),
      counted as (
        select p.id, p.invoice_id, m.cancels_on,
               case when m.billing_frequency = 'one_time' then m.end_date
                    else least(m.end_date, ${endOf(sql`p.period`)} + greatest(0, m.end_date - ${endOf(sql`m.periods_paid`)})) end as end_date,
               case when m.billing_frequency = 'one_time' then coalesce(m.access_duration_days, m.end_date - m.start_date + 1)
                    else ${endOf(sql`p.period`)} - ${endOf(sql`(p.period - 1)`)} end as days
          from paid p join contact_memberships m on m.id = p.id
         where m.end_date is not null),
      frozen as (
        select f.contact_membership_id as id, w.last_day as day, sum(case
                 when f.until_day is null then -greatest(0, least(w.last_day, f.longest_until) - f.from_day + 1)
                 else greatest(0, f.until_day - greatest(f.from_day, w.last_day + 1) + 1) end)::int as days
          from (select distinct last_day from w) as w cross join membership_freezes f
         group by 1, 2),
      left_on as (
        select w.last_day as day, w.before, c.invoice_id, c.days,
               least(c.days, c.end_date - w.last_day - coalesce(frozen.days, 0)) as days_left
          from counted c
          join w on c.end_date + ${freezeDaysMax}::int > w.last_day and (c.cancels_on is null or c.cancels_on > w.last_day)
          join invoices i on i.id = c.invoice_id and i.location_id = w.location_id and i.created_at < w.before
          left join frozen on frozen.id = c.id and frozen.day = w.last_day
         where c.end_date - w.last_day > coalesce(frozen.days, 0))
      select o.day::text, line.name as plan, count(*)::int as memberships,
             sum(round(line.cents * money.cents / i.total_cents * o.days_left / o.days))::float8 as cents
        from left_on o
        join invoices i on i.id = o.invoice_id and i.total_cents > 0
        join lateral (
          select min(l.name) as name, sum(l.total_cents)::numeric as cents
            from invoice_lines l where l.invoice_id = i.id and l.type = 'membership') as line on line.cents > 0
        join lateral (
          select greatest(0, least(i.total_cents, sum(p.money_in) - sum(p.refunded)))::numeric as cents
            from ${moneyMoved} as p where p.invoice_id = i.id and p.at < o.before) as money on money.cents > 0
       group by o.day, line.name order by 1, 4 desc, 2`.execute(tx);
    return rows;
  },
});
