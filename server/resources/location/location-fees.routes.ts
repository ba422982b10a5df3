import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { v7 as uuid } from 'uuid';
import { idParams, messageResponse } from '#domain/contract/common.ts';
import { feeResponse, feeCreateBody, feeParams, feeUpdateBody } from '#domain/contract/location-fees.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, raise } from '#server/http/problem.ts';
import { locationFeesRepo } from './location-fees.repo.ts';
import { toFee } from './location.repo.ts';

const tags = ['location'];

export const locationFeeRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.post(
    '/locations/:id/fees',
    {
      config: { access: 'locations:write' },
      schema: { tags, operationId: 'createFee', params: idParams, body: feeCreateBody, response: { 201: feeResponse } },
    },
    async ({ scope, params, body }, reply) => {
      const location = scope.requireLocation(params.id);
      const { name, description = '', type, amount, isActive } = body;
      const row = { id: uuid(), company_id: location.companyId, location_id: location.id, name, description, type, amount, is_active: isActive };
      const fee = await database.scoped(scope.companies, (tx) => locationFeesRepo(tx).add(row));
      return reply.status(201).send({ fee: toFee(fee), message: 'Fee created' });
    },
  );

  app.put(
    '/locations/:id/fees/:feeId',
    {
      config: { access: 'locations:write' },
      schema: { tags, operationId: 'updateFee', params: feeParams, body: feeUpdateBody, response: { 200: feeResponse } },
    },
    async ({ scope, params, body }) => {
      const location = scope.requireLocation(params.id);
      const { name, description, type, amount, isActive } = body;
      const change = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description: description ?? '' }),
        ...(type !== undefined && { type }),
        ...(amount !== undefined && { amount }),
        ...(isActive !== undefined && { is_active: isActive }),
      };
      const fee = await database.scoped(scope.companies, (tx) => locationFeesRepo(tx).change(params.feeId, location.id, change));
      return { fee: toFee(fee ?? raise(notFound('Fee'))), message: 'Fee updated' };
    },
  );

  app.delete(
    '/locations/:id/fees/:feeId',
    {
      config: { access: 'locations:write' },
      schema: { tags, operationId: 'deleteFee', params: feeParams, response: { 200: messageResponse } },
    },
    async ({ scope, params }) => {
      const location = scope.requireLocation(params.id);
      const removed = await database.scoped(scope.companies, (tx) => locationFeesRepo(tx).remove(params.feeId, location.id));
      if (!removed) throw notFound('Fee');
      return { message: 'Fee deleted' };
    },
  );
};
