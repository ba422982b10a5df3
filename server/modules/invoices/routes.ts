import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { invoiceDetail, invoiceListQuery, invoicePage } from '#domain/invoices/contract.ts';
import { invoiceReasonBody, invoiceResponse, invoiceWriteOffBody } from '#domain/invoices/paymentsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { refreshInvoice } from './cards/openPayments.ts';
import { readInvoiceDetail, listInvoices, readInvoiceRequest } from './service.ts';
import { voidOrWriteOff } from './voidOrWriteOff.ts';

const tags = ['invoices'];
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
  };
