import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/contract/common.ts';
import { invoiceDetail as detailSchema, invoiceListQuery, invoicePage as pageSchema } from '#domain/contract/invoices.ts';
import type { Deps } from '#server/deps.ts';
import { invoiceDetail, invoicePage } from './invoices.service.ts';

const tags = ['invoices'];

export const invoiceRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/invoices',
    { config: { access: 'invoices:read' }, schema: { tags, querystring: invoiceListQuery, response: { 200: pageSchema } } },
    ({ reach, query }) => database.scoped(reach.companies, (tx) => invoicePage(tx, reach, query)),
  );

  app.get(
    '/invoices/:id',
    { config: { access: 'invoices:read' }, schema: { tags, params: idParams, response: { 200: detailSchema } } },
    ({ reach, params }) => database.scoped(reach.companies, (tx) => invoiceDetail(tx, reach, params.id)),
  );
};
