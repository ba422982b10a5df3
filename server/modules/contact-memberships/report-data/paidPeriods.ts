import { sql, type RawBuilder } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { firstPaidThrough } from '../grantedMembership.ts';

/**
 * The domain's `endOfMonths` of `monthsThrough`, in SQL: the last day of the nth period of the membership `m`, without the days of
 * freezes. Not of periods that ended before periods were counted again.
 */
function selectEnd(period: RawBuilder<unknown>): RawBuilder<unknown> {
  const length = sql`case m.billing_frequency when 'annually' then 12 else 1 end`;
  const months = sql`case when ${period} > m.earlier_periods then m.earlier_months + (${period} - m.earlier_periods) * ${length} else coalesce(m.earlier_ends[${period}], 0) end`;
  return sql`((coalesce(m.counted_from, m.start_date) + make_interval(months => ${months}))::date - 1)`;
}

/** A later freeze moves the end, as it moves the later ends: the report takes off all frozen days that are ahead of a day. */
const ends = (period: RawBuilder<unknown>) => sql`
  ${selectEnd(period)} as ends, ${selectEnd(sql`(${period} - 1)`)} as ends_before, m.ended_days[${period}] as ended_days, m.ended_on[${period}] as whole_end, m.access_ended_on[${period}] as access_ended_on,
  m.ended_on[${period}] + coalesce((
    select sum(f.until_day - f.from_day + 1) from membership_freezes f
     where f.contact_membership_id = m.id and f.until_day is not null and f.from_day > m.ended_on[${period}]), 0)::int as ended_on`;

/**
 * Including the days of ended freezes, computed from the ends `e`. Access that was ended counted in whole until then, so still on its
 * last day, and on those of an open freeze, which moves that day when it ends.
 */
const term = sql`m.company_id, m.id, m.open_days,
  case when e.whole_end is null then m.cancels_on
       when m.granted_at is null then least(m.cancels_on, m.start_date)
       when m.end_date < e.whole_end then least(m.cancels_on, e.access_ended_on + 1, m.end_date + m.open_days + 1)
       else least(m.cancels_on, e.access_ended_on + 1) end as cancels_on,
  coalesce(e.ended_on, case when m.billing_frequency = 'one_time' then m.end_date else least(m.end_date, e.ends + m.moved) end) as end_date,
  case when m.billing_frequency = 'one_time' then coalesce(m.access_duration_days, m.end_date - m.start_date + 1)
       else coalesce(e.ended_days, e.ends - e.ends_before) end as days`;

export const paidPeriodColumns = sql`company_id, contact_membership_id, invoice_id, location_id, invoiced_at, paid_at, total_cents, plan, cents, days, changed_at, end_date, last_end, cancels_on`;

/**
 * A query of the columns of `paid_periods`: the paid periods of these memberships `m`, and the price differences of their changes
 * of plan. Visit packs are left out, and so are terms that have no end. It says nothing of a day: what was paid by then, or frozen,
 * is the report's.
 */
export const selectPaidPeriods = (whose: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with held as materialized (
    select m.company_id, m.id, m.invoice_id, m.billing_frequency, m.start_date, m.counted_from, m.earlier_months, m.earlier_periods, m.earlier_ends, m.ended_on, m.ended_days, m.access_ended_on, m.end_date, m.granted_at, m.periods_paid,
           m.cancels_on, m.access_duration_days, greatest(0, m.end_date - ${selectEnd(sql`m.periods_paid`)}) as moved,
           coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null), 0)::int as open_days
      from contact_memberships m
     where ${whose} and (m.granted_at is not null or m.ended_on <> '{}') and m.visit_limit is null and m.end_date is not null),
  paid as (
    select ${term}, m.invoice_id, null::timestamptz as changed_at, null::int as line
      from held m cross join lateral (select ${ends(sql`1`)}) as e
    union all
    select ${term}, r.invoice_id, null, r.line
      from held m
      join renewals r on r.contact_membership_id = m.id and r.status = 'paid'
     cross join lateral (select ${ends(sql`r.period`)}) as e
    union all
    select ${term}, p.invoice_id, p.created_at, null
      from held m
      join plan_changes p on p.contact_membership_id = m.id and p.applied_at is not null
     cross join lateral (
       select coalesce(max(r.period), ${firstPaidThrough}) as period from renewals r where r.contact_membership_id = m.id and r.status = 'paid' and r.updated_at <= p.applied_at) as c
     cross join lateral (select ${ends(sql`c.period`)}) as e)
  select p.company_id, p.id as contact_membership_id, p.invoice_id, i.location_id, i.created_at as invoiced_at, case i.status when 'paid' then i.updated_at end as paid_at,
         i.total_cents, line.plan, line.cents, case when p.changed_at is null then p.days end as days, p.changed_at, p.end_date, p.end_date + p.open_days as last_end, p.cancels_on
    from paid p
    join invoices i on i.id = p.invoice_id and i.total_cents > 0
   cross join lateral (
     select min(l.name) as plan, sum(l.total_cents) as cents from invoice_lines l
      where l.invoice_id = p.invoice_id and l.type = 'membership' and (p.line is null or l.position = p.line)) as line
   where line.cents > 0`;

/** Stores the paid periods of memberships that changed since they were stored. */
export async function storePaidPeriods(context: Pick<AppContext, 'database'>, stopping?: AbortSignal): Promise<void> {
  for (let stored = batch; stored > 0;) {
    if (stopping?.aborted) return;
    stored = await context.database.acrossCompanies(storeBatch);
  }
}

async function storeBatch(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('paid periods', 0))`.execute(tx);
  const { rows } = await sql<{ ids: string[] }>`
    with changed as (select contact_membership_id as id from outdated_paid_periods limit ${batch}),
    taken as (delete from outdated_paid_periods o using changed c where o.contact_membership_id = c.id returning c.id)
    select coalesce(array_agg(distinct id), '{}') as ids from taken`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  if (ids.length === 0) return 0;
  // Statements of their own see everything that outdated these, and maybe more. What commits later outdates them again.
  await sql`delete from paid_periods where contact_membership_id = any (${ids}::uuid[])`.execute(tx);
  await sql`insert into paid_periods (${paidPeriodColumns}) select ${paidPeriodColumns} from (${selectPaidPeriods(sql`m.id = any (${ids}::uuid[])`)}) as p`.execute(
    tx,
  );
  return ids.length;
}

/** So many changes in one transaction. */
const batch = 2_000;
