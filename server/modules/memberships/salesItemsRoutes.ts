import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  membershipSalesItemResponse,
  membershipSalesItemBody,
  membershipSalesItemList,
  membershipSalesItemUpdateBody,
} from '#domain/memberships/salesItemsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addCharge, changeCharge, listCharges, removeCharge } from './salesItemsService.ts';

const tags = ['memberships'];
const reading = { access: 'memberships:read' } as const;
const writing = { access: 'memberships:write' } as const;

export const membershipSalesItemRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/memberships/:id/sales-items',
      {
        config: reading,
        schema: {
          tags,
          operationId: 'listMembershipSalesItems',
          params: idParams,
          response: { 200: membershipSalesItemList },
        },
      },
      async ({ scope, params }) => {
        const membershipSalesItems = await database.scoped(scope.companies, (tx) => listCharges(tx, scope, params.id));
        return { membershipSalesItems };
      },
    );

    app.post(
      '/memberships/:id/sales-items',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'addMembershipSalesItem',
          params: idParams,
          body: membershipSalesItemBody,
          response: { 201: membershipSalesItemResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const membershipSalesItem = await database.scoped(scope.companies, (tx) =>
          addCharge(tx, scope, params.id, body),
        );
        reply.code(201);
        return { membershipSalesItem, message: 'Sales item added to membership' };
      },
    );

    app.put(
      '/membership-sales-items/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'updateMembershipSalesItem',
          params: idParams,
          body: membershipSalesItemUpdateBody,
          response: { 200: membershipSalesItemResponse },
        },
      },
      async ({ scope, params, body }) => {
        const membershipSalesItem = await database.scoped(scope.companies, (tx) =>
          changeCharge(tx, scope, params.id, body),
        );
        return { membershipSalesItem, message: 'Membership sales item updated' };
      },
    );

    app.delete(
      '/membership-sales-items/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'removeMembershipSalesItem',
          params: idParams,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => removeCharge(tx, scope, params.id));
        return { message: 'Sales item removed from membership' };
      },
    );
  };
