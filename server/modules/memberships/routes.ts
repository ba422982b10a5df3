import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  membershipResponse,
  membershipCreateBody,
  membershipListQuery,
  membershipPage,
  membershipUpdateBody,
} from '#domain/memberships/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addMembership, changeMembership, deleteMembership, listMemberships, readPlan } from './service.ts';

const tags = ['memberships'];
const reading = { access: 'memberships:read' } as const;
const writing = { access: 'memberships:write' } as const;

export const membershipRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/memberships',
      {
        config: reading,
        schema: {
          tags,
          operationId: 'listMemberships',
          querystring: membershipListQuery,
          response: { 200: membershipPage },
        },
      },
      async ({ scope, query }) => database.readOnly(scope.companies, (tx) => listMemberships(tx, scope, query)),
    );

    app.get(
      '/memberships/:id',
      {
        config: reading,
        schema: { tags, operationId: 'getMembership', params: idParams, response: { 200: membershipResponse } },
      },
      async ({ scope, params }) => database.readOnly(scope.companies, (tx) => readPlan(tx, scope, params.id)),
    );

    app.post(
      '/memberships',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'createMembership',
          body: membershipCreateBody,
          response: { 201: membershipResponse },
        },
      },
      async ({ scope, body }, reply) => {
        const response = await database.scoped(scope.companies, (tx) => addMembership(tx, scope, body));
        reply.code(201);
        return { ...response, message: 'Membership created' };
      },
    );

    app.put(
      '/memberships/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'updateMembership',
          params: idParams,
          body: membershipUpdateBody,
          response: { 200: membershipResponse },
        },
      },
      async ({ scope, params, body }) => {
        const response = await database.scoped(scope.companies, (tx) => changeMembership(tx, scope, params.id, body));
        return { ...response, message: 'Membership updated' };
      },
    );

    app.delete(
      '/memberships/:id',
      {
        config: writing,
        schema: { tags, operationId: 'deleteMembership', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteMembership(tx, scope, params.id));
        return { message: 'Membership deleted' };
      },
    );
  };
