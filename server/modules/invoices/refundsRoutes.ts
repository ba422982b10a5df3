import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { refundBody, refundResponse } from '#domain/invoices/refundsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { idempotencyKeyOf } from '#server/platform/http/idempotency.ts';
import { refundInvoice } from './refund.ts';
import { requireInvoice } from './service.ts';

export const invoiceRefundRoutes =
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
      async (request, reply) => {
        const { scope, params, body } = request;
        const { company_id: companyId } = await context.database.readOnly(scope.companies, (tx) =>
          requireInvoice(tx, scope, params.id),
        );
        const key = idempotencyKeyOf(request, companyId);
        return reply
          .code(201)
          .send(await refundInvoice(context, { scope, companyId, invoiceId: params.id, key }, body));
      },
    );
  };
