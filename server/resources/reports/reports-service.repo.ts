import { sql, type RawBuilder } from 'kysely';
import { endOfDay, type CalendarDate } from '#domain/rules/dates.ts';
import { groupsOf, type ReportPeriod } from '#domain/rules/reportPeriods.ts';
import type { Tx } from '#server/db/database.ts';
import { moneyMoved, windowsOf, type ReportLocation } from './reports.windows.ts';

/**
 * The last day of the nth paid period of the membership `m`, without the days of freezes: `periodEnd` of the domain, in SQL.
 * Where periods were counted anew after days without access, earlier ones are counted from the first start.
 */
function endOf(period: RawBuilder<unknown>): RawBuilder<unknown> {
  const length = sql`case m.billing_frequency when 'annually' then 12 else 1 end`;
  return sql`(case
    when ${period} > m.earlier_periods then (coalesce(m.counted_from, m.start_date) + make_interval(months => m.earlier_months + (${period} - m.earlier_periods) * ${length}))::date - 1
    when m.counted_from is not null then least(m.counted_from, (m.start_date + make_interval(months => ${period} * ${length}))::date) - 1
    else (m.start_date + make_interval(months => round(m.earlier_months::numeric * ${period} / greatest(1, m.earlier_periods))::int))::date - 1 end)`;
}

export const reportServiceRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /** Granted and denied check-ins of each day, counted from a covering index. */
  async visitsByDay(period: ReportPeriod): Promise<{ day: string; granted: number; denied: number }[]> {
    const count = (isGranted: RawBuilder<unknown>) => sql`(
      select count(*) from checkins k where k.location_id = w.location_id and ${isGranted} and k.checkin_time >= w.since and k.checkin_time < w.before)`;
    const { rows } = await sql<{ day: string; granted: number; denied: number }>`
      with w as materialized (${windowsOf(locations, ...groupsOf(period, 'day'))}),
      visits as (select w.first_day as day, ${count(sql`k.access_granted`)} as granted, ${count(sql`not k.access_granted`)} as denied from w)
      select day::text, sum(granted)::int as granted, sum(denied)::int as denied from visits group by day`.execute(tx);
    return rows;
  },

  /**
   * Granted check-ins by weekday, 0 is Monday, and hour of their location's clock. Where the clock is set by whole hours, an
   * hour is one count in the index, else a quarter of an hour, by which every clock is set.
   */
  async visitsByHour(period: ReportPeriod): Promise<{ weekday: number; hour: number; count: number }[]> {
    const { rows } = await sql<{ weekday: number; hour: number; count: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      steps as (
        select w.location_id, w.timezone, s.since, s.since + clock.step as before
          from w
         cross join lateral (
           select case when bool_and(extract(minute from midnight at time zone 'UTC') = 0) then interval '1 hour' else interval '15 minutes' end as step
             from generate_series(w.first_day::timestamp, w.last_day + interval '1 day', interval '1 day') as d
            cross join lateral (select d at time zone w.timezone as midnight) as n) as clock
         cross join lateral generate_series(w.since, w.before - interval '1 minute', clock.step) as s (since)),
      counted as materialized (
        select s.since at time zone s.timezone as wall, (
                 select count(*) from checkins k where k.location_id = s.location_id and k.access_granted and k.checkin_time >= s.since and k.checkin_time < s.before) as count
          from steps s)
      select (extract(isodow from wall) - 1)::int as weekday, extract(hour from wall)::int as hour, sum(count)::int as count
        from counted where count > 0 group by 1, 2`.execute(tx);
    return rows;
  },

  async denials(period: ReportPeriod): Promise<{ reason: string; count: number }[]> {
    const { rows } = await sql<{ reason: string; count: number }>`
      with w as materialized (${windowsOf(locations, period)})
      select coalesce(k.reason, 'No reason') as reason, count(*)::int as count
        from w join checkins k on k.location_id = w.location_id and not k.access_granted and k.checkin_time >= w.since and k.checkin_time < w.before
       group by 1 order by 2 desc, 1`.execute(tx);
    return rows;
  },

  /**
   * What is paid of memberships and not served at the end of each of these days, by plan, in cents without tax. Each paid
   * period has its own days, and the difference of a change of plan the paid days that were left; the days of freezes are none
   * of them. What a cancelled membership had left is served on its last day. A term without an end is served at once.
   */
  async deferred(days: readonly CalendarDate[]): Promise<{ day: string; plan: string; memberships: number; cents: number }[]> {
    const lastDay = days.at(-1) ?? '';
    const lastMoment = new Date(Math.max(...locations.map(({ timezone }) => endOfDay(timezone, lastDay).getTime())));
    const { rows } = await sql<{ day: string; plan: string; memberships: number; cents: number }>`
      with w as materialized (${windowsOf(locations, ...days.map((day) => ({ from: day, to: day })))}),
      held as materialized (
        select m.id, m.invoice_id, m.billing_frequency, m.start_date, m.counted_from, m.earlier_months, m.earlier_periods, m.periods_paid, m.end_date, m.cancels_on,
               m.access_duration_days, z.moved, coalesce(o.days, 0) as open_days, greatest(m.end_date, z.paid_until) - ${days[0]}::date + coalesce(o.days, 0) as days_ahead
          from contact_memberships m
         cross join lateral (select ${endOf(sql`m.periods_paid`)} as paid_until) as e
         cross join lateral (select e.paid_until, greatest(0, m.end_date - e.paid_until) as moved) as z
          left join (
            select f.contact_membership_id, sum(f.longest_until - f.from_day + 1)::int as days
              from membership_freezes f where f.until_day is null group by 1) as o on o.contact_membership_id = m.id
         where m.granted_at is not null and m.end_date is not null and (m.cancels_on is null or m.cancels_on > ${days[0]}::date)
           and m.end_date + coalesce(o.days, 0) > ${days[0]}::date),
      paid as (
        select m.id, 1 as period, m.invoice_id, null::timestamptz as changed_at from held m where m.invoice_id is not null
        union all
        select r.contact_membership_id, r.period, r.invoice_id, null from renewals r where r.status = 'paid' and r.invoice_id is not null
        union all
        select p.contact_membership_id, 1 + (select count(*) from renewals r where r.contact_membership_id = p.contact_membership_id
                 and r.status = 'paid' and r.updated_at <= p.applied_at)::int, p.invoice_id, p.created_at
          from plan_changes p where p.applied_at is not null),
      -- Periods that ended long before the first day are left out by their number: a month has 28 days at least.
      served as materialized (
        select m.id, p.invoice_id, i.location_id, i.created_at, i.total_cents, m.cancels_on, m.open_days, (p.changed_at at time zone l.timezone)::date as changed_on,
               case when m.billing_frequency = 'one_time' then m.end_date else least(m.end_date, ${endOf(sql`p.period`)} + m.moved) end as end_date,
               case when m.billing_frequency = 'one_time' then coalesce(m.access_duration_days, m.end_date - m.start_date + 1)
                    else ${endOf(sql`p.period`)} - greatest(${endOf(sql`(p.period - 1)`)}, case when p.period > m.earlier_periods then m.counted_from - 1 end) end as days
          from paid p
          join held m on m.id = p.id and (m.periods_paid - p.period) * case when m.earlier_periods = 0 and m.billing_frequency = 'annually' then 336 else 28 end < m.days_ahead
          join invoices i on i.id = p.invoice_id and i.total_cents > 0 and i.created_at < ${lastMoment}
          join (select distinct location_id, timezone from w) as l on l.location_id = i.location_id),
      counted as materialized (
        select s.id, s.invoice_id, s.location_id, s.created_at, s.total_cents, s.cancels_on, s.end_date, s.end_date + s.open_days as last_end,
               case when s.changed_on is null then s.days
                    else s.end_date - s.changed_on + 1 - coalesce((
                      select sum(greatest(0, least(f.until_day, s.end_date) - greatest(f.from_day, s.changed_on) + 1))
                        from membership_freezes f where f.contact_membership_id = s.id and f.until_day is not null), 0)::int end as days
          from served s),
      frozen as (
        select f.contact_membership_id as id, d.day, sum(case
                 when f.until_day is null then -greatest(0, least(d.day, f.longest_until) - f.from_day + 1)
                 else greatest(0, f.until_day - greatest(f.from_day, d.day + 1) + 1) end)::int as days
          from (select distinct last_day as day from w) as d cross join membership_freezes f
         group by 1, 2),
      left_on as materialized (
        select w.last_day as day, w.before, c.id, c.invoice_id, c.total_cents, c.days,
               least(c.days, c.end_date - w.last_day - coalesce(frozen.days, 0)) as days_left
          from counted c
          join w on w.location_id = c.location_id and c.created_at < w.before and c.last_end > w.last_day and (c.cancels_on is null or c.cancels_on > w.last_day)
          left join frozen on frozen.id = c.id and frozen.day = w.last_day
         where c.end_date - w.last_day > coalesce(frozen.days, 0)),
      owing as materialized (select distinct invoice_id from left_on),
      lines as (
        select l.invoice_id, min(l.name) as name, sum(l.total_cents)::numeric as cents
          from owing join invoice_lines l on l.invoice_id = owing.invoice_id and l.type = 'membership' group by 1),
      moved as materialized (select p.invoice_id, p.at, p.money_in - p.refunded as cents from owing join ${moneyMoved} as p on p.invoice_id = owing.invoice_id),
      money as (
        select o.day, o.invoice_id, sum(p.cents) as cents
          from (select distinct day, before, invoice_id from left_on) as o join moved p on p.invoice_id = o.invoice_id and p.at < o.before group by 1, 2)
      select o.day::text, line.name as plan, count(distinct o.id)::int as memberships,
             sum(round(line.cents * least(o.total_cents, money.cents) / o.total_cents * o.days_left / o.days))::float8 as cents
        from left_on o
        join lines as line on line.invoice_id = o.invoice_id and line.cents > 0
        join money on money.invoice_id = o.invoice_id and money.day = o.day and money.cents > 0
       group by o.day, line.name order by 1, 4 desc, 2`.execute(tx);
    return rows;
  },
});
