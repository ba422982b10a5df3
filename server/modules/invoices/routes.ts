import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { invoiceDetail, invoiceListQuery, invoicePage } from '#domain/invoices/contract.ts';
import {
  invoiceReasonBody,
  invoiceResponse,
  invoiceWriteOffBody,
  invoicePaymentBody,
  invoicePaymentResponse,
  invoiceRetryResponse,
} from '#domain/invoices/paymentsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { refundBody, refundResponse } from '#domain/invoices/refundsContract.ts';
import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { refreshInvoice } from './cards/openPayments.ts';
import { readInvoiceDetail, listInvoices, readInvoiceRequest } from './service.ts';
import { voidOrWriteOff } from './voidOrWriteOff.ts';
import { refundInvoice } from './refunds/refund.ts';
import { takePayment } from './payments/takePayment.ts';

const tags = ['invoices'];
const collect = { access: 'invoices:collect', idempotencyKey: 'own' } as const;
const close = { access: 'invoices:close', idempotencyKey: 'own' } as const;

export const invoiceRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;

    app.get(
      '/invoices',
      {
        config: { access: 'invoices:read' },
        schema: { tags, operationId: 'listInvoices', querystring: invoiceListQuery, response: { 200: invoicePage } },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => listInvoices(tx, scope, query)),
    );

    app.get(
      '/invoices/:id',
      {
        config: { access: 'invoices:read' },
        schema: { tags, operationId: 'getInvoice', params: idParams, response: { 200: invoiceDetail } },
      },
      async ({ scope, params, log }) => {
        await refreshInvoice(context, scope.companies, params.id, log);
        return database.readOnly(scope.companies, (tx) => readInvoiceDetail(tx, scope, params.id, clock()));
      },
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

    app.post(
      '/invoices/:id/refunds',
      {
        config: { access: 'invoices:refund', idempotencyKey: 'own' },
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
  };
