import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, toPagination } from '#domain/shared/contract.ts';
import {
  companyBody,
  companyQuery,
  inviteBody,
  userDetail,
  userListQuery,
  userPage,
  userResponse,
  userUpdateBody,
} from '#domain/users/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { changeUser } from './change.ts';
import { toCompanyUser, toUserAccess, toUserDetail, requireViewer, requireVisibleUser } from './companyUsers.ts';
import { disableUser, enableUser } from './disable.ts';
import { sendInvitation } from './invitationEmails.ts';
import { inviteUser, resendInvitation, revokeInvitation } from './invite.ts';
import { usersRepo } from './repo.ts';

const tags = ['users'];
const reading = { access: 'users:read' } as const;
const writing = { access: 'users:write' } as const;
const inviting = { access: 'users:write', idempotencyKey: 'own' } as const;
const disabling = { access: 'users:disable' } as const;

export const requestedCompany = (scope: AccessScope, ...named: (string | null | undefined)[]): string => {
  const companyId = named.find((id) => id);
  return companyId ? scope.requireCompany(companyId) : scope.onlyCompany();
};

export const userRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;

    app.get(
      '/users',
      {
        config: reading,
        schema: { tags, operationId: 'listUsers', querystring: userListQuery, response: { 200: userPage } },
      },
      async ({ scope, query }) => {
        const at = query.locationId ? scope.requireLocation(query.locationId) : undefined;
        const companyId = requestedCompany(scope, query.companyId, at?.companyId);
        if (at && at.companyId !== companyId) throw notFound('Location');
        return database.readOnly([companyId], async (tx) => {
          const repo = usersRepo(tx, companyId);
          const viewer = await requireViewer(tx, companyId, scope);
          const managed = scope.locations.filter((location) => location.companyId === companyId).map(({ id }) => id);
          const covered = at ? [at.id] : managed;
          const { rows, total } = await repo.page(query, viewer.role === 'admin' && !at ? undefined : covered);
          const grants = await repo.grants(rows.map(({ id }) => id));
          return {
            users: rows.map((row) => toUserAccess(viewer, toCompanyUser(row, grants))),
            pagination: toPagination(query, total),
          };
        });
      },
    );

    app.get(
      '/users/:id',
      {
        config: reading,
        schema: {
          tags,
          operationId: 'getUser',
          params: idParams,
          querystring: companyQuery,
          response: { 200: userDetail },
        },
      },
      async ({ scope, params, query }) => {
        const companyId = requestedCompany(scope, query.companyId);
        return database.readOnly([companyId], async (tx) => {
          const viewer = await requireViewer(tx, companyId, scope);
          return toUserDetail(tx, companyId, viewer, await requireVisibleUser(tx, companyId, params.id, viewer));
        });
      },
    );

    app.post(
      '/users',
      {
        config: inviting,
        schema: { tags, operationId: 'inviteUser', body: inviteBody, response: { 201: userResponse } },
      },
      async (request, reply) => {
        const { scope, body } = request;
        const companyId = requestedCompany(scope, body.companyId);
        const write = (tx: Tx) => inviteUser(tx, scope, companyId, body, clock());
        reply.code(201);
        return sendInvitation(context, request, { companyId, to: body.email, isNew: true, write });
      },
    );

    app.put(
      '/users/:id',
      {
        config: writing,
        schema: {
          tags,
          operationId: 'updateUser',
          params: idParams,
          querystring: companyQuery,
          body: userUpdateBody,
          response: { 200: userResponse },
        },
      },
      async (request) => {
        const { scope, params, query, body } = request;
        const companyId = requestedCompany(scope, query.companyId);
        const detail = await database.scoped([companyId], (tx) => changeUser(tx, scope, companyId, params.id, body));
        log(request, 'user-access-changed', params.id, companyId);
        return { ...detail, message: 'User updated' };
      },
    );

    app.post(
      '/users/:id/invitation',
      { config: inviting, schema: { tags, operationId: 'resendInvitation', ...naming } },
      async (request) => {
        const { scope, params, query, body } = request;
        const companyId = requestedCompany(scope, body?.companyId, query.companyId);
        const write = (tx: Tx) => resendInvitation(tx, scope, companyId, params.id, clock());
        return sendInvitation(context, request, { companyId, to: params.id, isNew: false, write });
      },
    );

    app.delete(
      '/users/:id/invitation',
      { config: writing, schema: { tags, operationId: 'revokeInvitation', ...naming } },
      async ({ scope, params, query, body }) => {
        const companyId = requestedCompany(scope, body?.companyId, query.companyId);
        const detail = await database.scoped([companyId], (tx) => revokeInvitation(tx, scope, companyId, params.id));
        return { ...detail, message: 'Invitation revoked' };
      },
    );

    app.post(
      '/users/:id/disable',
      { config: disabling, schema: { tags, operationId: 'disableUser', ...naming } },
      async (request) => {
        const { scope, params, query, body } = request;
        const companyId = requestedCompany(scope, body?.companyId, query.companyId);
        const detail = await database.scoped([companyId], (tx) =>
          disableUser(tx, scope, companyId, params.id, clock()),
        );
        log(request, 'user-disabled', params.id, companyId);
        return { ...detail, message: 'User disabled' };
      },
    );

    app.post(
      '/users/:id/enable',
      { config: disabling, schema: { tags, operationId: 'enableUser', ...naming } },
      async ({ scope, params, query, body }) => {
        const companyId = requestedCompany(scope, body?.companyId, query.companyId);
        const detail = await database.scoped([companyId], (tx) => enableUser(tx, scope, companyId, params.id));
        return { ...detail, message: 'User enabled' };
      },
    );
  };

const naming = { params: idParams, querystring: companyQuery, body: companyBody, response: { 200: userResponse } };

const log = (
  request: FastifyRequest,
  event: 'user-access-changed' | 'user-disabled',
  userId: string,
  companyId: string,
) => logSecurity(request, event, { userId, companyId });
