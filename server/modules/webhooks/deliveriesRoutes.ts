import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  deliveriesPage,
  deliveriesQuery,
  deliveryParams,
  deliveryResponse,
  resendBody,
  resendResponse,
} from '#domain/webhooks/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { listDeliveries, resendDelivery, resendSince, sendTest } from './service.ts';

const tags = ['webhook-endpoints'];
const config = { access: 'webhooks:write' } as const;

export const webhookDeliveryRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/webhook-endpoints/:id/deliveries',
      {
        config,
        schema: {
          tags,
          operationId: 'listWebhookDeliveries',
          params: idParams,
          querystring: deliveriesQuery,
          response: { 200: deliveriesPage },
        },
      },
      ({ scope, params, query }) =>
        database.readOnly(scope.companies, (tx) => listDeliveries(tx, scope, params.id, query)),
    );

    app.post(
      '/webhook-endpoints/:id/test',
      {
        config,
        schema: {
          tags,
          operationId: 'testWebhookEndpoint',
          params: idParams,
          response: { 202: deliveryResponse },
        },
      },
      async ({ scope, params }, reply) => {
        const delivery = await database.scoped(scope.companies, (tx) => sendTest(tx, scope, params.id, clock()));
        reply.code(202);
        return { delivery };
      },
    );

    app.post(
      '/webhook-endpoints/:id/deliveries/:deliveryId/resend',
      {
        config,
        schema: {
          tags,
          operationId: 'resendWebhookDelivery',
          params: deliveryParams,
          response: { 202: deliveryResponse },
        },
      },
      async ({ scope, params }, reply) => {
        const delivery = await database.scoped(scope.companies, (tx) =>
          resendDelivery(tx, scope, params.id, params.deliveryId, clock()),
        );
        reply.code(202);
        return { delivery };
      },
    );

    app.post(
      '/webhook-endpoints/:id/resend',
      {
        config,
        schema: {
          tags,
          operationId: 'resendWebhooks',
          params: idParams,
          body: resendBody,
          response: { 202: resendResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const deliveries = await database.scoped(scope.companies, (tx) =>
          resendSince(tx, scope, params.id, body.since, clock()),
        );
        reply.code(202);
        return {
          deliveries,
          message: deliveries === 1 ? '1 event is sent again' : `${deliveries} events are sent again`,
        };
      },
    );
  };
