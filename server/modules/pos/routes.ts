import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cancelItemSaleBody, canceledSaleResponse } from '#domain/invoices/cancelSaleContract.ts';
import { idParams, saleConflict } from '#domain/shared/contract.ts';
import { itemSaleResponse, itemSaleBody, walkInResponse } from '#domain/pos/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { toContactSummary } from '#server/modules/contacts/index.ts';
import { cancelSale } from '#server/modules/invoices/index.ts';
import { sellItems } from './sell.ts';
import { walkInContact } from './walkIn.ts';

export const posRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/sales-items/purchase',
      {
        config: { access: 'sales-items:sell', idempotencyKey: 'own' },
        schema: {
          tags: ['pos'],
          operationId: 'purchaseSalesItems',
          body: itemSaleBody,
          response: { 201: itemSaleResponse, 409: saleConflict },
        },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const location = scope.requireLocation(body.locationId);
        const key = readIdempotencyKey(request, location.companyId);
        return reply.code(201).send(await sellItems(context, scope, location, body, key));
      },
    );

    /** The location's customer for sales without a name, created on the first request. */
    app.post(
      '/locations/:id/walk-in',
      {
        config: { access: 'sales-items:sell' },
        schema: {
          tags: ['pos'],
          operationId: 'findWalkInCustomer',
          params: idParams,
          response: { 200: walkInResponse },
        },
      },
      async ({ scope, params }) => {
        const location = scope.requireLocation(params.id);
        const contact = await context.database.scoped(scope.companies, (tx) =>
          walkInContact(tx, location, { now: context.clock(), actor: scope.actor }),
        );
        return { contact: toContactSummary(contact, context.signUrl) };
      },
    );

    /** Cancels an unpaid sale by the key of its purchase. */
    app.post(
      '/sales-items/purchase/cancel',
      {
        config: { access: 'sales-items:sell', idempotencyKey: 'required' },
        schema: {
          tags: ['pos'],
          operationId: 'cancelSalesItemPurchase',
          body: cancelItemSaleBody,
          response: { 200: canceledSaleResponse },
        },
      },
      async (request) => {
        const { scope, body } = request;
        const { companyId } = scope.requireLocation(body.locationId);
        return { invoice: await cancelSale(context, request, companyId) };
      },
    );
  };
