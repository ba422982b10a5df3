import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageAnswer, paginationOf } from '#domain/contract/common.ts';
import { salesItemAnswer, salesItemCreateBody, salesItemListQuery, salesItemPage, salesItemUpdateBody } from '#domain/contract/sales-items.ts';
import type { Deps } from '#server/deps.ts';
import { salesItemsRepo, toSalesItem } from './sales-items.repo.ts';
import { addSalesItem, changeSalesItem, deleteSalesItem, oneSalesItem } from './sales-items.service.ts';

const tags = ['sales-items'];
const reading = { access: 'sales-items:read' } as const;
const writing = { access: 'sales-items:write' } as const;

export const salesItemRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/sales-items',
    {
      config: reading,
      schema: { tags, operationId: 'listSalesItems', querystring: salesItemListQuery, response: { 200: salesItemPage } },
    },
    async ({ reach, query }) => {
      const locations = reach.listed(query.locationId);
      const { rows, total } = await database.reading(reach.companies, (tx) => salesItemsRepo(tx).page(query, locations));
      return { salesItems: rows.map(toSalesItem), pagination: paginationOf(query, total) };
    },
  );

  app.get(
    '/sales-items/:id',
    { config: reading, schema: { tags, operationId: 'getSalesItem', params: idParams, response: { 200: salesItemAnswer } } },
    async ({ reach, params }) => {
      const row = await database.reading(reach.companies, (tx) => oneSalesItem(tx, reach, params.id));
      return { salesItem: toSalesItem(row) };
    },
  );

  app.post(
    '/sales-items',
    {
      config: writing,
      schema: { tags, operationId: 'createSalesItem', body: salesItemCreateBody, response: { 201: salesItemAnswer } },
    },
    async ({ reach, body }, reply) => {
      const row = await database.scoped(reach.companies, (tx) => addSalesItem(tx, reach, body));
      return reply.status(201).send({ salesItem: toSalesItem(row), message: 'Sales item created' });
    },
  );

  app.put(
    '/sales-items/:id',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'updateSalesItem',
        params: idParams,
        body: salesItemUpdateBody,
        response: { 200: salesItemAnswer },
      },
    },
    async ({ reach, params, body }) => {
      const row = await database.scoped(reach.companies, (tx) => changeSalesItem(tx, reach, params.id, body));
      return { salesItem: toSalesItem(row), message: 'Sales item updated' };
    },
  );

  app.delete(
    '/sales-items/:id',
    { config: writing, schema: { tags, operationId: 'deleteSalesItem', params: idParams, response: { 200: messageAnswer } } },
    async ({ reach, params }) => {
      await database.scoped(reach.companies, (tx) => deleteSalesItem(tx, reach, params.id));
      return { message: 'Sales item deleted' };
    },
  );
};
