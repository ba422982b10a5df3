import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  invoiceDetail as detailSchema,
  invoiceListQuery,
  invoicePage as pageSchema,
} from '#domain/invoices/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { refreshInvoice } from './cards/openPayments.ts';
import { invoiceDetail, invoicePage } from './service.ts';

const tags = ['invoices'];

export const invoiceRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;

    app.get(
      '/invoices',
      {
        config: { access: 'invoices:read' },
        schema: { tags, operationId: 'listInvoices', querystring: invoiceListQuery, response: { 200: pageSchema } },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => invoicePage(tx, scope, query)),
    );

    app.get(
      '/invoices/:id',
      {
        config: { access: 'invoices:read' },
        schema: { tags, operationId: 'getInvoice', params: idParams, response: { 200: detailSchema } },
      },
      async ({ scope, params, log }) => {
        await refreshInvoice(context, scope.companies, params.id, log);
        return database.readOnly(scope.companies, (tx) => invoiceDetail(tx, scope, params.id, clock()));
      },
    );
  };
