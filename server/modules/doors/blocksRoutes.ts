import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { blockBody, blockList, blockParams, blockResponse } from '#domain/doors/blocksContract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addBlock, listBlocks, removeBlock } from './blocks.ts';

const tags = ['doors'];
const writing = { access: 'blocks:write', idempotencyKey: 'optional' } as const;

export const blockRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/:id/blocks',
      {
        config: { access: 'blocks:read' },
        schema: { tags, operationId: 'listBlocks', params: idParams, response: { 200: blockList } },
      },
      async ({ scope, params }) => ({
        blocks: await database.readOnly(scope.companies, (tx) => listBlocks(tx, scope, params.id)),
      }),
    );

    app.post(
      '/contacts/:id/blocks',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'blockContact',
          params: idParams,
          body: blockBody,
          response: { 201: blockResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const block = await database.scoped(scope.companies, (tx) => addBlock(tx, scope, params.id, body, clock()));
        reply.code(201);
        return { block, message: 'Contact blocked' };
      },
    );

    app.delete(
      '/contacts/:id/blocks/:blockId',
      {
        config: writing,
        schema: { tags, operationId: 'unblockContact', params: blockParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => removeBlock(tx, scope, params));
        return { message: 'Block removed' };
      },
    );
  };
