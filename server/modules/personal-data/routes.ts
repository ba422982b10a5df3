import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { erasureResponse } from '#domain/personal-data/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { attachment } from '#server/platform/files/fileName.ts';
import { toErasure } from '#server/modules/contacts/index.ts';
import { askErasure, takeBackErasure } from './askErasure.ts';
import { buildPersonArchive } from './personArchive.ts';

const tags = ['personal-data'];
const archive = {
  description: 'The archive',
  content: { 'application/zip': { schema: z.custom<NodeJS.ReadableStream>() } },
};

export const personalDataRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;

    app.get(
      '/contacts/:id/personal-data',
      {
        config: { access: 'contacts:export' },
        schema: { tags, operationId: 'exportPersonalData', params: idParams, response: { 200: archive } },
      },
      async ({ scope, params }, reply) => {
        const { name, body } = await buildPersonArchive(context, scope, params.id);
        return reply
          .headers({
            'content-disposition': attachment(name),
            'content-type': 'application/zip',
            'cache-control': 'no-store',
          })
          .send(body);
      },
    );

    app.post(
      '/contacts/:id/erasure',
      {
        config: { access: 'contacts:erase' },
        schema: { tags, operationId: 'askErasure', params: idParams, response: { 202: erasureResponse } },
      },
      async ({ scope, params }, reply) => {
        const row = await database.scoped(scope.companies, (tx) => askErasure(tx, scope, params.id, clock()));
        reply.code(202);
        return { message: 'The data will be erased in 24 hours', erasure: toErasure(row) };
      },
    );

    app.delete(
      '/contacts/:id/erasure',
      {
        config: { access: 'contacts:erase' },
        schema: { tags, operationId: 'takeBackErasure', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => takeBackErasure(tx, scope, params.id));
        return { message: 'The erasure was taken back' };
      },
    );
  };
