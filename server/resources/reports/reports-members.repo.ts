import { sql } from 'kysely';
import type { CancellationReason } from '#domain/rules/cancellation.ts';
import { settingsDefaults } from '#domain/rules/companySettings.ts';
import { daysBetween, type CalendarDate } from '#domain/rules/dates.ts';
import type { ReportPeriod } from '#domain/rules/reportPeriods.ts';
import type { Tx } from '#server/db/database.ts';
import { windowsOf, type ReportLocation } from './reports.windows.ts';

/** Of the membership `m`: whether it will be billed again. */
const renews = sql`(m.auto_renew and m.cancels_on is null and m.access_enabled and m.billing_frequency <> 'one_time'
  and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null))`;

/** Beside the contact `c`: the saved card `k`, as far as Stripe was asked. */
const withCard = sql`left join stripe_customers s on s.company_id = c.company_id and s.contact_id = c.id
        left join saved_cards k on k.company_id = s.company_id and k.contact_id = s.contact_id and k.payment_method_id = s.payment_method_id`;

const cardWillHaveExpired = sql`(m.renews_by = 'card' and k.last_day < m.end_date)`;

/**
 * Granted memberships of the people at home at the locations `w`. It counts from `begins` on, and no more from the end of
 * the day `through`: its last day, after the days of grace when it renews. One whose access is off lasts until it is
 * cancelled, as everywhere. An open freeze moves the end by its longest.
 */
const termsOf = (whose = sql`true`) => sql`
      terms as (
        select m.id, m.contact_id, w.timezone, w.last_day as report_day, w.before,
               least(m.start_date, (m.granted_at at time zone w.timezone)::date) as begins,
               least(coalesce((c.archived_at at time zone w.timezone)::date, 'infinity'), case
                 when m.cancels_on is not null then least(m.cancels_on, coalesce(m.last_day, 'infinity'))
                 when not m.access_enabled then 'infinity'
                 else coalesce(m.last_day + coalesce(open.days, 0)
                      + case when ${renews} then greatest(1, coalesce((s.memberships ->> 'graceDays')::int, ${settingsDefaults.memberships.graceDays}::int)) else 0 end,
                      'infinity') end) as through
          from w
          join contacts c on c.home_location_id = w.location_id
          join contact_memberships m on m.contact_id = c.id and m.granted_at is not null
          left join company_settings s on s.company_id = m.company_id
          left join (
            select f.contact_membership_id, sum(f.longest_until - f.from_day + 1)::int as days
              from membership_freezes f where f.until_day is null group by 1) as open on open.contact_membership_id = m.id
         where ${whose})`;

/** A membership that is in force at the end of the report's day. */
const isInForce = sql`t.begins <= t.report_day and t.through > t.report_day`;

/** People and their memberships. People belong to their home location, whose calendar counts. */
export const reportMembersRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  /** How many people became members and how many stopped on every day so far. Overlapping memberships of a person are one. */
  async comings(period: ReportPeriod): Promise<{ day: string; joined: number; left: number }[]> {
    const { rows } = await sql<{ day: string; joined: number; left: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      ${termsOf()},
      stays as (
        select unnest(range_agg(daterange(begins, through))) as stay from terms where begins < through group by contact_id),
      moves as (
        select lower(stay) as day, 1 as joined, 0 as "left" from stays
        union all
        select upper(stay), 0, 1 from stays where upper(stay) < 'infinity')
      select day::text, sum(joined)::int as joined, sum("left")::int as "left" from moves group by day`.execute(tx);
    return rows;
  },

  /** People whose membership is frozen on the last day, and who have no other that is not. */
  async frozen(period: ReportPeriod): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with w as materialized (${windowsOf(locations, { from: period.to, to: period.to })}),
      paused as materialized (
        select m.id, m.contact_id
          from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
         where ${period.to}::date between f.from_day and coalesce(f.until_day, f.longest_until)),
      ${termsOf(sql`m.contact_id in (select p.contact_id from paused p)`)},
      people as (
        select t.contact_id, bool_and(t.id in (select p.id from paused p)) as is_frozen from terms t where ${isInForce} group by t.contact_id)
      select count(*)::int as count from people where is_frozen`.execute(tx);
    return rows[0]?.count ?? 0;
  },

  /**
   * Price per month that began, changed and stopped on every day so far, in cents. A membership counts while it will
   * renew: until it is cancelled, ends, has its renewal turned off, or is billed for the last time of its contract.
   */
  async recurring(period: ReportPeriod): Promise<{ day: string; added: number; changed: number; lost: number }[]> {
    const { rows } = await sql<{ day: string; added: number; changed: number; lost: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      ${termsOf()},
      renewing as (
        select m.id, t.begins, round(m.purchase_price_cents / months.of::numeric) as cents,
               least(t.through, (m.cancelled_at at time zone t.timezone)::date,
                 case when m.contract_end_date is not null and m.planned_membership_id is null
                      then ((m.contract_end_date + 1) - make_interval(months => months.of))::date - 1 end,
                 case when not m.auto_renew and m.cancelled_at is null then coalesce((
                        select (max(a.at) at time zone t.timezone)::date from activity a
                         where a.record_id = m.id and a.changes @> '[{"field": "autoRenew", "after": false}]'), t.begins) end) as until,
               changed.on_day as changed_on, changed.cents as cents_before
          from terms t
          join contact_memberships m on m.id = t.id and m.billing_frequency <> 'one_time'
         cross join lateral (select case m.billing_frequency when 'annually' then 12 else 1 end as of) as months
          left join lateral (
            select (r.updated_at at time zone t.timezone)::date as on_day,
                   round(l.price_cents / case p.billing_frequency when 'annually' then 12.0 else 1.0 end) as cents
              from renewals r
              join invoice_lines l on l.invoice_id = coalesce(
                     (select e.invoice_id from renewals e where e.contact_membership_id = m.id and e.period = m.earlier_periods), m.invoice_id)
                   and l.type = 'membership'
              join memberships p on p.id = l.item_id
             where r.contact_membership_id = m.id and r.period = m.earlier_periods + 1 and r.status = 'paid'
             order by l.position limit 1) as changed on m.earlier_periods > 0),
      moves as (
        select begins as day, case when changed_on > begins then cents_before else cents end as added, 0 as changed, 0 as lost from renewing where begins < until
        union all
        select changed_on, 0, cents - cents_before, 0 from renewing where changed_on > begins and changed_on < until
        union all
        select until, 0, 0, case when changed_on > begins and changed_on >= until then cents_before else cents end
          from renewing where begins < until and until < 'infinity')
      select day::text, sum(added)::float8 as added, sum(changed)::float8 as changed, sum(lost)::float8 as lost from moves group by day`.execute(tx);
    return rows;
  },

  /** Memberships that were cancelled and had their last day in the period. */
  async reasons(period: ReportPeriod): Promise<{ reason: CancellationReason; memberships: number }[]> {
    const { rows } = await sql<{ reason: CancellationReason; memberships: number }>`
      with w as materialized (${windowsOf(locations, period)})
      select coalesce(m.cancel_reason, 'other') as reason, count(*)::int as memberships
        from w
        join contacts c on c.home_location_id = w.location_id
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.cancels_on between w.first_day and w.last_day
       group by 1 order by 2 desc, 1`.execute(tx);
    return rows;
  },

  /** Memberships that are billed again in the days of the period, at the price of their next period, and those whose card will have expired by then. */
  async renewals(period: ReportPeriod): Promise<{ by: 'card' | 'manual'; memberships: number; expired: number; cents: number }[]> {
    const { rows } = await sql<{ by: 'card' | 'manual'; memberships: number; expired: number; cents: number }>`
      with w as materialized (${windowsOf(locations, period)})
      select m.renews_by as by, count(*)::int as memberships, count(*) filter (where ${cardWillHaveExpired})::int as expired,
             sum(coalesce(m.planned_price_cents, m.purchase_price_cents))::float8 as cents
        from w
        join contacts c on c.home_location_id = w.location_id and c.archived_at is null
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.end_date between w.first_day and w.last_day
        ${withCard}
       where ${renews}
       group by 1 order by 1`.execute(tx);
    return rows;
  },

  /** The members behind these cards, the first ones of them. */
  async expiredCards(period: ReportPeriod, limit: number): Promise<{ id: string; name: string; plan: string; on: CalendarDate; brand: string; lastDigits: string; cents: number }[]> {
    const { rows } = await sql<{ id: string; name: string; plan: string; on: string; brand: string; lastDigits: string; cents: number }>`
      with w as materialized (${windowsOf(locations, period)})
      select m.id, c.first_name || ' ' || c.last_name as name, m.membership_name as plan, m.end_date::text as on, k.brand, k.last_digits as "lastDigits",
             coalesce(m.planned_price_cents, m.purchase_price_cents)::float8 as cents
        from w
        join contacts c on c.home_location_id = w.location_id and c.archived_at is null
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.end_date between w.first_day and w.last_day
        ${withCard}
       where ${renews} and ${cardWillHaveExpired}
       order by m.end_date, c.last_name, c.first_name, m.id limit ${limit}`.execute(tx);
    return rows;
  },

  /** People whose membership ends in the days of the period without being renewed. The first ones of them. */
  async ending(period: ReportPeriod, limit: number): Promise<{ id: string; name: string; plan: string; endsOn: CalendarDate; cents: number }[]> {
    const { rows } = await sql<{ id: string; name: string; plan: string; endsOn: string; cents: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      ${termsOf()}
      select m.id, c.first_name || ' ' || c.last_name as name, m.membership_name as plan, t.through::text as "endsOn", m.purchase_price_cents::float8 as cents
        from terms t
        join contact_memberships m on m.id = t.id
        join contacts c on c.id = t.contact_id
       where t.through between (t.report_day - ${daysBetween(period.from, period.to)}::int) and t.report_day and not ${renews}
         and not exists (select from terms o where o.contact_id = t.contact_id and o.begins <= t.through + 1 and o.through > t.report_day)
       order by t.through, c.last_name, c.first_name, m.id limit ${limit}`.execute(tx);
    return rows;
  },

  /** Members of at least as many days, at the end of the period, without a granted check-in in these days. */
  async notSeen(period: ReportPeriod, lengths: readonly number[]): Promise<{ days: number; members: number }[]> {
    const { rows } = await sql<{ days: number; members: number }>`
      with w as materialized (${windowsOf(locations, period)}),
      ${termsOf()},
      seen as (
        select k.contact_id, max(k.checkin_time) as last_visit
          from checkins k
         where k.access_granted and k.checkin_time >= (select min(before) from w) - ${Math.max(...lengths)}::int * interval '1 day'
           and k.checkin_time < (select max(before) from w)
         group by k.contact_id)
      select d.days, count(distinct t.contact_id)::int as members
        from unnest(${[...lengths]}::int[]) as d (days)
        join terms t on ${isInForce} and t.begins <= t.report_day - d.days
       where not exists (
         select from seen s where s.contact_id = t.contact_id and s.last_visit >= t.before - d.days * interval '1 day')
       group by d.days`.execute(tx);
    return rows;
  },
});
