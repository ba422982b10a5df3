import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { memberHistoryQuery, memberHistoryResponse } from '#domain/contacts/contract.ts';
import { lastDays, type CalendarDate } from '#domain/shared/dates.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';

export const memberHistoryRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/member-history',
      {
        config: { access: 'contacts:list' },
        schema: {
          tags: ['contacts'],
          operationId: 'readMemberHistory',
          querystring: memberHistoryQuery,
          response: { 200: memberHistoryResponse },
        },
      },
      async ({ scope, query }) => {
        const location = scope.requireLocation(query.locationId);
        const dates = lastDays(location.timezone, clock(), query.days);
        return { days: await database.readOnly(scope.companies, (tx) => countMembersByDay(tx, location, dates)) };
      },
    );
  };

/**
 * Counts contacts with a membership that had been bought or had begun, and had not ended. `member_through_of` defines how long one
 * lasts, so that today's number agrees with the list.
 */
async function countMembersByDay(
  tx: Tx,
  { id, timezone }: { id: string; timezone: string },
  dates: readonly CalendarDate[],
): Promise<{ date: CalendarDate; members: number }[]> {
  const { rows } = await sql<{ date: string; members: number }>`
    with days as (select unnest(${[...dates]}::date[]) as day),
    terms as materialized (
      select m.contact_id, least(m.start_date, (m.granted_at at time zone ${timezone})::date) as begins,
             least(m.used_up_on, case when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)), 'infinity'))
                  when not m.access_enabled then 'infinity'
                  else coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) + coalesce(open.days, 0), 'infinity') end) as through
        from contacts c
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null
        left join (
          select f.contact_membership_id, sum(f.longest_until - f.from_day + 1)::int as days
            from membership_freezes f where f.until_day is null group by 1) as open on open.contact_membership_id = m.id
       where c.home_location_id = ${id} and c.archived_at is null and c.member_through >= ${dates[0]}::date)
    select d.day::text as date, count(distinct t.contact_id)::int as members
      from days d left join terms t on t.begins <= d.day and t.through >= d.day
     group by d.day order by d.day`.execute(tx);
  return rows;
}
