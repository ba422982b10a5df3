import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import { endingSoonDays, notSeenDays } from '#domain/shared/limits.ts';
import type { MemberStatus } from '#domain/contacts/memberStatus.ts';
import { isNextPlanArchived } from '#server/modules/contact-memberships/index.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';

/** The day of the contact `c`, and the earliest and latest date at the locations of the list. */
export interface ListedDay {
  readonly today: RawBuilder<unknown>;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

export const sameDay = (day: CalendarDate): ListedDay => ({ today: sql`${day}::date`, first: day, last: day });

/**
 * Does for the contact `c` what the domain's `termOn` and `getMemberStatuses` do, in SQL. Nearly everyone has one active
 * membership, and then `member_through` is enough. An index finds the memberships of the few others.
 */
export function hasMemberStatus(memberStatus: MemberStatus, day: ListedDay, now: Date): RawBuilder<SqlBool> {
  const { today } = day;
  const isOpen = sql`m.access_enabled and not exists (
    select from membership_freezes f where f.contact_membership_id = m.id and ${today} between f.from_day and coalesce(f.until_day, f.longest_until))`;
  // The days of open freezes that have run out and that the job has not added yet.
  const moved = sql`coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f
    where f.contact_membership_id = m.id and f.until_day is null and f.longest_until < ${today}), 0)::int`;
  // Including the grace period.
  const lastDay = sql`greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace))`;
  const isCanceled = sql`coalesce(m.cancels_on < ${today}, false)`;
  const isRunning = sql`m.used_up_on is null and ${isOpen} and not ${isCanceled} and (m.last_day is null or ${lastDay} >= ${today} or ${lastDay} + ${moved} >= ${today})`;
  // A member whose membership is neither suspended nor still to begin.
  const active = sql<SqlBool>`(c.member_through >= ${today} and (
    c.id not in (${withoutAccess(day)} union all ${frozen(day)} union all ${contactsWithMembership(sql`m.start_date > ${day.first}`)}
      union all ${contactsWithMembership(sql`m.used_up_on >= ${day.first}`)})
    or ${hasMembershipBySubquery(sql`m.start_date <= ${today} and ${isRunning}`)}))`;
  const horizon = sql`(${today} + ${endingSoonDays}::int)`;
  const renews = sql`((m.auto_renew or m.renewal_on_hold is not null) and not ${isNextPlanArchived})`;
  const lastsLonger = sql`${isRunning}
    and (m.contract_end_date is null or m.planned_membership_id is not null or m.contract_end_date > ${horizon} or m.contract_end_date + ${moved} > ${horizon})
    and (m.cancels_on is null or m.cancels_on > ${horizon})
    and (${renews} or m.end_date is null or m.end_date > ${horizon} or m.end_date + ${moved} > ${horizon})`;
  const mayEnd = sql`(m.contract_end_date <= ${horizon} and m.planned_membership_id is null or m.cancels_on <= ${horizon} or not ${renews} and m.end_date <= ${horizon})`;
  const since = sql`${now}::timestamptz - ${notSeenDays}::int * interval '24 hours'`;
  const conditions: Record<MemberStatus, () => RawBuilder<SqlBool>> = {
    active: () => active,
    // `mayEnd` follows from the rest. It is checked first so that most contacts' other memberships are not read.
    ending_soon: () => sql`c.id in (${mayEndSoon(day)})
      and ${hasMembership(sql`m.start_date <= ${today} and ${isRunning} and ${mayEnd}`)} and not ${hasMembership(lastsLonger)}`,
    suspended: () => sql`c.id in (${withoutAccess(day)} union all ${frozen(day)})
      and ${hasMembership(sql`m.used_up_on is null and not (${isOpen}) and not ${isCanceled}`)} and not ${active}`,
    owing: () => sql`exists (select from invoices i where i.contact_id = c.id and ${isOwedSql})`,
    not_seen: () => sql`${active} and ${hasMembership(sql`m.start_date <= ${today} - ${notSeenDays}::int`)}
      and not exists (select from checkins k where k.contact_id = c.id and k.access_granted and k.checkin_time > ${since})`,
  };
  return conditions[memberStatus]();
}

const hasMembership = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from contact_memberships m where m.contact_id = c.id and m.granted_at is not null and ${condition})`;

/** The same as a scalar subquery, for the few contacts that are left. PostgreSQL may plan an `exists` as a join with all memberships. */
const hasMembershipBySubquery = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`coalesce((select true from contact_memberships m where m.contact_id = c.id and m.granted_at is not null and ${condition} limit 1), false)`;

const contactsWithMembership = (condition: RawBuilder<unknown>) =>
  sql`select m.contact_id from contact_memberships m where m.granted_at is not null and ${condition}`;

/** Written like the condition of the index `contact_memberships_without_access`, so that the planner uses it. */
const withoutAccess = ({ first }: ListedDay) =>
  contactsWithMembership(sql`not m.access_enabled and coalesce(m.cancels_on, 'infinity') >= ${first}`);

const frozen = ({ first, last }: ListedDay) => sql`
  select m.contact_id from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
   where f.from_day <= ${last} and coalesce(f.until_day, f.longest_until) >= ${first}`;

/** Each way to end has an index. */
const mayEndSoon = ({ first, last }: ListedDay) => {
  const horizon = addDays(last, endingSoonDays);
  return sql`
    ${contactsWithMembership(sql`m.access_enabled and not m.auto_renew and m.last_day between ${first} and ${horizon}`)}
    union all ${contactsWithMembership(sql`m.access_enabled and m.auto_renew and m.end_date <= ${horizon} and ${isNextPlanArchived}`)}
    union all ${contactsWithMembership(sql`m.access_enabled and m.auto_renew and m.planned_membership_id is null and m.contract_end_date between ${first} and ${horizon}`)}
    union all ${contactsWithMembership(sql`m.access_enabled and m.cancels_on between ${first} and ${horizon}`)}
    union all ${contactsWithMembership(sql`m.grace_days is not null`)}
    union all select m.contact_id from membership_freezes f join contact_memberships m on m.id = f.contact_membership_id
               where f.until_day is null and f.longest_until < ${last}`;
};

/** Written like the condition of the index `invoices_owed`. */
export const isOwedSql = sql`i.due_cents > 0 and ${isInvoiceOutstanding}`;
