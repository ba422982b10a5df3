import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { purchaseOutcome, purchaseParams } from '#domain/contract/purchases.ts';
import type { Deps } from '#server/deps.ts';
import { refreshInvoice } from '#server/payments/readThrough.ts';
import { purchasedInvoice, purchaseOutcomeOf } from './purchases.service.ts';

/**
 * Extra: what became of one's own purchase whose answer was lost, by the `Idempotency-Key` it was asked for with. It
 * sells and cancels nothing. A key of another person or company is unknown, as one that was never used.
 */
export const purchaseRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database } = deps;
  app.get(
    '/purchases/:key',
    { config: { access: 'signed-in' }, schema: { tags: ['pos', 'memberships'], params: purchaseParams, response: { 200: purchaseOutcome } } },
    async ({ scope, params: { key }, log }) => {
      const { userId } = scope.person;
      const invoiceId = await database.reading(scope.companies, (tx) => purchasedInvoice(tx, userId, key));
      if (invoiceId) await refreshInvoice(deps, scope.companies, invoiceId, log);
      return database.reading(scope.companies, (tx) => purchaseOutcomeOf(tx, userId, key));
    },
  );
};
