import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cancelItemSaleBody, cancelledSaleResponse } from '#domain/contract/cancelled-sale.ts';
import { saleConflict } from '#domain/contract/common.ts';
import { salesItemPurchaseResponse, salesItemPurchaseBody } from '#domain/contract/pos.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { attemptOf, once, purchaseRoute, send } from '#server/http/idempotency.ts';
import { cancelSale } from '#server/payments/cancelSale.ts';
import { cardSales } from '#server/payments/cardSales.ts';
import { cardSaleResponse, cashSale, ringUp } from './pos.service.ts';

export const posRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database, clock } = deps;
  const sellByCard = cardSales(deps);

  app.post(
    '/sales-items/purchase',
    {
      config: { access: 'sales-items:sell' },
      schema: { tags: ['pos'], body: salesItemPurchaseBody, response: { 201: salesItemPurchaseResponse, 409: saleConflict } },
    },
    async (request, reply) => {
      const { scope, body } = request;
      const location = scope.requireLocation(body.locationId);
      const attempt = attemptOf(request, location.companyId);
      const till = { location, by: scope.person.userId, now: clock() };
      if (body.stripePayment) {
        const sale = {
          companies: scope.companies,
          companyId: location.companyId,
          attempt,
          write: (tx: Tx) => ringUp(tx, body, till, false),
          answer: cardSaleResponse,
        };
        return send(reply, await sellByCard(sale));
      }
      return send(reply, await once(database, scope.companies, attempt, (tx) => cashSale(tx, body, till)));
    },
  );

  /** Extra: takes a sale back that is not paid, by the key it was asked for with. */
  app.post(
    '/sales-items/purchase/cancel',
    {
      config: { access: 'sales-items:sell' },
      schema: { tags: ['pos'], body: cancelItemSaleBody, response: { 200: cancelledSaleResponse } },
    },
    async (request) => {
      const { scope, body } = request;
      const { companyId } = scope.requireLocation(body.locationId);
      const attempt = attemptOf(request, companyId, purchaseRoute(request));
      return { invoice: await cancelSale(deps, { companies: scope.companies, companyId, attempt }) };
    },
  );
};
