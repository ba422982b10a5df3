import { sql, type RawBuilder } from 'kysely';
import { addDays, endOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isOneOf, selectWindows, type ReportLocation } from './windows.ts';

/**
 * The domain's `periodEnd`, in SQL: the last day of the nth paid period of the membership `m`, without the days of
 * freezes. If periods were counted again after days without access, earlier ones are counted from the first start. Periods
 * before a change of plan end as they did.
 */
function selectEnd(period: RawBuilder<unknown>): RawBuilder<unknown> {
  const length = sql`case m.billing_frequency when 'annually' then 12 else 1 end`;
  return sql`(case
    when ${period} > m.earlier_periods then (coalesce(m.counted_from, m.start_date) + make_interval(months => m.earlier_months + (${period} - m.earlier_periods) * ${length}))::date - 1
    when m.earlier_ends[${period}] > 0 then (coalesce(m.counted_from, m.start_date) + make_interval(months => m.earlier_ends[${period}]))::date - 1
    when m.counted_from is not null then least(m.counted_from, (m.start_date + make_interval(months => ${period} * ${length}))::date) - 1
    else m.start_date - 1 end)`;
}

const ends = (period: RawBuilder<unknown>) =>
  sql`${selectEnd(period)} as ends, ${selectEnd(sql`(${period} - 1)`)} as ends_before`;

/** Including the days of ended freezes, computed from the ends `e`. */
const selectTerm = (period: RawBuilder<unknown>) => sql`m.id, m.cancels_on, m.open_days, m.frozen,
  case when m.billing_frequency = 'one_time' then m.end_date else least(m.end_date, e.ends + m.moved) end as end_date,
  case when m.billing_frequency = 'one_time' then coalesce(m.access_duration_days, m.end_date - m.start_date + 1)
       else e.ends - greatest(e.ends_before, case when ${period} > m.earlier_periods or m.earlier_ends[${period}] > 0 then m.counted_from - 1 end) end as days`;

const hasMoved = sql`p.status in ('completed', 'refunded')`;
const kept = sql`case p.kind when 'refund' then -p.amount_cents else p.amount_cents end`;

export interface DeferredOfPlan {
  readonly day: CalendarDate;
  /** Empty for the sum of a later day. */
  readonly plan: string;
  readonly memberships: number;
  readonly cents: number;
}

export const reportDeferredRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /**
   * The paid and unserved part of memberships at the end of each of these days, in cents without tax: by plan for the first day,
   * and as one sum for each later one. Each paid period is spread over its own days, and the price difference of a change of plan
   * over the remaining paid days, both without the days of freezes. The rest of a canceled membership counts as served on its
   * last day, and a term without an end at once. Without visit packs.
   */
  async deferred(days: readonly CalendarDate[], today: CalendarDate): Promise<DeferredOfPlan[]> {
    const [firstDay = '', lastDay = firstDay] = [days[0], days.at(-1)];
    const lastMoment = new Date(Math.max(...locations.map(({ timezone }) => endOfDay(timezone, lastDay).getTime())));
    // On a recent day few paid periods are still being served. Looking their invoices up one by one is faster than scanning all.
    const isRecent = firstDay >= addDays(today, -recentDays);
    const rowByRow = isRecent ? sql`offset 0` : sql``;
    const billedBy = (invoice: RawBuilder<unknown>) =>
      isRecent
        ? sql``
        : sql`join invoices i on i.id = ${invoice} and ${isOneOf(locations, sql`i.location_id`)} and i.created_at < ${lastMoment}`;
    const { rows } = await sql<DeferredOfPlan>`
      with w as materialized (
        select d.location_id, d.timezone, d.last_day, d.before, array_position(${[...days]}::date[], d.last_day) as place
          from (${selectWindows(locations, ...days.map((day) => ({ from: day, to: day })))}) as d),
      -- For each of the days, in their order: the days of freezes that are still ahead, less those of an open freeze so far, which has not moved the end yet.
      frozen as (
        select s.id, array_agg(s.days order by s.place) as days
          from (select f.contact_membership_id as id, d.place, sum(case
                         when f.until_day is null then -greatest(0, least(d.day, f.longest_until) - f.from_day + 1)
                         else greatest(0, f.until_day - greatest(f.from_day, d.day + 1) + 1) end)::int as days
                  from membership_freezes f cross join unnest(${[...days]}::date[]) with ordinality as d (day, place)
                 where f.until_day is null or f.until_day > ${firstDay}::date
                 group by 1, 2) as s
         group by 1),
      -- Memberships that were bought after the last day are left out, and periods that ended long before the first day, by their number: a month has 28 days at least.
      held as materialized (
        select m.id, m.invoice_id, m.billing_frequency, m.start_date, m.counted_from, m.earlier_months, m.earlier_periods, m.periods_paid, m.end_date, m.cancels_on,
               m.earlier_ends, m.access_duration_days, z.moved, coalesce(o.days, 0) as open_days, frozen.days as frozen,
               m.periods_paid - ceil((greatest(m.end_date, z.paid_until) - ${firstDay}::date + coalesce(o.days, 0))
                 / case when m.earlier_periods = 0 and m.billing_frequency = 'annually' then 336.0 else 28.0 end)::int as served_periods
          from contact_memberships m
         cross join lateral (select ${selectEnd(sql`m.periods_paid`)} as paid_until) as e
         cross join lateral (select e.paid_until, greatest(0, m.end_date - e.paid_until) as moved) as z
          left join (
            select f.contact_membership_id, sum(f.longest_until - f.from_day + 1)::int as days
              from membership_freezes f where f.until_day is null group by 1) as o on o.contact_membership_id = m.id
          left join frozen on frozen.id = m.id
         where m.granted_at is not null and m.visit_limit is null and m.purchase_date < ${lastMoment} and m.end_date is not null and (m.cancels_on is null or m.cancels_on > ${firstDay}::date)
           and m.end_date + coalesce(o.days, 0) > ${firstDay}::date),
      paid as (
        select ${selectTerm(sql`1`)}, m.invoice_id, null::timestamptz as changed_at, null::int as line
          from held m cross join lateral (select ${ends(sql`1`)}) as e ${billedBy(sql`m.invoice_id`)} where m.served_periods < 1
        union all
        select ${selectTerm(sql`e.period`)}, e.invoice_id, null, e.line
          from held m
         cross join lateral (
           select r.period, r.invoice_id, r.line, ${ends(sql`r.period`)} from renewals r ${billedBy(sql`r.invoice_id`)} where r.contact_membership_id = m.id and r.period > m.served_periods and r.status = 'paid' ${rowByRow}) as e
        union all
        select ${selectTerm(sql`c.period`)}, p.invoice_id, p.created_at, null
          from plan_changes p
          join held m on m.id = p.contact_membership_id
         cross join lateral (
           select coalesce(max(r.period), 1) as period from renewals r where r.contact_membership_id = m.id and r.status = 'paid' and r.updated_at <= p.applied_at) as c
         cross join lateral (select ${ends(sql`c.period`)}) as e
         where p.applied_at is not null and c.period > m.served_periods),
      -- In the order of the ids, which is that of the rows: so an invoice, its lines and its payments are read beside those before them.
      unserved as materialized (
        select p.id, p.invoice_id, p.line, p.cancels_on, p.open_days, p.frozen, p.end_date, p.days, p.changed_at
          from paid p where p.end_date + p.open_days > ${firstDay}::date order by p.invoice_id),
      -- Most were paid in full by then: they are paid, of nothing refunded, and not touched since. Only the payments of the others are looked at.
      served as (
        select p.id, p.invoice_id, p.line, i.location_id, i.created_at, i.total_cents, l.before, p.cancels_on, p.open_days, p.frozen, p.end_date, p.days, (p.changed_at at time zone l.timezone)::date as changed_on,
               i.status = 'paid' and i.updated_at < l.before and b.invoice_id is null as is_settled
          from unserved p
         cross join lateral (
           select i.location_id, i.created_at, i.updated_at, i.status, i.total_cents from invoices i where i.id = p.invoice_id and i.total_cents > 0 and i.created_at < ${lastMoment} ${rowByRow}) as i
          join (${selectWindows(locations, { from: firstDay, to: firstDay })}) as l on l.location_id = i.location_id
          left join (select distinct b.invoice_id from payments b where b.kind <> 'payment') as b on b.invoice_id = p.invoice_id),
      counted as (
        select s.id, s.invoice_id, s.line, s.location_id, s.created_at, s.total_cents, s.before, s.is_settled, s.cancels_on, s.frozen, s.end_date, s.end_date + s.open_days as last_end,
               case when s.changed_on is null then s.days
                    else s.end_date - s.changed_on + 1 - coalesce((
                      select sum(greatest(0, least(f.until_day, s.end_date) - greatest(f.from_day, s.changed_on) + 1))
                        from membership_freezes f where f.contact_membership_id = s.id and f.until_day is not null), 0)::int end as days
          from served s),
      -- What was paid by the end of the first day and, for the few invoices with money that moved since, what moved before each of the days.
      priced as materialized (
        select c.id, c.invoice_id, c.location_id, c.created_at, c.total_cents, c.before, c.cancels_on, c.frozen, c.end_date, c.last_end, c.days, line.name, line.cents, case when c.is_settled then c.total_cents else money.paid end as paid,
               case when money.has_moved then array(
                 with since as materialized (select p.created_at as at, ${kept} as cents from payments p where p.invoice_id = c.invoice_id and ${hasMoved} and p.created_at >= c.before)
                 select coalesce((select sum(p.cents) from since p where p.at < w.before), 0) from w where w.location_id = c.location_id order by w.place) end as moved
          from counted c
         cross join lateral (
           select min(l.name) as name, sum(l.total_cents)::float8 as cents from invoice_lines l
            where l.invoice_id = c.invoice_id and l.type = 'membership' and (c.line is null or l.position = c.line) offset 0) as line
         cross join lateral (
           select coalesce(sum(${kept}) filter (where ${hasMoved} and p.created_at < c.before), 0) as paid, bool_or(p.created_at >= c.before or p.updated_at >= c.before) as has_moved
             from payments p where p.invoice_id = c.invoice_id and not c.is_settled offset 0) as money
         where line.cents > 0),
      -- The days before the end of a term, by how many there are: few terms reach far.
      ahead_of as materialized (
        select w.location_id, w.place, w.last_day, w.before, r.reached from w cross join lateral generate_series(w.place, ${days.length}::int) as r (reached)),
      left_on as materialized (
        -- Rounded half up. The product of cents and days is exact as floating point below 2^53, and far quicker than as numeric.
        select w.last_day as day, c.id, c.name, floor(0.5 + c.cents * least(c.total_cents, kept.cents) * least(c.days, ahead.days) / (c.total_cents::float8 * c.days)) as cents
          from priced c
          join ahead_of w on w.location_id = c.location_id and w.reached = width_bucket(c.last_end - 1, ${[...days]}::date[]) and c.created_at < w.before and (c.cancels_on is null or c.cancels_on > w.last_day)
         cross join lateral (select c.paid + coalesce(c.moved[w.place], 0) as cents) as kept
         cross join lateral (select c.end_date - w.last_day - coalesce(c.frozen[w.place], 0) as days) as ahead
         where kept.cents > 0 and ahead.days > 0)
      select ${firstDay} as day, o.name as plan, count(*)::int as memberships, sum(o.cents) as cents
        from (select o.name, o.id, sum(o.cents) as cents from left_on o where o.day = ${firstDay} group by o.name, o.id) as o group by o.name
       union all
      select o.day::text, '', 0, sum(o.cents) from left_on o where o.day > ${firstDay} group by o.day
       order by 1, 4 desc, 2`.execute(tx);
    return rows;
  },
});

/** Since such a day, a monthly membership has been paid for two more months at most. */
const recentDays = 45;
