import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paginationOf } from '#domain/contract/common.ts';
import { contactListQuery, contactPage } from '#domain/contract/contacts.ts';
import { may } from '#domain/rules/access.ts';
import type { Deps } from '#server/deps.ts';
import { toLocationSummary } from '#server/resources/location/location.repo.ts';
import { contactsRepo } from './contacts.repo.ts';
import { toContact, toDeskContact } from './contacts.rows.ts';

const tags = ['contacts'];

export const contactRoutes = ({ database, clock, urlOf }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/contacts',
    { config: { access: 'contacts:list' }, schema: { tags, querystring: contactListQuery, response: { 200: contactPage } } },
    async ({ reach, query }) => {
      const at = query.locationId ? reach.at(query.locationId) : undefined;
      const scope = { locationIds: reach.listed(query.locationId), ...(at && { at }), now: clock() };
      const { rows, total } = await database.scoped(reach.companies, (tx) => contactsRepo(tx).page(query, scope));
      // Rows of locations where the level is too low for whole contacts carry what the desk needs.
      const reads = new Set(reach.locations.filter(({ level }) => may(level, 'contacts:read')).map(({ id }) => id));
      const whole = (homeLocationId: string) => (at ? reads.has(at.id) : reads.has(homeLocationId));
      return {
        contacts: rows.map((row) => ({
          contact: whole(row.home_location_id) ? toContact(row, urlOf) : toDeskContact(row, urlOf),
          homeLocation: toLocationSummary(row),
        })),
        pagination: paginationOf(query, total),
      };
    },
  );
};
