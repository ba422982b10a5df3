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
import { refundInvoice } from '../refunds/refund.ts';
import { readInvoiceRequest } from '../service.ts';
import { takePayment } from './takePayment.ts';
import { voidOrWriteOff } from '../voidOrWriteOff.ts';

const tags = ['invoices'];
const collect = { access: 'invoices:collect', idempotencyKey: 'own' } as const;
const refund = { access: 'invoices:refund', idempotencyKey: 'own' } as const;
const close = { access: 'invoices:close', idempotencyKey: 'own' } as const;

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
        const saved = { method: 'card', card: 'saved' } as const;
        const { invoice, payment } = await takePayment(context, await readInvoiceRequest(context, request), saved);
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
        reply.code(201).send(await refundInvoice(context, await readInvoiceRequest(context, request), request.body)),
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
      async (request) => voidOrWriteOff(context, await readInvoiceRequest(context, request), 'void', request.body),
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
      async (request) => voidOrWriteOff(context, await readInvoiceRequest(context, request), 'write-off', request.body),
    );
  };
