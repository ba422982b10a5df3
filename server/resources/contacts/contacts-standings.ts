import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { endingSoonDays, notSeenDays } from '#domain/rules/limits.ts';
import type { Standing } from '#domain/rules/memberStanding.ts';

/** Whether the contact `c` is one of those, on a day that is `today` for them: `standingsOf` of the domain, in SQL. */
export function hasStanding(standing: Standing, today: RawBuilder<unknown>, now: Date): RawBuilder<SqlBool> {
  const active = (more = sql`true`) => holds(sql`m.access_enabled and m.start_date <= ${today} and (m.last_day is null or m.last_day >= ${today}) and ${more}`);
  const horizon = sql`${today} + ${endingSoonDays}::int`;
  // With a range of days first, so that the few whose day comes are looked up and not everybody.
  const endsInRange = sql`m.last_day between ${today} and ${horizon}`;
  const goesOn = sql`m.access_enabled and (m.last_day is null or m.last_day >= ${today})
    and (m.contract_end_date is null or m.contract_end_date > ${horizon})
    and (m.auto_renew or m.end_date is null or m.end_date > ${horizon})`;
  const since = sql`${now}::timestamptz - ${notSeenDays}::int * interval '24 hours'`;
  const conditions: Record<Standing, () => RawBuilder<SqlBool>> = {
    active: () => active(),
    ending_soon: () => sql`${active(endsInRange)} and not ${holds(goesOn)}`,
    suspended: () => sql`${holds(sql`not m.access_enabled`)} and not ${active()}`,
    owing: () => sql`exists (select from invoices i where i.contact_id = c.id and ${owed})`,
    not_seen: () => sql`${active()} and ${holds(sql`m.start_date <= ${today} - ${notSeenDays}::int`)}
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
            'contractEndDate', m.contract_end_date, 'accessEnabled', m.access_enabled, 'autoRenew', m.auto_renew)), '[]')
     from contact_memberships m where m.contact_id = c.id and m.granted_at is not null) as held,
  (select k.checkin_time from checkins k where k.contact_id = c.id and k.access_granted order by k.checkin_time desc limit 1) as last_visit,
  (select coalesce(sum(i.due_cents), 0)::bigint from invoices i where i.contact_id = c.id and ${owed}) as owed_cents`;
