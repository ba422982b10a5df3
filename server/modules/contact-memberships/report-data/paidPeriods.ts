import { sql, type RawBuilder } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { firstPaidThrough } from '../grantedMembership.ts';

/**
 * Of the membership `m` and its period `b`. A later freeze moves the end, as it moves the later ends: the report takes off all frozen days
 * that are ahead of a day. Access that was ended counted in whole until then, so still on its last day, and on those of an open freeze
 * that moves that day when it ends.
 */
const term = sql`m.company_id, m.id, m.open_days,
  case when b.access_ended_on is null then m.cancels_on else b.access_ended_on + 1 + coalesce((
    select sum(f.longest_until - f.from_day + 1) from membership_freezes f
     where f.contact_membership_id = m.id and f.until_day is null and f.from_day <= b.access_ended_on), 0)::int end as cancels_on,
  b.last_day + coalesce((
    select sum(f.until_day - f.from_day + 1) from membership_freezes f
     where f.contact_membership_id = m.id and f.until_day is not null and f.from_day > b.last_day), 0)::int as end_date, b.days`;

export const paidPeriodColumns = sql`company_id, contact_membership_id, invoice_id, location_id, invoiced_at, paid_at, total_cents, plan, cents, days, changed_at, end_date, last_end, cancels_on`;

/**
 * A query of the columns of `paid_periods`: the paid periods of these memberships `m`, and the price differences of their changes
 * of plan. Visit packs are left out, and so are terms that have no end. It says nothing of a day: what was paid by then, or frozen,
 * is the report's.
 */
export const selectPaidPeriods = (whose: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with held as materialized (
    select m.company_id, m.id, m.invoice_id, m.periods_paid, m.cancels_on,
           coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null), 0)::int as open_days
      from contact_memberships m
     where ${whose} and m.visit_limit is null),
  paid as (
    select ${term}, m.invoice_id, null::timestamptz as changed_at, null::int as line
      from held m
      join membership_periods b on b.contact_membership_id = m.id and b.period = 1
    union all
    select ${term}, r.invoice_id, null, r.line
      from held m
      join renewals r on r.contact_membership_id = m.id and r.status = 'paid'
      join membership_periods b on b.contact_membership_id = m.id and b.period = r.period
    union all
    select ${term}, p.invoice_id, p.created_at, null
      from held m
      join plan_changes p on p.contact_membership_id = m.id and p.applied_at is not null
     cross join lateral (
       select coalesce(max(r.period), ${firstPaidThrough}) as period from renewals r where r.contact_membership_id = m.id and r.status = 'paid' and r.updated_at <= p.applied_at) as c
      join membership_periods b on b.contact_membership_id = m.id
       -- An earlier one, if nobody billed that period.
       and b.period = (select max(x.period) from membership_periods x where x.contact_membership_id = m.id and x.period <= c.period))
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
