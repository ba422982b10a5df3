import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  reconciliationListQuery,
  reconciliationPage as pageSchema,
  reconciliationResponse,
  startReconciliationBody,
} from '#domain/reconciliations/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, send, withIdempotency } from '#server/platform/http/idempotency.ts';
import { readReconciliation, reconciliationPage, startReconciliation } from './service.ts';

const tags = ['reconciliations'];

/** Comparisons of the company's books with Stripe's. */
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
          response: { 200: pageSchema },
        },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => reconciliationPage(tx, scope, query)),
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
        config: { access: 'reconciliations:start', idempotencyKey: 'optional' },
        schema: {
          tags,
          operationId: 'startReconciliation',
          body: startReconciliationBody,
          response: { 202: reconciliationResponse },
        },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const companyId = scope.requireCompany(body.companyId);
        const key = readIdempotencyKey(request, companyId);
        return send(
          reply,
          await withIdempotency(database, scope.companies, key, async (tx) => ({
            status: 202,
            body: { reconciliation: await startReconciliation(tx, scope, body, clock()) },
          })),
        );
      },
    );
  };
