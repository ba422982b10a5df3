import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  householdCreateBody,
  householdListQuery,
  householdMemberCreateBody,
  householdMemberParams,
  householdMemberUpdateBody,
  householdPage,
  householdRemovalPreview,
  householdRemovalQuery,
  householdResponse,
  householdUpdateBody,
} from '#domain/households/contract.ts';
import { idParams, messageResponse, toPagination } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addMember, changeMember, previewRemoval, removeMember } from './members.ts';
import { toHousehold, toHouseholdSummary } from './rows.ts';
import { addHousehold, changeHousehold, deleteHousehold, requireHousehold, listHouseholds } from './service.ts';

const tags = ['households'];
const response = { 200: householdResponse };
const read = { access: 'contacts:read' } as const;
const write = { access: 'contacts:write' } as const;

export const householdRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/households',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listHouseholds',
          querystring: householdListQuery,
          response: { 200: householdPage },
        },
      },
      async ({ scope, query }) => {
        const { rows, total } = await database.readOnly(scope.companies, (tx) => listHouseholds(tx, scope, query));
        return { households: rows.map(toHouseholdSummary), pagination: toPagination(query, total) };
      },
    );

    app.get(
      '/households/:id',
      { config: read, schema: { tags, operationId: 'getHousehold', params: idParams, response } },
      ({ scope, params }) =>
        database.readOnly(scope.companies, async (tx) => ({
          household: await toHousehold(tx, scope, await requireHousehold(tx, scope, params.id), clock()),
        })),
    );

    app.post(
      '/households',
      {
        config: write,
        schema: {
          tags,
          operationId: 'createHousehold',
          body: householdCreateBody,
          response: { 201: householdResponse },
        },
      },
      async ({ scope, body }, reply) => {
        const household = await database.scoped(scope.companies, async (tx) =>
          toHousehold(tx, scope, await addHousehold(tx, scope, body, clock()), clock()),
        );
        reply.code(201);
        return { message: 'Household created', household };
      },
    );

    app.put(
      '/households/:id',
      {
        config: write,
        schema: { tags, operationId: 'updateHousehold', params: idParams, body: householdUpdateBody, response },
      },
      ({ scope, params, body }) =>
        database.scoped(scope.companies, async (tx) => ({
          message: 'Household updated',
          household: await toHousehold(tx, scope, await changeHousehold(tx, scope, params.id, body, clock()), clock()),
        })),
    );

    app.delete(
      '/households/:id',
      {
        config: write,
        schema: { tags, operationId: 'deleteHousehold', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteHousehold(tx, scope, params.id));
        return { message: 'Household deleted' };
      },
    );

    app.post(
      '/households/:id/members',
      {
        config: write,
        schema: {
          tags,
          operationId: 'addHouseholdMember',
          params: idParams,
          body: householdMemberCreateBody,
          response: { 201: householdResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const household = await database.scoped(scope.companies, async (tx) =>
          toHousehold(tx, scope, await addMember(tx, scope, params.id, body, clock()), clock()),
        );
        reply.code(201);
        return { message: 'Member added', household };
      },
    );

    const member = '/households/:id/members/:contactId';
    app.put(
      member,
      {
        config: write,
        schema: {
          tags,
          operationId: 'updateHouseholdMember',
          params: householdMemberParams,
          body: householdMemberUpdateBody,
          response,
        },
      },
      ({ scope, params, body }) =>
        database.scoped(scope.companies, async (tx) => ({
          message: 'Member updated',
          household: await toHousehold(tx, scope, await changeMember(tx, scope, params, body), clock()),
        })),
    );

    app.get(
      `${member}/removal`,
      {
        config: read,
        schema: {
          tags,
          operationId: 'previewHouseholdRemoval',
          params: householdMemberParams,
          response: { 200: householdRemovalPreview },
        },
      },
      ({ scope, params }) => database.readOnly(scope.companies, (tx) => previewRemoval(tx, scope, params, clock())),
    );

    app.delete(
      member,
      {
        config: write,
        schema: {
          tags,
          operationId: 'removeHouseholdMember',
          params: householdMemberParams,
          querystring: householdRemovalQuery,
          response,
        },
      },
      ({ scope, params, query }) =>
        database.scoped(scope.companies, async (tx) => {
          const household = await removeMember(tx, scope, params, query.memberships, clock());
          return { message: 'Member removed', household: await toHousehold(tx, scope, household, clock()) };
        }),
    );
  };
