import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  parkedSaleResponse,
  parkedSales,
  parkedSalesQuery,
  parkSaleBody,
  resumedSale,
} from '#domain/pos/parkedSalesContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { readIdempotencyKey, send, withIdempotency } from '#server/platform/http/idempotency.ts';
import { discardSale, parkSale, resumeSale } from './park.ts';
import { parkedSalesRepo, toParkedSale } from './parkedSalesRepo.ts';

const tags = ['pos'];
const sell = { access: 'sales-items:sell' } as const;
const sellOnce = { access: 'sales-items:sell', idempotencyKey: 'optional' } as const;

/** Sales that are parked at a location, for any of its tills. */
export const parkedSaleRoutes =
  ({ database, clock, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/parked-sales',
      {
        config: sell,
        schema: { tags, operationId: 'listParkedSales', querystring: parkedSalesQuery, response: { 200: parkedSales } },
      },
      async ({ scope, query }) => {
        const { id } = scope.requireLocation(query.locationId);
        const rows = await database.readOnly(scope.companies, (tx) => parkedSalesRepo(tx).waiting(id, clock()));
        return { parkedSales: rows.map(toParkedSale) };
      },
    );

    app.post(
      '/parked-sales',
      {
        config: sellOnce,
        schema: { tags, operationId: 'parkSale', body: parkSaleBody, response: { 201: parkedSaleResponse } },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const location = scope.requireLocation(body.locationId);
        const key = readIdempotencyKey(request, location.companyId);
        const park = withIdempotency(database, scope.companies, key, async (tx) => ({
          status: 201,
          body: { parkedSale: await parkSale(tx, scope, location, body, clock()) },
        }));
        return send(reply, await park);
      },
    );

    app.post(
      '/parked-sales/:id/resume',
      {
        config: sellOnce,
        schema: { tags, operationId: 'resumeParkedSale', params: idParams, response: { 200: resumedSale } },
      },
      async (request, reply) => {
        const { scope, params } = request;
        const { company_id } = await database.readOnly(scope.companies, async (tx) =>
          requireAccess(scope, await parkedSalesRepo(tx).one(params.id), 'Parked sale'),
        );
        // The path with the sale's id scopes the key. A till that lost the response gets the same sale again.
        const key = readIdempotencyKey(request, company_id, `${request.method} ${request.url}`);
        const resume = withIdempotency(database, scope.companies, key, async (tx) => ({
          status: 200,
          body: { ...(await resumeSale(tx, scope, params.id, urlOf, clock())) },
        }));
        return send(reply, await resume);
      },
    );

    app.delete(
      '/parked-sales/:id',
      {
        config: sell,
        schema: { tags, operationId: 'discardParkedSale', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => discardSale(tx, scope, params.id, clock()));
        return { message: 'Parked sale discarded' };
      },
    );
  };
