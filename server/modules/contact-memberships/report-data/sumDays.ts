import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import { sumFinishedDays } from '#server/platform/jobs/finishedDays.ts';
import { selectMemberMoves } from './memberMoves.ts';

/** Days that were reopened have sums from before. */
export const sumMemberDays = (context: Pick<AppContext, 'database' | 'clock'>): Promise<void> =>
  sumFinishedDays(
    context,
    'memberships',
    (companyId, after, through) => sql`
      with outdated as (delete from member_day_sums where company_id = ${companyId} and day > ${after})
      insert into member_day_sums (company_id, day, from_locations, to_locations, people, from_cents, to_cents)
      select company_id, day, from_locations, to_locations, people, from_cents, to_cents
        from (${selectMemberMoves({ after, until: through, whose: sql`h.company_id = ${companyId}` })}) as moves`,
  );
