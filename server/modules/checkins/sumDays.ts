import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import { sumFinishedDays } from '#server/platform/jobs/finishedDays.ts';

export const sumCheckinDays = (context: Pick<AppContext, 'database' | 'clock'>): Promise<void> =>
  sumFinishedDays(
    context,
    'checkins',
    (companyId, after, through) => sql`
      with outdated as (delete from checkin_hour_sums where company_id = ${companyId} and day > ${after})
      insert into checkin_hour_sums (company_id, location_id, day, hour, access_granted, reason, visits)
      select k.company_id, k.location_id, w.wall::date, extract(hour from w.wall), k.access_granted, k.reason, count(*)
        from checkins k
        join locations l on l.id = k.location_id
       cross join lateral (select k.checkin_time at time zone l.timezone as wall) as w
       where k.company_id = ${companyId} and w.wall::date > ${after} and w.wall::date <= ${through}
       group by 1, 2, 3, 4, 5, 6`,
  );
