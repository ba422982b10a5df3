import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/contract/common.ts';
import { invoiceDetail as detailSchema, invoiceListQuery, invoicePage as pageSchema } from '#domain/contract/invoices.ts';
import type { Deps } from '#server/deps.ts';
import { refreshInvoice } from '#server/payments/readThrough.ts';
import { invoiceDetail, invoicePage } from './invoices.service.ts';

const tags = ['invoices'];

export const invoiceRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database } = deps;

  app.get(
    '/invoices',
    {
      config: { access: 'invoices:read' },
      schema: { tags, operationId: 'listInvoices', querystring: invoiceListQuery, response: { 200: pageSchema } },
    },
    ({ reach, query }) => database.reading(reach.companies, (tx) => invoicePage(tx, reach, query), 'once'),
  );

  app.get(
    '/invoices/:id',
    {
      config: { access: 'invoices:read' },
      schema: { tags, operationId: 'getInvoice', params: idParams, response: { 200: detailSchema } },
    },
    async ({ reach, params, log }) => {
      await refreshInvoice(deps, reach.companies, params.id, log);
      return database.reading(reach.companies, (tx) => invoiceDetail(tx, reach, params.id));
    },
  );
};
