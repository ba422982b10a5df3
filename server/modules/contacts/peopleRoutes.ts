import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { peopleQuery, peopleResponse } from '#domain/contacts/peopleContract.ts';
import { peopleMax } from '#domain/shared/limits.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** What a console keeps in memory, so that the desk's searches show names at the first letter. */
export const peopleRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/people',
      {
        config: { access: 'contacts:list' },
        schema: {
          tags: ['contacts'],
          operationId: 'listPeople',
          querystring: peopleQuery,
          response: { 200: peopleResponse },
        },
      },
      async ({ scope, query }) => {
        const location = scope.requireLocation(query.locationId);
        const rows = await database.readOnly(scope.companies, (tx) => readPeopleAt(tx, location, query.ids, clock()));
        if (rows.length > peopleMax) return { people: null };
        return {
          people: rows.map((row) => ({
            id: row.id,
            firstName: row.first_name,
            lastName: row.last_name,
            email: row.email,
            phone: row.phone || null,
            homeLocationId: row.home_location_id,
            isMember: row.is_member,
            searchText: row.words,
          })),
        };
      },
    );
  };

interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  home_location_id: string;
  is_member: boolean;
  /** What searches look in. */
  words: string;
}

/** One more than `peopleMax` if there are more. The order is that of the searches. */
async function readPeopleAt(
  tx: Tx,
  { id, companyId }: { id: string; companyId: string },
  ids: readonly string[] | undefined,
  now: Date,
) {
  const isAskedFor = ids ? sql`c.id = any (${ids}::uuid[])` : sql`true`;
  const { rows } = await sql<PersonRow>`
    with here as (
      select c.id from contacts c where c.home_location_id = ${id} and c.archived_at is null and ${isAskedFor}
       union
      select c.id
        from contact_memberships m
        join contacts c on c.id = m.contact_id and c.archived_at is null
       where m.company_id = ${companyId} and m.granted_at is not null and (m.location_id is null or m.location_id = ${id}) and ${isAskedFor}
       limit ${peopleMax + 1})
    select c.id, c.first_name, c.last_name, c.email, c.phone, c.home_location_id, search_spellings(c.search_text, c.phone) as words,
           coalesce(c.member_through >= (${now}::timestamptz at time zone l.timezone)::date, false) as is_member
      from here
      join contacts c using (id)
      join locations l on l.id = c.home_location_id
     order by c.first_name, c.id`.execute(tx);
  return rows;
}
