import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { loginResponse } from '#domain/auth/contract.ts';
import { setupBody, setupQuery, setupStatus } from '#domain/setup/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { isSetupOpen, setUp } from './service.ts';

const config = { access: 'public' as const };
const tags = ['setup'];

export const setupRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/setup',
      {
        config,
        schema: { tags, operationId: 'getSetupStatus', querystring: setupQuery, response: { 200: setupStatus } },
      },
      async ({ query }) => ({ open: await isSetupOpen(context.database, query.token) }),
    );

    app.post(
      '/setup',
      { config, schema: { tags, operationId: 'setUp', body: setupBody, response: { 201: loginResponse } } },
      async ({ body, headers, id }, reply) => {
        reply.code(201);
        return setUp(context, body, { userAgent: headers['user-agent'], requestId: id });
      },
    );
  };
