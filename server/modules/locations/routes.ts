import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  locationResponse,
  locationCreateBody,
  locationDetail,
  locationInUse,
  locationList,
  locationOverview,
  locationUpdateBody,
} from '#domain/locations/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { listLocations } from './listLocations.ts';
import { locationRepo, toFee, toLocation } from './repo.ts';
import { addLocation, changeLocation, deleteLocation } from './service.ts';

const tags = ['location'];

export const locationRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/locations',
      {
        config: { access: 'signed-in', keyScope: 'locations:read' },
        schema: { tags, operationId: 'listLocations', response: { 200: locationList } },
      },
      ({ scope }) => database.scoped(scope.companies, (tx) => listLocations(tx, scope.user)),
    );

    app.get(
      '/companies/:id/locations',
      {
        config: { access: 'locations:read' },
        schema: { tags, operationId: 'listCompanyLocations', params: idParams, response: { 200: locationOverview } },
      },
      async ({ scope, params }) => {
        const companyId = scope.requireCompany(params.id);
        const ids = scope.locations.filter((location) => location.companyId === companyId).map(({ id }) => id);
        return database.readOnly(scope.companies, async (tx) => {
          const rows = await locationRepo(tx).many(ids);
          const members = await locationRepo(tx).members(ids, clock());
          return { locations: rows.map((row) => ({ location: toLocation(row), members: members.get(row.id) ?? 0 })) };
        });
      },
    );

    app.get(
      '/locations/:id',
      {
        config: { access: 'locations:read' },
        schema: { tags, operationId: 'getLocation', params: idParams, response: { 200: locationDetail } },
      },
      async ({ scope, params }) => {
        const { id } = scope.requireLocation(params.id);
        return database.scoped(scope.companies, async (tx) => {
          const location = (await locationRepo(tx).one(id)) ?? raise(notFound('Location'));
          return { location: toLocation(location), fees: (await locationRepo(tx).fees(id)).map(toFee) };
        });
      },
    );

    app.post(
      '/locations',
      {
        config: { access: 'locations:create' },
        schema: { tags, operationId: 'createLocation', body: locationCreateBody, response: { 201: locationResponse } },
      },
      async ({ scope, body }, reply) => {
        const row = await database.scoped(scope.companies, (tx) => addLocation(tx, scope, body));
        reply.code(201);
        return { location: toLocation(row), message: 'Location created' };
      },
    );

    app.put(
      '/locations/:id',
      {
        config: { access: 'locations:write' },
        schema: {
          tags,
          operationId: 'updateLocation',
          params: idParams,
          body: locationUpdateBody,
          response: { 200: locationResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeLocation(tx, scope, params.id, body));
        return { location: toLocation(row), message: 'Location updated' };
      },
    );

    app.delete(
      '/locations/:id',
      {
        config: { access: 'locations:delete' },
        schema: {
          tags,
          operationId: 'deleteLocation',
          params: idParams,
          response: { 200: messageResponse, 409: locationInUse },
        },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteLocation(tx, scope, params.id, clock()));
        return { message: 'Location deleted' };
      },
    );
  };
