import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doorLogPage, doorLogQuery } from '#domain/doors/logContract.ts';
import { toPagination } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { doorLogRepo, toLogEntry } from './logRepo.ts';

export const doorLogRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/door-log',
      {
        config: { access: 'doors:read' },
        schema: {
          tags: ['doors'],
          operationId: 'listDoorLog',
          querystring: doorLogQuery,
          response: { 200: doorLogPage },
        },
      },
      async ({ scope, query }) => {
        const locations = scope.locationIds(query.locationId);
        const { rows, total } = await database.readOnly(scope.companies, (tx) =>
          doorLogRepo(tx).page(query, locations),
        );
        return { entries: rows.map(toLogEntry), pagination: toPagination(query, total) };
      },
    );
  };
