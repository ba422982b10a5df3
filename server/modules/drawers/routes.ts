import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  closeDrawerBody,
  drawerListQuery,
  drawerMovementBody,
  drawerPage as pageSchema,
  drawerResponse,
  openDrawerBody,
  type Drawer,
} from '#domain/drawers/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, send, withIdempotency } from '#server/platform/http/idempotency.ts';
import { closeDrawer, companyOfDrawer, drawerPage, moveDrawerCash, openDrawer, readDrawer } from './service.ts';

const tags = ['drawers'];
const write = { access: 'drawers:use', idempotencyKey: 'optional' } as const;

/** The cash drawer of a location: opened with a float, counted at the end of the day. */
export const drawerRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/drawers',
      {
        config: { access: 'drawers:use' },
        schema: {
          tags,
          operationId: 'listDrawers',
          description: levelsNeeded,
          querystring: drawerListQuery,
          response: { 200: pageSchema },
        },
      },
      ({ scope, query }) => database.readOnly(scope.companies, (tx) => drawerPage(tx, scope, query, clock())),
    );

    app.get(
      '/drawers/:id',
      {
        config: { access: 'drawers:use' },
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
        config: write,
        schema: { tags, operationId: 'openDrawer', body: openDrawerBody, response: { 201: drawerResponse } },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const location = scope.requireLocation(body.locationId);
        const key = readIdempotencyKey(request, location.companyId);
        const work = async (tx: Tx) => ({
          status: 201,
          body: { drawer: await openDrawer(tx, scope, location, body, clock()) },
        });
        return send(reply, await withIdempotency(database, scope.companies, key, work));
      },
    );

    const change = async (
      request: FastifyRequest<{ Params: { id: string } }>,
      reply: FastifyReply,
      status: number,
      work: (tx: Tx) => Promise<Drawer>,
    ) => {
      const { scope, params } = request;
      const companyId = await database.readOnly(scope.companies, (tx) => companyOfDrawer(tx, scope, params.id));
      // The path names the drawer, so that a key is valid for one drawer only.
      const key = readIdempotencyKey(request, companyId, `${request.method} ${request.url}`);
      return send(
        reply,
        await withIdempotency(database, scope.companies, key, async (tx) => ({
          status,
          body: { drawer: await work(tx) },
        })),
      );
    };

    app.post(
      '/drawers/:id/movements',
      {
        config: write,
        schema: {
          tags,
          operationId: 'moveDrawerCash',
          params: idParams,
          body: drawerMovementBody,
          response: { 201: drawerResponse },
        },
      },
      (request, reply) =>
        change(request, reply, 201, (tx) =>
          moveDrawerCash(tx, request.scope, request.params.id, request.body, clock()),
        ),
    );
    app.post(
      '/drawers/:id/close',
      {
        config: write,
        schema: {
          tags,
          operationId: 'closeDrawer',
          params: idParams,
          body: closeDrawerBody,
          response: { 200: drawerResponse },
        },
      },
      (request, reply) =>
        change(request, reply, 200, (tx) => closeDrawer(tx, request.scope, request.params.id, request.body, clock())),
    );
  };

const levelsNeeded = 'Point of sale reads the open drawer. Closed ones are for admins and managers.';
