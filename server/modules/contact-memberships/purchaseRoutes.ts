import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { canceledSaleResponse, cancelMembershipPurchaseBody } from '#domain/invoices/cancelSaleContract.ts';
import {
  deskPurchaseResponse,
  membershipConflict,
  membershipPurchaseResponse,
  membershipPurchaseBody,
  previewParams,
  previewQuery,
  purchasePreviewResponse,
  purchaseRefused,
} from '#domain/contact-memberships/purchaseContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { cancelSale } from '#server/modules/invoices/index.ts';
import { previewPurchase } from './planLines.ts';
import { findPurchaseCompany, purchaseMembership, withRefusalBody } from './purchase.ts';

const tags = ['memberships'];

export const membershipPurchaseRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = context;

    app.get(
      '/memberships/:membershipId/preview/:contactId',
      {
        config: { access: 'memberships:read' },
        schema: {
          tags,
          operationId: 'previewMembershipPurchase',
          params: previewParams,
          querystring: previewQuery,
          response: { 200: purchasePreviewResponse },
        },
      },
      async ({ scope, params, query }) => ({
        preview: await database.scoped(scope.companies, (tx) =>
          previewPurchase(tx, scope, { ...params, locationId: query.locationId }),
        ),
      }),
    );

    app.post(
      '/memberships/purchase',
      {
        config: { access: 'memberships:sell', idempotencyKey: 'own' },
        schema: {
          tags,
          operationId: 'purchaseMembership',
          body: membershipPurchaseBody,
          response: {
            201: z.union([membershipPurchaseResponse, deskPurchaseResponse]),
            409: membershipConflict,
            400: purchaseRefused,
            402: purchaseRefused,
            403: purchaseRefused,
            404: purchaseRefused,
            503: purchaseRefused,
          },
        },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const sell = async () => {
          const companyId = await database.scoped(scope.companies, (tx) => findPurchaseCompany(tx, scope, body));
          return purchaseMembership(context, { body, scope, companyId, key: readIdempotencyKey(request, companyId) });
        };
        return reply.code(201).send(await withRefusalBody(sell()));
      },
    );

    /** Cancels an unpaid purchase by its key. */
    app.post(
      '/memberships/purchase/cancel',
      {
        config: { access: 'memberships:sell', idempotencyKey: 'required' },
        schema: {
          tags,
          operationId: 'cancelMembershipPurchase',
          body: cancelMembershipPurchaseBody,
          response: { 200: canceledSaleResponse },
        },
      },
      async (request) => {
        const { scope, body } = request;
        const companyId = await database.scoped(scope.companies, (tx) => findPurchaseCompany(tx, scope, body));
        return { invoice: await cancelSale(context, request, companyId) };
      },
    );
  };
