import { sql, type RawBuilder } from 'kysely';
import { endOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import { paidPeriodColumns, selectPaidPeriods } from '#server/modules/contact-memberships/index.ts';
import { isPaymentPosting } from '#server/modules/invoices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { selectWindows, type ReportLocation } from './windows.ts';

/** Money counts from its posting on: a card payment is written before the bank has decided. */
export const movedMoney = sql`
  payments p join ledger_postings g on g.invoice_id = p.invoice_id and g.payment_id = p.id and ${isPaymentPosting} and p.status in ('completed', 'refunded')`;

/**
 * What a payment paid for lines of its invoice, and a refund took of them, as if it were money of the whole invoice: a payment counts for all lines
 * alike, a refund for those that it was given for. `cents` is their price.
 */
export const keptOf = (lines: {
  readonly positions: RawBuilder<unknown>;
  readonly cents: RawBuilder<unknown>;
  readonly subtotal: RawBuilder<unknown>;
}) => sql`
  case p.kind when 'payment' then p.amount_cents::float8 else -coalesce((
    select sum(e.cents) from ledger_entries e
     where e.company_id = g.company_id and e.posting_id = g.id and e.account in ('refunds', 'tax') and e.line = any (${lines.positions})), 0)::float8 * ${lines.subtotal} / ${lines.cents} end`;

/** Of a paid period `u`. */
const kept = keptOf({
  positions: sql`array(
    select l.position from invoice_lines l
     where l.invoice_id = u.invoice_id and l.type = 'membership' and l.position = coalesce((
       select r.line from renewals r where r.contact_membership_id = u.contact_membership_id and r.invoice_id = u.invoice_id limit 1), l.position))`,
  cents: sql`u.cents`,
  subtotal: sql`(select i.subtotal_cents from invoices i where i.id = u.invoice_id)`,
});

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
  async deferred(days: readonly CalendarDate[]): Promise<DeferredOfPlan[]> {
    const [firstDay = '', lastDay = firstDay] = [days[0], days.at(-1)];
    const lastMoment = new Date(Math.max(...locations.map(({ timezone }) => endOfDay(timezone, lastDay).getTime())));
    const { rows } = await sql<DeferredOfPlan>`
      with w as materialized (
        select d.location_id, d.last_day, d.before, array_position(${[...days]}::date[], d.last_day) as place
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
      -- As stored, and of memberships that changed since then by the query that is stored.
      periods as (
        select ${paidPeriodColumns} from paid_periods
         where contact_membership_id not in (select o.contact_membership_id from outdated_paid_periods o)
        union all
        select ${paidPeriodColumns} from (${selectPaidPeriods(sql`m.id = any (array(select o.contact_membership_id from outdated_paid_periods o))`)}) as live),
      -- Most were paid in full by then: they are paid, of nothing refunded, and not touched since. Only the payments of the others are looked at.
      unserved as (
        select p.contact_membership_id, p.invoice_id, p.location_id, p.invoiced_at, p.total_cents, p.plan, p.cents, p.days, p.changed_at, p.end_date, p.last_end, p.cancels_on, l.before,
               (p.changed_at at time zone l.timezone)::date as changed_on, coalesce(p.paid_at < l.before, false) and b.invoice_id is null as is_settled
          from periods p
          join (${selectWindows(locations, { from: firstDay, to: firstDay })}) as l on l.location_id = p.location_id
          left join (select distinct b.invoice_id from payments b where b.kind <> 'payment') as b on b.invoice_id = p.invoice_id
         where p.last_end > ${firstDay}::date and p.invoiced_at < ${lastMoment} and (p.cancels_on is null or p.cancels_on > ${firstDay}::date)),
      -- What was paid by the end of the first day, and what moved after it before each of the days. Most periods are like others.
      priced as (
        select location_id, plan, cents, total_cents, end_date, reached, cancels_on, invoiced_at, days, frozen, paid, moved, array_agg(id) as ids
          from (
            select u.contact_membership_id as id, u.location_id, u.plan, u.cents::float8 as cents, u.total_cents, u.end_date, width_bucket(u.last_end - 1, ${[...days]}::date[]) as reached, u.cancels_on,
                   case when u.invoiced_at >= u.before then u.invoiced_at end as invoiced_at, frozen.days as frozen,
                   case when u.changed_on is null then u.days
                        else u.end_date - u.changed_on + 1 - coalesce((
                          select sum(greatest(0, f.until_day - greatest(f.from_day, u.changed_on) + 1))
                            from membership_freezes f where f.contact_membership_id = u.contact_membership_id and f.until_day is not null), 0)::int end as days,
                   case when u.is_settled then u.total_cents
                        else (select coalesce(sum(${kept}), 0) from ${movedMoney} where p.invoice_id = u.invoice_id and g.at < u.before) end as paid,
                   case when not u.is_settled then array(
                     with since as materialized (select g.at, ${kept} as cents from ${movedMoney} where p.invoice_id = u.invoice_id and g.at >= u.before)
                     select coalesce((select sum(p.cents) from since p where p.at < w.before), 0) from w where w.location_id = u.location_id order by w.place) end as moved
              from unserved u
              left join frozen on frozen.id = u.contact_membership_id) as p
         group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
      -- The days before the end of a term, by how many there are: few terms reach far.
      ahead_of as materialized (
        select w.location_id, w.place, w.last_day, w.before, r.place as reached from w join w as r on r.location_id = w.location_id and r.place >= w.place),
      left_on as materialized (
        -- Rounded half up. The product of cents and days is exact as floating point below 2^53, and far quicker than as numeric.
        select w.place, c.plan, c.ids, floor(0.5 + c.cents * least(c.total_cents, kept.cents) * least(c.days, ahead.days) / (c.total_cents::float8 * c.days)) as cents
          from priced c
          join ahead_of w on w.location_id = c.location_id and w.reached = c.reached and (c.invoiced_at is null or c.invoiced_at < w.before) and (c.cancels_on is null or c.cancels_on > w.last_day)
         cross join lateral (select c.paid + coalesce(c.moved[w.place], 0) as cents) as kept
         cross join lateral (select c.end_date - w.last_day - coalesce(c.frozen[w.place], 0) as days) as ahead
         where kept.cents > 0 and ahead.days > 0 and c.days > 0),
      -- A membership with two periods is one.
      of_memberships as (select l.plan, m.id, sum(l.cents) as cents from left_on l cross join unnest(l.ids) as m (id) where l.place = 1 group by l.plan, m.id)
      select ${firstDay} as day, plan, count(*)::int as memberships, sum(cents) as cents from of_memberships group by plan
       union all
      select (${[...days]}::date[])[place]::text, '', 0, sum(cents * cardinality(ids)) from left_on where place > 1 group by place
       order by 1, 4 desc, 2`.execute(tx);
    return rows;
  },
});
