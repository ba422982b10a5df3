import { sql } from 'kysely';
import { recordOnce } from '#server/modules/events/index.ts';
import type { AppContext } from '#server/platform/context.ts';

/** How far back a run looks, so that a server that was off for some days misses nothing. */
const days = 7;

interface Found {
  readonly company_id: string;
  readonly location_id: string;
  readonly record_id: string;
  readonly type: 'membership.ended' | 'membership.resumed';
  readonly once: string;
}

/** The ends of memberships and of freezes that came with their day, by the location's clock. */
export async function recordDatedEvents({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.acrossCompanies(async (tx) => {
    const { rows } = await sql<Found>`
      with held as (
        select h.company_id, h.contact_membership_id as id, h.location_id, h.through,
               (${clock()}::timestamptz at time zone l.timezone)::date as today
          from membership_history h
          join locations l on l.id = h.location_id
         where h.through >= ${clock()}::date - ${days + 1}::int and not exists (
           select from membership_history later
            where later.contact_membership_id = h.contact_membership_id and later.since > h.since)
         -- Turned off after its end, it ends on an earlier day than was told.
         and (h.through >= h.since or not exists (
           select from membership_history earlier
             join events e on e.company_id = h.company_id
              and e.once = 'membership.ended ' || h.contact_membership_id || ' ' || earlier.through
            where earlier.contact_membership_id = h.contact_membership_id and earlier.since < h.since and earlier.through < h.since)))
      select company_id, location_id, id as record_id, 'membership.ended' as type,
             'membership.ended ' || id || ' ' || through as once
        from held
       where through between today - ${days}::int and today - 1
       union all
      select h.company_id, h.location_id, h.id, 'membership.resumed', 'membership.resumed ' || f.id || ' ' || ends.last
        from membership_freezes f
       cross join lateral (select coalesce(f.until_day, f.longest_until) as last) as ends
        join held h on h.id = f.contact_membership_id
       where ends.last between h.today - ${days}::int and h.today - 1 and h.through >= h.today
       order by type desc, once`.execute(tx);
    await recordOnce(tx, rows);
  });
}
