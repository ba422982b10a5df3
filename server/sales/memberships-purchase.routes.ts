import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cancelledSaleAnswer, cancelMembershipSaleBody } from '#domain/contract/cancelled-sale.ts';
import {
  membershipConflict,
  membershipPurchaseAnswer,
  membershipPurchaseBody,
  previewParams,
  purchasePreviewAnswer,
} from '#domain/contract/memberships-purchase.ts';
import type { Deps } from '#server/deps.ts';
import { idempotencyKeyOf, send } from '#server/http/idempotency.ts';
import { cancelSale, keyOfSale } from './cancelSale.ts';
import { previewPurchase } from './planLines.ts';
import { companyOfSale, sellPlan, withRefusalBody } from './planSale.ts';

const tags = ['memberships'];

export const membershipPurchaseRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database } = deps;

  app.get(
    '/memberships/:membershipId/preview/:contactId',
    { config: { access: 'memberships:read' }, schema: { tags, params: previewParams, response: { 200: purchasePreviewAnswer } } },
    async ({ reach, params }) => ({ preview: await database.scoped(reach.companies, (tx) => previewPurchase(tx, reach, params)) }),
  );

  app.post(
    '/memberships/purchase',
    {
      config: { access: 'memberships:sell' },
      schema: { tags, body: membershipPurchaseBody, response: { 201: membershipPurchaseAnswer, 409: membershipConflict } },
    },
    async (request, reply) => {
      const { reach, body } = request;
      const companyId = await withRefusalBody(database.scoped(reach.companies, (tx) => companyOfSale(tx, reach, body)));
      const key = idempotencyKeyOf(request, companyId);
      return send(reply, await withRefusalBody(sellPlan(deps, { body, reach, companyId, key })));
    },
  );

  /** Extra: takes back a purchase that is not paid, by its key. */
  app.post(
    '/memberships/purchase/cancel',
    {
      config: { access: 'memberships:sell' },
      schema: { tags, body: cancelMembershipSaleBody, response: { 200: cancelledSaleAnswer } },
    },
    async (request) => {
      const { reach, body } = request;
      const companyId = await database.scoped(reach.companies, (tx) => companyOfSale(tx, reach, body));
      return { invoice: await cancelSale(deps, reach.companies, companyId, keyOfSale(request, companyId)) };
    },
  );
};
