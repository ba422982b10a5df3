import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  closeDrawerBody,
  drawerListQuery,
  drawerMovementBody,
  drawerPage,
  drawerResponse,
  openDrawerBody,
} from '#domain/drawers/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { refreshDrawer } from '#server/modules/invoices/index.ts';
import { closeDrawer } from './close.ts';
import { moveDrawerCash } from './moveCash.ts';
import { openDrawer } from './open.ts';
import { listDrawers, readDrawer } from './read.ts';

const tags = ['drawers'];
const config = { access: 'drawers:use' } as const;

export const drawerRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;
    app.get(
      '/drawers',
      {
        config,
        schema: {
          tags,
          operationId: 'listDrawers',
          description: levelsNeeded,
          querystring: drawerListQuery,
          response: { 200: drawerPage },
        },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => listDrawers(tx, scope, query, clock())),
    );

    app.get(
      '/drawers/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'getDrawer',
          description: levelsNeeded,
          params: idParams,
          response: { 200: drawerResponse },
        },
      },
      async ({ scope, params }) => ({
        drawer: await database.readOnly(scope.companies, (tx) => readDrawer(tx, scope, params.id, clock())),
      }),
    );

    app.post(
      '/drawers',
      {
        config,
        schema: { tags, operationId: 'openDrawer', body: openDrawerBody, response: { 201: drawerResponse } },
      },
      async ({ scope, body }, reply) => {
        const location = scope.requireLocation(body.locationId);
        const drawer = await database.scoped(scope.companies, (tx) => openDrawer(tx, scope, location, body, clock()));
        reply.code(201);
        return { drawer };
      },
    );

    app.post(
      '/drawers/:id/movements',
      {
        config,
        schema: {
          tags,
          operationId: 'moveDrawerCash',
          params: idParams,
          body: drawerMovementBody,
          response: { 201: drawerResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const drawer = await database.scoped(scope.companies, (tx) =>
          moveDrawerCash(tx, scope, params.id, body, clock()),
        );
        reply.code(201);
        return { drawer };
      },
    );
    app.post(
      '/drawers/:id/close',
      {
        config,
        schema: {
          tags,
          operationId: 'closeDrawer',
          params: idParams,
          body: closeDrawerBody,
          response: { 200: drawerResponse },
        },
      },
      async ({ scope, params, body, log }) => {
        await refreshDrawer(context, scope.companies, params.id, log);
        return {
          drawer: await database.scoped(scope.companies, (tx) => closeDrawer(tx, scope, params.id, body, clock)),
        };
      },
    );
  };

const levelsNeeded = 'Point of sale reads the open drawer. Closed ones are for admins and managers.';
