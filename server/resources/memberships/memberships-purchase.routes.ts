import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cancelledSaleResponse, cancelMembershipSaleBody } from '#domain/contract/cancelled-sale.ts';
import { membershipConflict, membershipPurchaseResponse, membershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { attemptOf, purchaseRoute, send } from '#server/http/idempotency.ts';
import { Problem } from '#server/http/problem.ts';
import { cancelSale } from '#server/payments/cancelSale.ts';
import { cardSales } from '#server/payments/cardSales.ts';
import { purchaseAnswer, purchaseCompany, writePurchase } from './memberships-purchase.service.ts';

export const membershipPurchaseRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database, clock } = deps;
  const sellByCard = cardSales(deps);

  app.post(
    '/memberships/purchase',
    {
      config: { access: 'memberships:sell' },
      schema: { tags: ['memberships'], body: membershipPurchaseBody, response: { 201: membershipPurchaseResponse, 409: membershipConflict } },
    },
    async (request, reply) => {
      const { scope, body } = request;
      const { companies } = scope;
      const companyId = await refusing(database.scoped(companies, (tx) => purchaseCompany(tx, scope, body)));
      const attempt = attemptOf(request, companyId);
      const write = (tx: Tx) => refusing(writePurchase(tx, body, { scope, now: clock() }));
      return send(reply, await refusing(sellByCard({ companies, companyId, attempt, write, answer: purchaseAnswer })));
    },
  );

  /** Extra: takes a purchase back that is not paid, by the key it was asked for with. */
  app.post(
    '/memberships/purchase/cancel',
    {
      config: { access: 'memberships:sell' },
      schema: { tags: ['memberships'], body: cancelMembershipSaleBody, response: { 200: cancelledSaleResponse } },
    },
    async (request) => {
      const { scope, body } = request;
      const { companies } = scope;
      const companyId = await database.scoped(companies, (tx) => purchaseCompany(tx, scope, body));
      const attempt = attemptOf(request, companyId, purchaseRoute(request));
      return { invoice: await cancelSale(deps, { companies, companyId, attempt }) };
    },
  );
};

/** A refusal has its sentence under two names. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const { status, message, extra } = error;
    throw new Problem(status, message, { ...extra, body: { ...extra.body, success: false, error: message } });
  });
