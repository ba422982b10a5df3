import { chunk, groupBy } from 'es-toolkit';
import { sql } from 'kysely';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { emailNotices } from '#server/modules/email-queue/index.ts';
import { isNextPlanArchived, membershipLocation, nextLocation } from '#server/modules/contact-memberships/index.ts';

interface DueNotice {
  readonly company_id: string;
  readonly kind: 'renewal-upcoming' | 'membership-ending';
  readonly id: string;
  readonly day: CalendarDate;
}

const noticesEachRead = 2_000;
const emailsEach = 200;

/**
 * Once for each renewal or end. Several processes may run it at once: the membership's row stores the day of the notice,
 * and only one process changes it.
 */
export async function writeNotices(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const failures: unknown[] = [];
  for (let more = true; more && failures.length === 0;) {
    const { rows } = await database.acrossCompanies((tx) => dueNotices(now).execute(tx));
    for (const [companyId, notices] of Object.entries(groupBy(rows, ({ company_id }) => company_id))) {
      for (const some of chunk(notices, emailsEach)) {
        if (signal?.aborted) return;
        await database
          .scoped([companyId], (tx) => markAndQueue(tx, some, now))
          .catch((error: unknown) => failures.push(error));
      }
    }
    more = rows.length === noticesEachRead;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Notices of ${failures.length} batches could not be written`);
}

/** The last day of a membership that does not renew; null for one that continues. Written as in the index `contact_memberships_unannounced_ends`. */
const endDay = sql`case when auto_renew
  then least(cancels_on, case when planned_membership_id is null then contract_end_date end)
  else least(cancels_on, end_date) end`;

const ofEnding = sql.raw(
  'id, company_id, contact_id, location_id, invoice_id, start_date, granted_at, access_enabled, canceled_at, used_up_on, ending_noticed_for',
);

/**
 * From nine in the morning by the clock of the location. The conditions on the UTC date only narrow the rows to a stretch
 * of the index that holds every time zone's today. In no order, so that a first part of them is found without the rest.
 */
function dueNotices(now: Date) {
  const at = sql`${now}::timestamptz`;
  const today = sql`(${at} at time zone l.timezone)::date`;
  const isMorning = sql`(${at} at time zone l.timezone)::time >= '09:00'`;
  const isFrozenOn = (day: 'end_date' | 'ends_on') => sql`exists (
    select from membership_freezes f
     where f.contact_membership_id = m.id and f.until_day is null and f.from_day <= m.${sql.raw(day)} and f.longest_until >= ${today})`;
  return sql<DueNotice>`
    select o.id as company_id, n.kind, n.id, n.day
      from companies o
      left join company_settings s on s.company_id = o.id
     cross join lateral (
        select ${JSON.stringify(settingsDefaults.emails)}::jsonb || coalesce(s.emails, '{}') as emails, (${at} at time zone 'UTC')::date as utc) as w
     cross join lateral (
        select 'renewal-upcoming' as kind, m.id, m.end_date as day
          from contact_memberships m
          join contacts c on c.id = m.contact_id and c.archived_at is null
          join locations l on l.id = ${membershipLocation}
          join locations n on n.id = ${nextLocation} and n.archived_at is null
         where (w.emails -> 'renewalUpcoming')::boolean
           and m.company_id = o.id and m.granted_at is not null and m.auto_renew and m.renewal_noticed_for is distinct from m.end_date
           and m.end_date between w.utc - 1 and w.utc + (w.emails -> 'renewalUpcomingDays')::int + 1
           and m.end_date between ${today} and ${today} + (w.emails -> 'renewalUpcomingDays')::int
           and ${isMorning}
           and m.renews_by = 'card' and m.access_enabled and m.billing_frequency <> 'one_time' and m.start_date < ${today}
           and (m.cancels_on is null or m.end_date < m.cancels_on)
           and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
           -- An open freeze moves the end when it ends.
           and not ${isFrozenOn('end_date')}
           and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
           and exists (select from stripe_configs t where t.company_id = o.id)
        union all
        select 'membership-ending', m.id, m.ends_on
          from (select ${ofEnding}, ${endDay} as ends_on from contact_memberships as m
                 where m.renewal_on_hold is null and not (m.auto_renew and ${isNextPlanArchived})
                union all
                select ${ofEnding}, least(cancels_on, end_date) from contact_memberships as m
                 where (m.auto_renew or m.renewal_on_hold is not null) and ${isNextPlanArchived}) as m
          join contacts c on c.id = m.contact_id and c.archived_at is null
          join locations l on l.id = ${membershipLocation}
         where (w.emails -> 'membershipEnding')::boolean
           and m.company_id = o.id and m.granted_at is not null and m.ending_noticed_for is distinct from m.ends_on
           and m.ends_on between w.utc - 1 and w.utc + (w.emails -> 'membershipEndingDays')::int + 1
           and m.ends_on between ${today} and ${today} + (w.emails -> 'membershipEndingDays')::int
           and ${isMorning}
           and m.access_enabled and m.used_up_on is null
           -- Not for a pass of a few days, nor soon after the cancellation was emailed.
           and m.start_date < m.ends_on - (w.emails -> 'membershipEndingDays')::int
           and (m.canceled_at is null or (m.canceled_at at time zone l.timezone)::date < m.ends_on - (w.emails -> 'membershipEndingDays')::int)
           and not ${isFrozenOn('ends_on')}
           -- Nothing ends for a member who holds another one for longer.
           and not exists (
             select from contact_memberships x
              where x.contact_id = m.contact_id and x.id <> m.id and x.granted_at is not null and x.access_enabled and x.used_up_on is null
                and coalesce(least(x.cancels_on, case
                  when not x.auto_renew then x.last_day
                  when exists (select from contact_memberships m where m.id = x.id and ${isNextPlanArchived}) then x.end_date end), 'infinity') > m.ends_on)) as n
     where o.archived_at is null
     limit ${noticesEachRead}`;
}

type Marked = Pick<DueNotice, 'id' | 'company_id' | 'day'> & { readonly contact_id: string };

async function markAndQueue(tx: Tx, notices: readonly DueNotice[], now: Date): Promise<void> {
  for (const kind of ['renewal-upcoming', 'membership-ending'] as const) {
    const some = notices.filter((notice) => notice.kind === kind);
    if (some.length === 0) continue;
    const noticedFor = sql.ref(kind === 'renewal-upcoming' ? 'renewal_noticed_for' : 'ending_noticed_for');
    // The card of a household is the payer's.
    const recipient = kind === 'renewal-upcoming' ? sql`payer_of(m.contact_id)` : sql`m.contact_id`;
    const [ids, days] = [some.map(({ id }) => id), some.map(({ day }) => day)];
    const { rows: marked } = await sql<Marked>`
      update contact_memberships as m set ${noticedFor} = n.day
        from unnest(${ids}::uuid[], ${days}::date[]) as n (id, day)
       where m.id = n.id and m.${noticedFor} is distinct from n.day
      returning m.id, m.company_id, ${recipient} as contact_id, n.day`.execute(tx);
    await emailNotices(tx, kind, marked, now);
  }
}
