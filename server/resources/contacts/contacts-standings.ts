import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { endingSoonDays, notSeenDays } from '#domain/rules/limits.ts';
import type { Standing } from '#domain/rules/memberStanding.ts';
import { freezesOfMembership } from '#server/invoicing/contactMembership.ts';

/** Whether the contact `c` is one of those, on a day that is `today` for them: `termOn` and `standingsOf` of the domain, in SQL. */
export function hasStanding(standing: Standing, today: RawBuilder<unknown>, now: Date): RawBuilder<SqlBool> {
  // Not correlated, so that the few memberships that are frozen are read once.
  const isOpen = sql`m.access_enabled and m.id not in (
    select f.contact_membership_id from membership_freezes f where ${today} between f.from_day and coalesce(f.until_day, f.longest_until))`;
  // Open freezes that have run out, and whose days the job has not added yet.
  const moved = sql`coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f
    where f.contact_membership_id = m.id and f.until_day is null and f.longest_until < ${today}), 0)::int`;
  // With the days of grace after it.
  const lastDay = sql`greatest(m.last_day, m.end_date + m.days_of_grace)`;
  const isCancelled = sql`coalesce(m.cancels_on < ${today}, false)`;
  const isAhead = sql`${isOpen} and not ${isCancelled} and (m.last_day is null or ${lastDay} >= ${today} or ${lastDay} + ${moved} >= ${today})`;
  const active = holds(sql`m.start_date <= ${today} and ${isAhead}`);
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
    ending_soon: () => sql`${holds(sql`m.start_date <= ${today} and ${isAhead} and ${mayEnd}`)} and not ${holds(goesOn)}`,
    suspended: () => sql`${holds(sql`not (${isOpen}) and not ${isCancelled}`)} and not ${active}`,
    owing: () => sql`exists (select from invoices i where i.contact_id = c.id and ${owed})`,
    not_seen: () => sql`${active} and ${holds(sql`m.start_date <= ${today} - ${notSeenDays}::int`)}
      and not exists (select from checkins k where k.contact_id = c.id and k.access_granted and k.checkin_time > ${since})`,
  };
  return conditions[standing]();
}

const holds = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from contact_memberships m where m.contact_id = c.id and m.granted_at is not null and ${condition})`;

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
