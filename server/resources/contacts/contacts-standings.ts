import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, type CalendarDate } from '#domain/rules/dates.ts';
import { endingSoonDays, notSeenDays } from '#domain/rules/limits.ts';
import type { Standing } from '#domain/rules/memberStanding.ts';
import { freezesOfMembership } from '#server/invoicing/contactMembership.ts';

/** What day it is for the contact `c`, and the first and last day that it is anywhere in the list. */
export interface ListedDay {
  readonly today: RawBuilder<unknown>;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The same day for everyone, at one location. */
export const sameDay = (day: CalendarDate): ListedDay => ({ today: sql`${day}::date`, first: day, last: day });

/**
 * Whether the contact `c` is one of those today: `termOn` and `standingsOf` of the domain, in SQL. Nearly everyone has one membership
 * that simply runs, which `member_through` tells. Only of the few others, found by an index, the memberships are looked at.
 */
export function hasStanding(standing: Standing, day: ListedDay, now: Date): RawBuilder<SqlBool> {
  const { today } = day;
  const isOpen = sql`m.access_enabled and not exists (
    select from membership_freezes f where f.contact_membership_id = m.id and ${today} between f.from_day and coalesce(f.until_day, f.longest_until))`;
  // Open freezes that have run out, and whose days the job has not added yet.
  const moved = sql`coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f
    where f.contact_membership_id = m.id and f.until_day is null and f.longest_until < ${today}), 0)::int`;
  // With the days of grace after it.
  const lastDay = sql`greatest(m.last_day, m.end_date + m.days_of_grace)`;
  const isCancelled = sql`coalesce(m.cancels_on < ${today}, false)`;
  const isAhead = sql`${isOpen} and not ${isCancelled} and (m.last_day is null or ${lastDay} >= ${today} or ${lastDay} + ${moved} >= ${today})`;
  // A member, unless for a membership that is suspended or has not begun.
  const active = sql<SqlBool>`(c.member_through >= ${today} and (
    c.id not in (${withoutAccess(day)} union all ${frozen(day)} union all ${held(sql`m.start_date > ${day.first}`)})
    or ${holdsOne(sql`m.start_date <= ${today} and ${isAhead}`)}))`;
  const horizon = sql`(${today} + ${endingSoonDays}::int)`;
  const goesOn = sql`${isAhead}
    and (m.contract_end_date is null or m.contract_end_date > ${horizon} or m.contract_end_date + ${moved} > ${horizon})
    and (m.cancels_on is null or m.cancels_on > ${horizon})
    and (m.auto_renew or m.held_renewal is not null or m.end_date is null or m.end_date > ${horizon} or m.end_date + ${moved} > ${horizon})`;
  const mayEnd = sql`(m.contract_end_date <= ${horizon} or m.cancels_on <= ${horizon} or not m.auto_renew and m.end_date <= ${horizon})`;
  const since = sql`${now}::timestamptz - ${notSeenDays}::int * interval '24 hours'`;
  const conditions: Record<Standing, () => RawBuilder<SqlBool>> = {
    active: () => active,
    // That the active one itself may end is implied, and spares looking at the others of nearly everyone.
    ending_soon: () => sql`c.id in (${nearTheirEnd(day)})
      and ${holds(sql`m.start_date <= ${today} and ${isAhead} and ${mayEnd}`)} and not ${holds(goesOn)}`,
    suspended: () => sql`c.id in (${withoutAccess(day)} union all ${frozen(day)})
      and ${holds(sql`not (${isOpen}) and not ${isCancelled}`)} and not ${active}`,
    owing: () => sql`exists (select from invoices i where i.contact_id = c.id and ${owed})`,
    not_seen: () => sql`${active} and ${holds(sql`m.start_date <= ${today} - ${notSeenDays}::int`)}
      and not exists (select from checkins k where k.contact_id = c.id and k.access_granted and k.checkin_time > ${since})`,
  };
  return conditions[standing]();
}

const holds = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from contact_memberships m where m.contact_id = c.id and m.granted_at is not null and ${condition})`;

/** The same for the few of whom it is asked: PostgreSQL does not go through everyone's memberships first, as it may for `exists`. */
const holdsOne = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`coalesce((select true from contact_memberships m where m.contact_id = c.id and m.granted_at is not null and ${condition} limit 1), false)`;

/** The contacts with such a membership. */
const held = (condition: RawBuilder<unknown>) => sql`select m.contact_id from contact_memberships m where m.granted_at is not null and ${condition}`;

/** In the words of the index `contact_memberships_without_access`. */
const withoutAccess = ({ first }: ListedDay) => held(sql`not m.access_enabled and coalesce(m.cancels_on, 'infinity') >= ${first}`);

const frozen = ({ first, last }: ListedDay) => sql`
  select m.contact_id from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
   where f.from_day <= ${last} and coalesce(f.until_day, f.longest_until) >= ${first}`;

/** Those of whom a membership may end in the next days, each way by its index. */
const nearTheirEnd = ({ first, last }: ListedDay) => {
  const horizon = addDays(last, endingSoonDays);
  return sql`
    ${held(sql`m.access_enabled and not m.auto_renew and m.last_day between ${first} and ${horizon}`)}
    union all ${held(sql`m.access_enabled and m.auto_renew and m.contract_end_date between ${first} and ${horizon}`)}
    union all ${held(sql`m.access_enabled and m.cancels_on between ${first} and ${horizon}`)}
    union all ${held(sql`m.days_of_grace is not null`)}
    union all select m.contact_id from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
               where f.until_day is null and f.longest_until < ${last}`;
};

/** Of the invoice `i`; in the words of the index `invoices_owed`. */
const owed = sql`i.due_cents > 0 and i.status in ('open', 'partially_paid', 'overdue')`;

/** What the standing of the contact `c` follows from, as columns of a page's rows. */
export const standingColumns = sql`
  (select coalesce(json_agg(json_build_object(
            'name', m.membership_name, 'locationId', m.location_id, 'startDate', m.start_date, 'endDate', m.end_date,
            'contractEndDate', m.contract_end_date, 'accessEnabled', m.access_enabled, 'autoRenew', m.auto_renew or m.held_renewal is not null,
            'cancelsOn', m.cancels_on, 'graceDays', m.days_of_grace, 'freezes', ${freezesOfMembership})), '[]')
     from contact_memberships m where m.contact_id = c.id and m.granted_at is not null) as held,
  (select k.checkin_time from checkins k where k.contact_id = c.id and k.access_granted order by k.checkin_time desc limit 1) as last_visit,
  (select coalesce(sum(i.due_cents), 0)::bigint from invoices i where i.contact_id = c.id and ${owed}) as owed_cents`;
