import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  doorControllerQuery,
  doorControllerResponse,
  doorCreateBody,
  doorListQuery,
  doorPage,
  doorResponse,
  doorUpdateBody,
} from '#domain/doors/contract.ts';
import { idParams, messageResponse, toPagination } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { doorsRepo, toDoor } from './repo.ts';
import { addDoor, changeDoor, deleteDoor, requireDoor } from './service.ts';

const tags = ['doors'];
const reading = { access: 'doors:read' } as const;
const writing = { access: 'doors:write', idempotencyKey: 'optional' } as const;

export const doorRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/doors',
      {
        config: reading,
        schema: { tags, operationId: 'listDoors', querystring: doorListQuery, response: { 200: doorPage } },
      },
      async ({ scope, query }) => {
        const locations = scope.locationIds(query.locationId);
        const { rows, total } = await database.readOnly(scope.companies, (tx) =>
          doorsRepo(tx, clock()).page(query, locations),
        );
        return { doors: rows.map(toDoor), pagination: toPagination(query, total) };
      },
    );

    app.get(
      '/doors/controller',
      {
        // Whoever sees the dashboard, which shows nothing else of the doors.
        config: { access: 'checkins:read' },
        schema: {
          tags,
          operationId: 'getDoorController',
          querystring: doorControllerQuery,
          response: { 200: doorControllerResponse },
        },
      },
      async ({ scope, query }) => {
        const { id } = scope.requireLocation(query.locationId);
        return {
          hasController: await database.readOnly(scope.companies, (tx) => doorsRepo(tx, clock()).hasController(id)),
        };
      },
    );

    app.get(
      '/doors/:id',
      { config: reading, schema: { tags, operationId: 'getDoor', params: idParams, response: { 200: doorResponse } } },
      async ({ scope, params }) => ({
        door: toDoor(await database.readOnly(scope.companies, (tx) => requireDoor(tx, scope, params.id, clock()))),
      }),
    );

    app.post(
      '/doors',
      {
        config: writing,
        schema: { tags, operationId: 'createDoor', body: doorCreateBody, response: { 201: doorResponse } },
      },
      async ({ scope, body }, reply) => {
        const row = await database.scoped(scope.companies, (tx) => addDoor(tx, scope, body, clock()));
        reply.code(201);
        return { door: toDoor(row), message: 'Door created' };
      },
    );

    app.put(
      '/doors/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'updateDoor',
          params: idParams,
          body: doorUpdateBody,
          response: { 200: doorResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeDoor(tx, scope, params.id, body, clock()));
        return { door: toDoor(row), message: 'Door updated' };
      },
    );

    app.delete(
      '/doors/:id',
      {
        config: writing,
        schema: { tags, operationId: 'deleteDoor', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteDoor(tx, scope, params.id, clock()));
        return { message: 'Door deleted' };
      },
    );
  };
