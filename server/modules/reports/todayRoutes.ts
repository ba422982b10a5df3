import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { todayQuery, todayResponse } from '#domain/reports/todayContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readToday } from './readToday.ts';

export const todayRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/reports/today',
      {
        config: { access: 'reports:read' },
        schema: {
          tags: ['reports'],
          operationId: 'readToday',
          querystring: todayQuery,
          response: { 200: todayResponse },
        },
      },
      async ({ scope, query }) => {
        const location = scope.requireLocation(query.locationId);
        return { today: await database.readOnly(scope.companies, (tx) => readToday(tx, location, clock())) };
      },
    );
  };
