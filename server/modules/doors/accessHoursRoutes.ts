import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accessHoursCreateBody,
  accessHoursList,
  accessHoursListQuery,
  accessHoursResponse,
  accessHoursUpdateBody,
} from '#domain/doors/accessHoursContract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { accessHoursRepo, toAccessHours } from './accessHoursRepo.ts';
import { addAccessHours, changeAccessHours, deleteAccessHours } from './accessHoursService.ts';

const tags = ['doors'];
const writing = { access: 'doors:write', idempotencyKey: 'optional' } as const;

export const accessHoursRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/access-hours',
      {
        config: { access: 'doors:read' },
        schema: {
          tags,
          operationId: 'listAccessHours',
          querystring: accessHoursListQuery,
          response: { 200: accessHoursList },
        },
      },
      async ({ scope, query }) => {
        const plans = { locations: scope.locationIds(query.locationId), companies: scope.companyIds(query.locationId) };
        const rows = await database.readOnly(scope.companies, (tx) =>
          accessHoursRepo(tx).list(plans, query.membershipId),
        );
        return { accessHours: rows.map(toAccessHours) };
      },
    );

    app.post(
      '/access-hours',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'createAccessHours',
          body: accessHoursCreateBody,
          response: { 201: accessHoursResponse },
        },
      },
      async ({ scope, body }, reply) => {
        const accessHours = await database.scoped(scope.companies, (tx) => addAccessHours(tx, scope, body));
        reply.code(201);
        return { accessHours, message: 'Access hours added' };
      },
    );

    app.put(
      '/access-hours/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'updateAccessHours',
          params: idParams,
          body: accessHoursUpdateBody,
          response: { 200: accessHoursResponse },
        },
      },
      async ({ scope, params, body }) => ({
        accessHours: await database.scoped(scope.companies, (tx) => changeAccessHours(tx, scope, params.id, body)),
        message: 'Access hours updated',
      }),
    );

    app.delete(
      '/access-hours/:id',
      {
        config: writing,
        schema: { tags, operationId: 'deleteAccessHours', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteAccessHours(tx, scope, params.id));
        return { message: 'Access hours removed' };
      },
    );
  };
