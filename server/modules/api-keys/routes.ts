import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiKeyCreateBody, apiKeyCreated, apiKeyList, apiKeyListQuery } from '#domain/api-keys/contract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { apiKeysRepo, toApiKey } from './repo.ts';
import { createApiKey, revokeApiKey } from './service.ts';

const tags = ['api-keys'];
const config = { access: 'api-keys:write' } as const;

export const apiKeyRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api-keys',
      {
        config,
        schema: { tags, operationId: 'listApiKeys', querystring: apiKeyListQuery, response: { 200: apiKeyList } },
      },
      async ({ scope, query }) => {
        const companyId = query.companyId ? scope.requireCompany(query.companyId) : scope.onlyCompany();
        const rows = await database.readOnly(scope.companies, (tx) => apiKeysRepo(tx).of(companyId));
        return { apiKeys: rows.map(toApiKey) };
      },
    );

    app.post(
      '/api-keys',
      {
        config,
        schema: { tags, operationId: 'createApiKey', body: apiKeyCreateBody, response: { 201: apiKeyCreated } },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const created = await database.scoped(scope.companies, (tx) => createApiKey(tx, scope, body, clock()));
        const { id: apiKeyId, companyId } = created.apiKey;
        logSecurity(request, 'api-key-created', { userId: scope.user.userId, companyId, apiKeyId });
        reply.code(201);
        return { ...created, message: 'API key created' };
      },
    );

    app.delete(
      '/api-keys/:id',
      {
        config,
        schema: { tags, operationId: 'revokeApiKey', params: idParams, response: { 200: messageResponse } },
      },
      async (request) => {
        const { scope, params } = request;
        const { id: apiKeyId, companyId } = await database.scoped(scope.companies, (tx) =>
          revokeApiKey(tx, scope, params.id, clock()),
        );
        logSecurity(request, 'api-key-revoked', { userId: scope.user.userId, companyId, apiKeyId });
        return { message: 'API key revoked' };
      },
    );
  };
