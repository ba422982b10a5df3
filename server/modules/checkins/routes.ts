import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  checkinResponse,
  checkinBody,
  checkinDenied,
  checkinListQuery,
  checkinPage,
  checkinSummary,
  checkinSummaryQuery,
} from '#domain/checkins/contract.ts';
import { deviceKinds } from '#domain/devices/contract.ts';
import { deviceCheckinResponse } from '#domain/checkins/deviceContract.ts';
import { errorResponse, idParams, messageResponse, toPagination } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, once } from '#server/platform/http/idempotency.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { contactsRepo } from '#server/modules/contacts/index.ts';
import { checkinsRepo, toListItem } from './repo.ts';
import { checkInWith, summarizeCheckins } from './checkIn.ts';
import { checkInByDevice, refuseName } from './checkInByDevice.ts';
import { undoCheckin } from './undo.ts';

const tags = ['checkins'];

export const checkinRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, live, clock, signUrl: urlOf } = context;
    app.get(
      '/checkins',
      {
        config: { access: 'checkins:read' },
        schema: { tags, operationId: 'listCheckins', querystring: checkinListQuery, response: { 200: checkinPage } },
      },
      async ({ scope, query }) => {
        const locations = scope.locationIds(query.locationId);
        const { rows, total } = await database.readOnly(scope.companies, async (tx) => {
          const page = await checkinsRepo(tx).page(query, locations);
          // A visit at a location in scope puts its contact in scope.
          const isKnown = page.rows.some((row) => row.contact_archived_at === null);
          if (query.contactId && !isKnown) requireAccess(scope, await contactsRepo(tx).one(query.contactId), 'Contact');
          return page;
        });
        return { checkins: rows.map((row) => toListItem(row, urlOf)), pagination: toPagination(query, total) };
      },
    );

    app.post(
      '/checkins',
      {
        config: { access: 'checkins:write', devices: deviceKinds, idempotencyKey: 'own' },
        schema: {
          tags,
          operationId: 'createCheckin',
          body: checkinBody,
          response: { 200: deviceCheckinResponse, 201: checkinResponse, 403: checkinDenied, 404: errorResponse },
        },
      },
      async (request, reply) => {
        const { scope, body } = request;
        if (scope.user.device) return checkInByDevice(context, request, reply);
        refuseName(body);
        if (body.locationId === undefined)
          throw badRequest('Location is required', { locationId: 'Location is required' });
        const location = scope.requireLocation(body.locationId);
        const key = readIdempotencyKey(request, location.companyId);
        const response = await once(database, scope.companies, key, (tx) =>
          checkInWith(tx, body, location, { now: clock(), actor: scope.actor }),
        );
        live.publishCheckin(location.id, response.checkin.id);
        reply.code('message' in response ? 403 : 201);
        return response;
      },
    );

    app.delete(
      '/checkins/:id',
      {
        config: { access: 'checkins:undo', idempotencyKey: 'optional' },
        schema: { tags, operationId: 'undoCheckin', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => undoCheckin(tx, scope, params.id, clock()));
        return { message: 'Check-in undone' };
      },
    );

    app.get(
      '/checkins/summary',
      {
        config: { access: 'checkins:read' },
        schema: {
          tags,
          operationId: 'getCheckinSummary',
          querystring: checkinSummaryQuery,
          response: { 200: checkinSummary },
        },
      },
      async ({ scope, query }) => {
        const locations = query.locationId ? [scope.requireLocation(query.locationId)] : scope.locations;
        return database.readOnly(scope.companies, (tx) => summarizeCheckins(tx, locations, query, clock()));
      },
    );
  };
