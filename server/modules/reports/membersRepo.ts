import { subHours } from 'date-fns';
import { sql } from 'kysely';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { addDays, daysBetween, endOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isNextPlanArchived, selectLeavers, selectMemberMoves } from '#server/modules/contact-memberships/index.ts';
import { findFinishedThrough } from '#server/platform/jobs/finishedDays.ts';
import { cancellationReasonLabels } from '#domain/contact-memberships/cancellation.ts';
import { isOneOf, selectWindows, type ReportLocation } from './windows.ts';

/** It is billed at least once more. */
const renews = sql`(m.auto_renew and (m.cancels_on is null or m.end_date < m.cancels_on) and m.access_enabled and m.billing_frequency <> 'one_time'
  and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
  and not ${isNextPlanArchived})`;

/**
 * Granted memberships of the people whose home is one of the locations `w`. A membership counts from `begins` on, until the end
 * of the day `through`: its last day, after the grace period if it renews. One whose access is turned off lasts until it is
 * canceled. An open freeze moves the end by its longest duration.
 */
const selectTerms = (whose = sql`true`) => sql`
      terms as materialized (
        select m.id, m.contact_id, c.archived_at is not null as is_deleted, ${renews} as renews, m.cancels_on, w.last_day as report_day, w.timezone, w.before,
               least(m.start_date, (m.granted_at at time zone w.timezone)::date) as begins,
               least(coalesce((c.archived_at at time zone w.timezone)::date, 'infinity'), m.used_up_on, case
                 when m.cancels_on is not null then least(m.cancels_on, coalesce(paid.last_day, 'infinity'))
                 when not m.access_enabled then 'infinity'
                 else coalesce(greatest(paid.last_day,
                        m.last_day + case when ${renews} then greatest(1, coalesce((s.memberships ->> 'graceDays')::int, ${settingsDefaults.memberships.graceDays}::int)) else 0 end)
                      + coalesce(open.days, 0), 'infinity') end) as through
          from w
          join contacts c on c.home_location_id = w.location_id
          join contact_memberships m on m.contact_id = c.id and m.granted_at is not null
          left join company_settings s on s.company_id = m.company_id
         cross join lateral (select greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) as last_day) as paid
          left join (
            select f.contact_membership_id, sum(f.longest_until - f.from_day + 1)::int as days
              from membership_freezes f where f.until_day is null group by 1) as open on open.contact_membership_id = m.id
         where ${whose})`;

/** The last day of the term `t` as far as it is planned, after its renewals. Null while it goes on. */
const endsOn = (t: string) =>
  sql`case when ${sql.ref(t)}.renews then ${sql.ref(t)}.cancels_on else ${sql.ref(t)}.through end`;

/** After the day; while it is today at the location, whoever has their last day is still a member, unless they were deleted. */
const isInForce = (now: Date) =>
  sql`t.begins <= t.report_day and t.through >= case when t.report_day = (${now}::timestamptz at time zone t.timezone)::date and not t.is_deleted then t.report_day else t.report_day + 1 end`;

const hasNoOpenFreeze = sql`not exists (select from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null)`;

interface ExpiredCard {
  readonly id: string;
  readonly contactId: string;
  readonly name: string;
  readonly plan: string;
  readonly on: CalendarDate;
  readonly brand: string;
  readonly lastDigits: string;
  readonly cents: number;
  readonly total: number;
}

interface Ending {
  readonly id: string;
  readonly contactId: string;
  readonly name: string;
  readonly plan: string;
  readonly endsOn: CalendarDate;
  readonly cents: number;
}

interface DevelopmentOfDay {
  readonly day: string;
  readonly joined: number;
  readonly left: number;
  readonly added: number;
  readonly changed: number;
  readonly lost: number;
}

/** People belong to their home location, whose calendar counts. */
export const reportMembersRepo = (tx: Tx, locations: readonly ReportLocation[], now: Date) => ({
  /**
   * Up to this day. Overlapping memberships of a person are one. A membership's monthly price (cents) counts while it will
   * renew: until it is canceled, ends, has its renewal turned off, or is billed for the last time of its contract. All of it as
   * it was on that day. Finished days are read from their sums.
   */
  async development(until: CalendarDate): Promise<DevelopmentOfDay[]> {
    const through = sql`${await findFinishedThrough(tx, 'memberships')}::date`;
    const { rows } = await sql<DevelopmentOfDay>`
      select m.day::text, coalesce(sum(m.people) filter (where is_in and not was_in), 0)::int as joined,
             coalesce(sum(m.people) filter (where was_in and not is_in), 0)::int as "left",
             coalesce(sum(m.to_cents) filter (where is_in and not was_in), 0)::float8 as added,
             coalesce(sum(m.to_cents - m.from_cents) filter (where is_in and was_in), 0)::float8 as changed,
             coalesce(sum(m.from_cents) filter (where was_in and not is_in), 0)::float8 as lost
        from (
          select day, from_locations, to_locations, people, from_cents, to_cents from member_day_sums where day <= ${through} and day <= ${until}::date
          union all
          select day, from_locations, to_locations, people, from_cents, to_cents from (${selectMemberMoves({ after: through, until, now })}) as live) as m
       cross join lateral (select m.from_locations && ${locations.map(({ id }) => id)}::uuid[], m.to_locations && ${locations.map(({ id }) => id)}::uuid[]) as of_these (was_in, is_in)
       group by m.day`.execute(tx);
    return rows;
  },

  /** People whose membership is frozen on the last day, and who have no other that is not. */
  async frozen(period: ReportPeriod): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with w as materialized (${selectWindows(locations, { from: period.to, to: period.to })}),
      paused as materialized (
        select m.id, m.contact_id
          from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
         where ${period.to}::date between f.from_day and coalesce(f.until_day, f.longest_until)),
      ${selectTerms(sql`m.contact_id in (select p.contact_id from paused p)`)},
      people as (
        select t.contact_id, bool_and(t.id in (select p.id from paused p)) as is_frozen from terms t where ${isInForce(now)} group by t.contact_id)
      select count(*)::int as count from people where is_frozen`.execute(tx);
    return rows[0]?.count ?? 0;
  },

  /** Why people left, as `development` counts them. */
  async reasons(period: ReportPeriod): Promise<{ reason: LeavingReason; members: number }[]> {
    const these = sql`${locations.map(({ id }) => id)}::uuid[]`;
    const { rows } = await sql<{ reason: LeavingReason; members: number }>`
      select reason, count(*)::int as members
        from (${selectLeavers({ after: sql`${addDays(period.from, -1)}::date`, until: period.to, now })}) as l
       where l.from_locations && ${these} and not l.to_locations && ${these}
       group by 1 order by 2 desc, 1`.execute(tx);
    return rows;
  },

  /** Memberships that are billed again in the period, at the price of their next period. When an open freeze ends nobody knows. */
  async renewals(period: ReportPeriod): Promise<{ by: 'card' | 'manual'; memberships: number; cents: number }[]> {
    const { rows } = await sql<{ by: 'card' | 'manual'; memberships: number; cents: number }>`
      select m.renews_by as by, count(*)::int as memberships, sum(coalesce(m.planned_price_cents, m.purchase_price_cents))::float8 as cents
        from contacts c
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.end_date between ${period.from}::date and ${period.to}::date
       where ${isOneOf(locations, sql`c.home_location_id`)} and c.archived_at is null and ${renews} and ${hasNoOpenFreeze}
       group by 1 order by 1`.execute(tx);
    return rows;
  },

  /** The first of them whose card will have expired by then, each with how many there are in total. */
  async expiredCards(period: ReportPeriod, limit: number): Promise<ExpiredCard[]> {
    const { rows } = await sql<ExpiredCard>`
      with expired as materialized (
        select s.contact_id as payer_id, k.brand, k.last_digits, k.last_day
          from saved_cards k
          join stripe_customers s on s.company_id = k.company_id and s.contact_id = k.contact_id and s.payment_method_id = k.payment_method_id
         where k.last_day < ${period.to}::date),
      -- The payer of a household pays for its members.
      paid as materialized (
        select e.payer_id as contact_id, e.brand, e.last_digits, e.last_day
          from expired e where not exists (select from household_members hm where hm.contact_id = e.payer_id)
        union all
        select hm.contact_id, e.brand, e.last_digits, e.last_day
          from expired e join households hh on hh.payer_id = e.payer_id join household_members hm on hm.household_id = hh.id)
      select m.id, m.contact_id as "contactId", c.first_name || ' ' || c.last_name as name, m.membership_name as plan, m.end_date::text as on, p.brand, p.last_digits as "lastDigits",
             coalesce(m.planned_price_cents, m.purchase_price_cents)::float8 as cents, count(*) over ()::int as total
        from paid p
        join contacts c on c.id = p.contact_id
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.end_date between ${period.from}::date and ${period.to}::date
       where ${isOneOf(locations, sql`c.home_location_id`)} and c.archived_at is null and ${renews} and ${hasNoOpenFreeze} and m.renews_by = 'card' and p.last_day < m.end_date
       order by m.end_date, c.last_name, c.first_name, m.id limit ${limit}`.execute(tx);
    return rows;
  },

  async ending(period: ReportPeriod, limit: number): Promise<Ending[]> {
    const { rows } = await sql<Ending>`
      with w as materialized (${selectWindows(locations, period)}),
      ${selectTerms(sql`m.contact_id in (select m.contact_id from contact_memberships m 
        where m.granted_at is not null and (m.cancels_on between ${period.from}::date and ${period.to}::date or not ${renews} and (m.cancels_on is null or m.cancels_on >= ${period.from}::date)))`)},
      -- By their names only those of the first days, since that takes longest.
      first as materialized (
        select t.id, t.contact_id, e.ends_on
          from terms t
         cross join lateral (select ${endsOn('t')} as ends_on) as e
         where not t.is_deleted and e.ends_on between (t.report_day - ${daysBetween(period.from, period.to)}::int) and t.report_day
           and not exists (
             select from terms o
              where o.contact_id = t.contact_id and o.begins <= e.ends_on + 1 and coalesce(${endsOn('o')}, 'infinity') > t.report_day)
         order by e.ends_on fetch first (${limit}::int) rows with ties)
      select m.id, m.contact_id as "contactId", c.first_name || ' ' || c.last_name as name, m.membership_name as plan, t.ends_on::text as "endsOn", m.purchase_price_cents::float8 as cents
        from first t
        join contact_memberships m on m.id = t.id
        join contacts c on c.id = t.contact_id
       order by t.ends_on, c.last_name, c.first_name, m.id limit ${limit}`.execute(tx);
    return rows;
  },

  /** Members for at least this many days, without a granted check-in in that time. */
  async notSeen(period: ReportPeriod, lengths: readonly number[]): Promise<{ days: number; members: number }[]> {
    // As values, so that the planner knows how many check-ins lie between them.
    const ends = locations.map(({ timezone }) => endOfDay(timezone, period.to).getTime());
    const before = new Date(Math.max(...ends));
    const recently = subHours(before, 24 * Math.min(...lengths));
    const longAgo = subHours(Math.min(...ends), 24 * Math.max(...lengths));
    const { rows } = await sql<{ days: number; members: number }>`
      with w as materialized (${selectWindows(locations, period)}),
      -- Whoever has been here lately is not missed, however long the time: mostly they are the most.
      ${selectTerms(sql`m.contact_id not in (
        select k.contact_id from checkins k where k.access_granted and k.checkin_time >= ${recently} and k.checkin_time < ${before})`)},
      people as (
        select t.contact_id, t.before, t.report_day, min(t.begins) as begins from terms t where ${isInForce(now)} group by 1, 2, 3),
      counted as (
        select array[${sql.join(
          lengths.map(
            (days) => sql`count(*) filter (where p.begins <= p.report_day - ${days}::int
                 and (s.last_visit is null or s.last_visit < p.before - ${days}::int * interval '1 day'))`,
          ),
        )}] as members
          from people p
         cross join lateral (
           select max(k.checkin_time) as last_visit
             from checkins k
            where k.contact_id = p.contact_id and k.access_granted and k.checkin_time >= ${longAgo} and k.checkin_time < ${before}) as s)
      select n.days, n.members::int as members from counted, unnest(${[...lengths]}::int[], counted.members) as n (days, members)`.execute(
      tx,
    );
    return rows;
  },
});

/** Who left without canceling has no reason of their own. */
export const leavingReasonLabels = {
  ...cancellationReasonLabels,
  not_renewed: 'Not renewed',
  card_declined: 'Card declined',
  elsewhere: 'Now at another location',
} as const;

type LeavingReason = keyof typeof leavingReasonLabels;
