import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  reconciliationListQuery,
  reconciliationPage,
  reconciliationResponse,
  startReconciliationBody,
} from '#domain/reconciliations/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readReconciliation, listReconciliations, startReconciliation } from './service.ts';

const tags = ['reconciliations'];

export const reconciliationRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/reconciliations',
      {
        config: { access: 'reconciliations:read' },
        schema: {
          tags,
          operationId: 'listReconciliations',
          querystring: reconciliationListQuery,
          response: { 200: reconciliationPage },
        },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => listReconciliations(tx, scope, query)),
    );

    app.get(
      '/reconciliations/:id',
      {
        config: { access: 'reconciliations:read' },
        schema: { tags, operationId: 'getReconciliation', params: idParams, response: { 200: reconciliationResponse } },
      },
      async ({ scope, params }) => ({
        reconciliation: await database.readOnly(scope.companies, (tx) => readReconciliation(tx, scope, params.id)),
      }),
    );

    app.post(
      '/reconciliations',
      {
        config: { access: 'reconciliations:start' },
        schema: {
          tags,
          operationId: 'startReconciliation',
          body: startReconciliationBody,
          response: { 202: reconciliationResponse },
        },
      },
      async ({ scope, body }, reply) => {
        scope.requireCompany(body.companyId);
        const reconciliation = await database.scoped(scope.companies, (tx) =>
          startReconciliation(tx, scope, body, clock()),
        );
        reply.code(202);
        return { reconciliation };
      },
    );
  };
