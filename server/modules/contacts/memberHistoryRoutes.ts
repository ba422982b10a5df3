import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { memberHistoryQuery, memberHistoryResponse } from '#domain/contacts/memberHistoryContract.ts';
import { lastDays } from '#domain/shared/dates.ts';
import type { AppContext } from '#server/platform/context.ts';
import { membersOn } from './memberHistoryRepo.ts';

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
        return { days: await database.readOnly(scope.companies, (tx) => membersOn(tx, location, dates)) };
      },
    );
  };
