import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/contract/common.ts';
import { locationDetail, locationList } from '#domain/contract/location.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, raise } from '#server/http/problem.ts';
import { locationRepo, toFee, toLocation } from './location.repo.ts';

const tags = ['location'];

export const locationRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/locations',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: locationList } } },
    async ({ reach }) => {
      const reached = new Map(reach.locations.map((location) => [location.id, location]));
      const rows = await database.scoped(reach.companies, (tx) => locationRepo(tx).many([...reached.keys()]));
      const admins = new Set(reach.person.companies.filter(({ role }) => role === 'admin').map(({ id }) => id));
      const entries = rows.map((row) => ({
        location: toLocation(row),
        company: { id: row.company_id, name: row.company_name },
        accessLevel: reached.get(row.id)?.level ?? ('point_of_sale' as const),
      }));
      return {
        companyLocations: entries.filter(({ company }) => admins.has(company.id)).map(({ location, company }) => ({ location, company })),
        directLocationAccess: entries.filter(({ company }) => !admins.has(company.id)),
      };
    },
  );

  app.get(
    '/locations/:id',
    { config: { access: 'locations:read' }, schema: { tags, params: idParams, response: { 200: locationDetail } } },
    async ({ reach, params }) => {
      const { id } = reach.at(params.id);
      return database.scoped(reach.companies, async (tx) => {
        const location = (await locationRepo(tx).one(id)) ?? raise(notFound('Location'));
        return { location: toLocation(location), fees: (await locationRepo(tx).fees(id)).map(toFee) };
      });
    },
  );
};
