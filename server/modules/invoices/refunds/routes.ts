import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { refundBody, refundResponse } from '#domain/invoices/refundsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readInvoiceRequest } from '../service.ts';
import { refundInvoice } from './refund.ts';

export const refundRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/invoices/:id/refunds',
      {
        config: { access: 'invoices:refund', idempotencyKey: 'own' },
        schema: {
          tags: ['invoices'],
          operationId: 'refundInvoice',
          params: idParams,
          body: refundBody,
          response: { 201: refundResponse },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await refundInvoice(context, await readInvoiceRequest(context, request), request.body)),
    );
  };
