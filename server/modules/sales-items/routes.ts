import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  salesItemCategories,
  salesItemCategoriesQuery,
  salesItemCreateBody,
  salesItemListQuery,
  salesItemPage,
  salesItemResponse,
  salesItemUpdateBody,
} from '#domain/sales-items/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { listPage } from '#server/platform/database/listPage.ts';
import { salesItemsRepo } from './repo.ts';
import { toSalesItem } from './rows.ts';
import { addSalesItem, changeSalesItem, deleteSalesItem, requireSalesItem } from './service.ts';

const tags = ['sales-items'];
const reading = { access: 'sales-items:read' } as const;
const writing = { access: 'sales-items:write' } as const;

export const salesItemRoutes =
  ({ database, clock, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/sales-items',
      {
        config: reading,
        schema: {
          tags,
          operationId: 'listSalesItems',
          querystring: salesItemListQuery,
          response: { 200: salesItemPage },
        },
      },
      async ({ scope, query }) => {
        const locations = scope.locationIds(query.locationId);
        const { rows, pagination, sync } = await database.readOnly(scope.companies, (tx) =>
          listPage(tx, query, { kind: 'sales-item', locationIds: locations }, (asked) =>
            salesItemsRepo(tx).page(asked, locations),
          ),
        );
        return {
          salesItems: rows.map((row) => toSalesItem(row, scope, urlOf)),
          pagination,
          ...sync,
        };
      },
    );

    app.get(
      '/sales-items/categories',
      {
        config: reading,
        schema: {
          tags,
          operationId: 'listSalesItemCategories',
          querystring: salesItemCategoriesQuery,
          response: { 200: salesItemCategories },
        },
      },
      async ({ scope, query }) => {
        const locations = scope.locationIds(query.locationId);
        return {
          categories: await database.readOnly(scope.companies, (tx) => salesItemsRepo(tx).categories(locations)),
        };
      },
    );

    app.get(
      '/sales-items/:id',
      {
        config: reading,
        schema: { tags, operationId: 'getSalesItem', params: idParams, response: { 200: salesItemResponse } },
      },
      async ({ scope, params }) => {
        const row = await database.readOnly(scope.companies, (tx) => requireSalesItem(tx, scope, params.id));
        return { salesItem: toSalesItem(row, scope, urlOf) };
      },
    );

    app.post(
      '/sales-items',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'createSalesItem',
          body: salesItemCreateBody,
          response: { 201: salesItemResponse },
        },
      },
      async ({ scope, body }, reply) => {
        const row = await database.scoped(scope.companies, (tx) => addSalesItem(tx, scope, body));
        reply.code(201);
        return { salesItem: toSalesItem(row, scope, urlOf), message: 'Sales item created' };
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
          response: { 200: salesItemResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeSalesItem(tx, scope, params.id, body));
        return { salesItem: toSalesItem(row, scope, urlOf), message: 'Sales item updated' };
      },
    );

    app.delete(
      '/sales-items/:id',
      {
        config: writing,
        schema: { tags, operationId: 'deleteSalesItem', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteSalesItem(tx, scope, params.id, clock()));
        return { message: 'Sales item deleted' };
      },
    );
  };
