import { sql } from 'kysely';
import { endOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { keptOf, movedMoney, type DeferredOfPlan } from './deferredRepo.ts';
import { selectWindows, type ReportLocation } from './windows.ts';

/** Access that was ended counted in whole until then, so still on its last day. */
const lastEnd = sql`coalesce(b.access_ended_on + 1, m.end_date)`;

/**
 * The same as `deferred` for visit packs, by visit: those that are left at the end of a day, until the pack ends. Of the visits to
 * come nothing is known, so that the days ahead read as if there were none.
 */
export const reportDeferredPacksRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  async deferred(days: readonly CalendarDate[]): Promise<DeferredOfPlan[]> {
    const [firstDay = '', lastDay = firstDay] = [days[0], days.at(-1)];
    const lastMoment = new Date(Math.max(...locations.map(({ timezone }) => endOfDay(timezone, lastDay).getTime())));
    const { rows } = await sql<DeferredOfPlan>`
      with w as materialized (${selectWindows(locations, ...days.map((day) => ({ from: day, to: day })))}),
      left_on as (
        select w.last_day as day, line.name,
               -- Rounded half up.
               floor(0.5 + line.cents * least(i.total_cents, kept.cents) * (m.visit_limit - used.visits) / (i.total_cents::float8 * m.visit_limit)) as cents
          from contact_memberships m
          left join membership_periods b on b.contact_membership_id = m.id and b.period = 1
          join invoices i on i.id = m.invoice_id and i.total_cents > 0
          join w on w.location_id = i.location_id and i.created_at < w.before
               and (m.end_date is null or ${lastEnd} > w.last_day) and (b.access_ended_on is not null or m.cancels_on is null or m.cancels_on > w.last_day)
         cross join lateral (
           select min(l.name) as name, sum(l.total_cents)::float8 as cents, array_agg(l.position) as positions from invoice_lines l where l.invoice_id = i.id and l.type = 'membership') as line
         cross join lateral (
           select coalesce(sum(${keptOf({ positions: sql`line.positions`, cents: sql`line.cents`, subtotal: sql`i.subtotal_cents` })}), 0) as cents from ${movedMoney} where p.invoice_id = i.id and g.at < w.before) as kept
         cross join lateral (
           select count(*) as visits from pack_visits v where v.contact_membership_id = m.id and v.is_counted and v.visited_at < w.before) as used
         where m.visit_limit is not null and (m.granted_at is not null or b.period is not null) and m.purchase_date < ${lastMoment}
           and (m.end_date is null or ${lastEnd} > ${firstDay}::date)
           and line.cents > 0 and kept.cents > 0 and used.visits < m.visit_limit)
      select ${firstDay} as day, o.name as plan, count(*)::int as memberships, sum(o.cents) as cents
        from left_on o where o.day = ${firstDay} group by o.name
       union all
      select o.day::text, '', 0, sum(o.cents) from left_on o where o.day > ${firstDay} group by o.day`.execute(tx);
    return rows;
  },
});
