import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { feeResponse, feeCreateBody, feeParams, feeUpdateBody } from '#domain/locations/feesContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addFee, changeFee, deleteFee } from './feesService.ts';

const tags = ['location'];

export const locationFeeRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/locations/:id/fees',
      {
        config: { access: 'locations:write' },
        schema: {
          tags,
          operationId: 'createFee',
          params: idParams,
          body: feeCreateBody,
          response: { 201: feeResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const fee = await database.scoped(scope.companies, (tx) => addFee(tx, scope, params.id, body));
        reply.code(201);
        return { fee, message: 'Fee created' };
      },
    );

    app.put(
      '/locations/:id/fees/:feeId',
      {
        config: { access: 'locations:write' },
        schema: {
          tags,
          operationId: 'updateFee',
          params: feeParams,
          body: feeUpdateBody,
          response: { 200: feeResponse },
        },
      },
      async ({ scope, params, body }) => {
        const fee = await database.scoped(scope.companies, (tx) => changeFee(tx, scope, params.id, params.feeId, body));
        return { fee, message: 'Fee updated' };
      },
    );

    app.delete(
      '/locations/:id/fees/:feeId',
      {
        config: { access: 'locations:write' },
        schema: { tags, operationId: 'deleteFee', params: feeParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteFee(tx, scope, params.id, params.feeId));
        return { message: 'Fee deleted' };
      },
    );
  };
