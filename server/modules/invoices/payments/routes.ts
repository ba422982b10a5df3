import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { invoicePaymentBody, invoicePaymentResponse, invoiceRetryResponse } from '#domain/invoices/paymentsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readInvoiceRequest } from '../service.ts';
import { takePayment } from './takePayment.ts';

const tags = ['invoices'];
const collect = { access: 'invoices:collect', idempotencyKey: 'own' } as const;

export const invoicePaymentRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
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
        reply.code(201).send(await takePayment(context, await readInvoiceRequest(context, request), request.body)),
    );
    app.post(
      '/invoices/:id/retry',
      {
        config: collect,
        schema: { tags, operationId: 'retryInvoiceCard', params: idParams, response: { 200: invoiceRetryResponse } },
      },
      async (request) => {
        const saved = { method: cardMethod, card: 'saved' } as const;
        const { invoice, payment } = await takePayment(context, await readInvoiceRequest(context, request), saved);
        return { invoice, payment };
      },
    );
  };
