import { orderBy, sumBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { AtRisk } from '#domain/attention/contract.ts';
import { calmDays, findDrift, rhythmDays, type VisitDays } from '#domain/contacts/rhythm.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import { isNextPlanArchived } from '#server/modules/contact-memberships/index.ts';
import { hasMemberStatus, sameDay } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';

const shownMax = 50;

interface Candidate extends VisitDays {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly cents: number;
}

/** Members of this home location who come less than they used to, by what would be lost a month. */
export async function findMembersAtRisk(
  tx: Tx,
  location: { readonly id: string; readonly companyId: string; readonly timezone: string },
  now: Date,
): Promise<AtRisk> {
  const today = todayIn(location.timezone, now);
  const since = (days: number) => startOfDay(location.timezone, addDays(today, 1 - days));
  const { rows } = await sql<Candidate>`
    with lately as (
      select distinct k.contact_id from checkins k
       where k.company_id = ${location.companyId} and k.access_granted and k.checkin_time >= ${since(calmDays)}),
    visited as (
      select k.contact_id, count(distinct d.day)::int as count, min(d.day)::text as first, max(d.day)::text as last
        from checkins k
        join contacts c on c.id = k.contact_id and c.home_location_id = ${location.id} and c.archived_at is null
       cross join lateral (select (k.checkin_time at time zone ${location.timezone})::date as day) as d
       where k.company_id = ${location.companyId} and k.access_granted and k.checkin_time >= ${since(rhythmDays)} and k.checkin_time < ${since(calmDays)}
         and k.contact_id not in (select l.contact_id from lately l)
       group by k.contact_id)
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.phone, c.email, v.count, v.first, v.last, m.cents
      from visited v
      join contacts c on c.id = v.contact_id
     cross join lateral (
       select coalesce(sum(coalesce(m.planned_price_cents, m.purchase_price_cents) / case coalesce(m.planned_billing_frequency, m.billing_frequency) when 'annually' then 12.0 else 1 end), 0)::float8 as cents
         from contact_memberships m
        where m.contact_id = c.id and m.granted_at is not null and m.auto_renew and m.access_enabled and m.cancels_on is null
          and m.billing_frequency <> 'one_time' and not ${isNextPlanArchived}) as m
     where ${hasMemberStatus('active', sameDay(today), now)}`.execute(tx);
  const drifting = rows.flatMap(({ count, first, last, cents, ...contact }) => {
    const drift = findDrift({ count, first, last }, today);
    return drift ? [{ contact, ...drift, lastVisitOn: last, cents: Math.round(cents) }] : [];
  });
  return {
    members: orderBy(drifting, ['cents', 'days', ({ contact }) => contact.lastName], ['desc', 'asc', 'asc'])
      .slice(0, shownMax)
      .map(({ cents, ...member }) => ({ ...member, monthly: fromCents(cents) })),
    total: drifting.length,
    monthly: fromCents(sumBy(drifting, ({ cents }) => cents)),
  };
}
