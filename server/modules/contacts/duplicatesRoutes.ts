import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactDuplicates, contactDuplicatesQuery } from '#domain/contacts/duplicatesContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { similarContacts } from './duplicatesRepo.ts';
import { toContactSummary } from './rows.ts';

/** The form shows them as a hint and never blocks. */
export const contactDuplicateRoutes =
  ({ database, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/duplicates',
      {
        config: { access: 'contacts:read' },
        schema: {
          tags: ['contacts'],
          operationId: 'findDuplicateContacts',
          querystring: contactDuplicatesQuery,
          response: { 200: contactDuplicates },
        },
      },
      async ({ scope, query }) => {
        const places = query.locationId ? [scope.requireLocation(query.locationId)] : scope.locations;
        const companies = [...new Set(places.map(({ companyId }) => companyId))];
        const similar = await database.scoped(scope.companies, (tx) => similarContacts(tx, companies, query));
        return { duplicates: similar.map(({ row, reasons }) => ({ contact: toContactSummary(row, urlOf), reasons })) };
      },
    );
  };
