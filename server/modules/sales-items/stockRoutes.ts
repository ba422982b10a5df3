import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { stockMovementBody, stockMovementResponse, stockMovements } from '#domain/sales-items/stockContract.ts';
import { idParams } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { moveStock } from './moveStock.ts';
import { salesItemsRepo } from './repo.ts';
import { toMovement, toSalesItem } from './rows.ts';
import { requireSalesItem } from './service.ts';

const tags = ['sales-items'];
const writing = { access: 'sales-items:write' } as const;
const listed = 50;

export const stockRoutes =
  ({ database, clock, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/sales-items/:id/stock',
      {
        config: writing,
        schema: { tags, operationId: 'listStockMovements', params: idParams, response: { 200: stockMovements } },
      },
      ({ scope, params }) =>
        database.readOnly(scope.companies, async (tx) => {
          const item = await requireSalesItem(tx, scope, params.id);
          const rows = await salesItemsRepo(tx).movements(item.id, listed);
          return { movements: rows.map((row) => toMovement(row, scope, item)) };
        }),
    );

    app.post(
      '/sales-items/:id/stock',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'moveStock',
          params: idParams,
          body: stockMovementBody,
          response: { 201: stockMovementResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const booked = await database.scoped(scope.companies, async (tx) => {
          const movement = await moveStock(tx, scope, params.id, body, clock());
          const item = await requireSalesItem(tx, scope, params.id);
          return { salesItem: toSalesItem(item, scope, urlOf), movement: toMovement(movement, scope, item) };
        });
        reply.code(201);
        return { ...booked, message: body.kind === 'received' ? 'Delivery booked' : 'Count booked' };
      },
    );
  };
