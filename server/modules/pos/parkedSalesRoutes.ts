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
import { discardSale, parkSale, resumeSale, parkedSalesRepo, toParkedSale } from './park.ts';

const tags = ['pos'];
const sell = { access: 'sales-items:sell' } as const;

/** Any till of the location may resume a sale. */
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
        config: sell,
        schema: { tags, operationId: 'parkSale', body: parkSaleBody, response: { 201: parkedSaleResponse } },
      },
      async ({ scope, body }, reply) => {
        const location = scope.requireLocation(body.locationId);
        const parkedSale = await database.scoped(scope.companies, (tx) => parkSale(tx, scope, location, body, clock()));
        reply.code(201);
        return { parkedSale };
      },
    );

    app.post(
      '/parked-sales/:id/resume',
      {
        config: sell,
        schema: { tags, operationId: 'resumeParkedSale', params: idParams, response: { 200: resumedSale } },
      },
      ({ scope, params }) => database.scoped(scope.companies, (tx) => resumeSale(tx, scope, params.id, urlOf, clock())),
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
