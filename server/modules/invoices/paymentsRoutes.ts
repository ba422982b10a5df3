import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  invoicePaymentBody,
  invoicePaymentResponse,
  invoiceReasonBody,
  invoiceResponse,
  invoiceRetryResponse,
  invoiceWriteOffBody,
} from '#domain/invoices/paymentsContract.ts';
import { refundBody, refundResponse } from '#domain/invoices/refundsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { refundInvoice } from './refund.ts';
import { requireInvoice } from './service.ts';
import { closeUnpaidInvoice, takePayment, type InvoiceRequest } from './takePayment.ts';

const tags = ['invoices'];
const collect = { access: 'invoices:collect', idempotencyKey: 'own' } as const;
const refund = { access: 'invoices:refund', idempotencyKey: 'own' } as const;
const close = { access: 'invoices:close', idempotencyKey: 'own' } as const;

export const invoicePaymentRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const invoiceRequest = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<InvoiceRequest> => {
      const { scope, params } = request;
      const { company_id: companyId } = await context.database.readOnly(scope.companies, (tx) =>
        requireInvoice(tx, scope, params.id),
      );
      return { scope, companyId, invoiceId: params.id, key: readIdempotencyKey(request, companyId) };
    };

    app.post(
      '/invoices/:id/payments',
      {
        config: collect,
        schema: {
          tags,
          operationId: 'takeInvoicePayment',
          params: idParams,
          body: invoicePaymentBody,
          response: { 201: invoicePaymentResponse },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await takePayment(context, await invoiceRequest(request), request.body)),
    );
    app.post(
      '/invoices/:id/retry',
      {
        config: collect,
        schema: { tags, operationId: 'retryInvoiceCard', params: idParams, response: { 200: invoiceRetryResponse } },
      },
      async (request) => {
        const saved = { method: 'card', card: 'saved' } as const;
        const { invoice, payment } = await takePayment(context, await invoiceRequest(request), saved);
        return { invoice, payment };
      },
    );
    app.post(
      '/invoices/:id/refunds',
      {
        config: refund,
        schema: {
          tags,
          operationId: 'refundInvoice',
          params: idParams,
          body: refundBody,
          response: { 201: refundResponse },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await refundInvoice(context, await invoiceRequest(request), request.body)),
    );
    app.post(
      '/invoices/:id/void',
      {
        config: close,
        schema: {
          tags,
          operationId: 'voidInvoice',
          params: idParams,
          body: invoiceReasonBody,
          response: { 200: invoiceResponse },
        },
      },
      async (request) => closeUnpaidInvoice(context, await invoiceRequest(request), 'void', request.body),
    );
    app.post(
      '/invoices/:id/write-off',
      {
        config: close,
        schema: {
          tags,
          operationId: 'writeOffInvoice',
          params: idParams,
          body: invoiceWriteOffBody,
          response: { 200: invoiceResponse },
        },
      },
      async (request) => closeUnpaidInvoice(context, await invoiceRequest(request), 'write-off', request.body),
    );
  };
