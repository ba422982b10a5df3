import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  endpointCreateBody,
  endpointResponse,
  endpointSecretResponse,
  endpointsPage,
  endpointsQuery,
  endpointUpdateBody,
} from '#domain/webhooks/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  requireDestination,
  rotateSecret,
} from './service.ts';

const tags = ['webhook-endpoints'];
const config = { access: 'webhooks:write' } as const;

export const webhookRoutes =
  ({ database, clock, config: { appSecret, webhookAllowedHosts = [] } }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/webhook-endpoints',
      {
        config,
        schema: {
          tags,
          operationId: 'listWebhookEndpoints',
          querystring: endpointsQuery,
          response: { 200: endpointsPage },
        },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => listEndpoints(tx, scope, query, clock())),
    );

    app.get(
      '/webhook-endpoints/:id',
      {
        config,
        schema: { tags, operationId: 'getWebhookEndpoint', params: idParams, response: { 200: endpointResponse } },
      },
      async ({ scope, params }) => ({
        endpoint: await database.readOnly(scope.companies, (tx) => readEndpoint(tx, scope, params.id, clock())),
      }),
    );

    app.post(
      '/webhook-endpoints',
      {
        config,
        schema: {
          tags,
          operationId: 'createWebhookEndpoint',
          body: endpointCreateBody,
          response: { 201: endpointSecretResponse },
        },
      },
      async ({ scope, body }, reply) => {
        scope.requireCompany(body.companyId);
        await requireDestination(body.url, webhookAllowedHosts);
        const added = await database.scoped(scope.companies, (tx) => addEndpoint(tx, scope, body, appSecret, clock()));
        reply.code(201);
        return added;
      },
    );

    app.put(
      '/webhook-endpoints/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'updateWebhookEndpoint',
          params: idParams,
          body: endpointUpdateBody,
          response: { 200: endpointResponse },
        },
      },
      async ({ scope, params, body }) => {
        await requireDestination(body.url, webhookAllowedHosts);
        const endpoint = await database.scoped(scope.companies, (tx) =>
          changeEndpoint(tx, scope, params.id, body, clock()),
        );
        return { endpoint };
      },
    );

    app.delete(
      '/webhook-endpoints/:id',
      {
        config,
        schema: { tags, operationId: 'deleteWebhookEndpoint', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteEndpoint(tx, scope, params.id));
        return { message: 'Webhook endpoint deleted' };
      },
    );

    app.post(
      '/webhook-endpoints/:id/rotate-secret',
      {
        config,
        schema: {
          tags,
          operationId: 'rotateWebhookSecret',
          params: idParams,
          response: { 200: endpointSecretResponse },
        },
      },
      ({ scope, params }) =>
        database.scoped(scope.companies, (tx) => rotateSecret(tx, scope, params.id, appSecret, clock())),
    );
  };
