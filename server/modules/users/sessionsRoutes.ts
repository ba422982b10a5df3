import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { companyBody, companyQuery, sessionList, userSessionParams } from '#domain/users/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { listActiveSessions, endSessions } from '#server/modules/auth/index.ts';
import { sessionsRefusal } from './rules.ts';
import { refuse, requireViewer, requireVisibleUser } from './companyUsers.ts';
import { usersRepo } from './repo.ts';
import { requestedCompany } from './routes.ts';

const tags = ['users'];
const config = { access: 'users:sessions' } as const;

/** Refused when the person works for another company too. */
export const userSessionRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    /** Empty while the person is invited, so that it does not reveal whether the address has an account elsewhere. */
    const forUser = <T>(
      scope: AccessScope,
      companyId: string,
      userId: string,
      work: (tx: Tx) => Promise<T>,
      { whenInvited, isLogged = false }: { readonly whenInvited: T; readonly isLogged?: boolean },
    ) =>
      database.scoped([companyId], async (tx) => {
        const user = await requireVisibleUser(tx, companyId, userId, await requireViewer(tx, companyId, scope));
        if (user.status === 'invited') return whenInvited;
        refuse(
          sessionsRefusal(user.id !== scope.user.userId && (await usersRepo(tx, companyId).worksElsewhere(user.id))),
        );
        const done = await work(tx);
        if (isLogged)
          await logActivity(tx, scope.actor, {
            companyId,
            action: 'user.signed-out',
            recordId: user.id,
            label: fullName(user.row),
            locationId: null,
          });
        return done;
      });

    app.get(
      '/users/:id/sessions',
      {
        config,
        schema: {
          tags,
          operationId: 'listUserSessions',
          params: idParams,
          querystring: companyQuery,
          response: { 200: sessionList },
        },
      },
      async ({ scope, params, query }) => ({
        sessions: await forUser(
          scope,
          requestedCompany(scope, query.companyId),
          params.id,
          (tx) => listActiveSessions(tx, params.id, clock(), scope.user.sessionId),
          { whenInvited: [] },
        ),
      }),
    );

    app.delete(
      '/users/:id/sessions',
      {
        config,
        schema: {
          tags,
          operationId: 'endUserSessions',
          params: idParams,
          querystring: companyQuery,
          body: companyBody,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params, query, body }) => {
        // The current session stays, as on the account page.
        const work = (tx: Tx) => endSessions(tx, params.id, clock(), { besides: scope.user.sessionId });
        await forUser(scope, requestedCompany(scope, body?.companyId, query.companyId), params.id, work, {
          whenInvited: 0,
          isLogged: true,
        });
        return { message: 'Signed out everywhere' };
      },
    );

    app.delete(
      '/users/:id/sessions/:sessionId',
      {
        config,
        schema: {
          tags,
          operationId: 'endUserSession',
          params: userSessionParams,
          querystring: companyQuery,
          body: companyBody,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params, query, body }) => {
        const work = (tx: Tx) => endSessions(tx, params.id, clock(), { only: params.sessionId });
        const ended = await forUser(scope, requestedCompany(scope, body?.companyId, query.companyId), params.id, work, {
          whenInvited: 0,
          isLogged: true,
        });
        if (ended === 0) throw notFound('Session');
        return { message: 'Signed out' };
      },
    );
  };
