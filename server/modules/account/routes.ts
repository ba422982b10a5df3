import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accountBody,
  accountChanged,
  accountEmails,
  accountEmailsResponse,
  accountPasswordBody,
  accountResponse,
} from '#domain/account/contract.ts';
import { messageResponse } from '#domain/shared/contract.ts';
import { sessionList, sessionParams } from '#domain/users/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { listActiveSessions, endSessions } from '#server/modules/auth/index.ts';
import { changePassword } from './changePassword.ts';
import { changeAccountEmails, readAccount, readAccountEmails, renameUser } from './profile.ts';

const tags = ['account'];
const config = { access: 'signed-in', isOwnAccount: true } as const;

export const accountRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;

    app.get(
      '/account',
      { config, schema: { tags, operationId: 'getAccount', response: { 200: accountResponse } } },
      async ({ scope }) => ({
        user: await readAccount(context, scope.user),
      }),
    );

    app.put(
      '/account',
      { config, schema: { tags, operationId: 'updateAccount', body: accountBody, response: { 200: accountChanged } } },
      async ({ scope, body }) => {
        await renameUser(context, scope, body);
        return { user: await readAccount(context, scope.user), message: 'Your account was updated' };
      },
    );

    app.put(
      '/account/password',
      {
        config,
        schema: {
          tags,
          operationId: 'updateAccountPassword',
          body: accountPasswordBody,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        await changePassword(context, request.scope, request.body);
        logSecurity(request, 'password-changed', { userId: request.scope.user.userId });
        return { message: 'Your password has been changed. You have been signed out on all other devices.' };
      },
    );

    app.get(
      '/account/emails',
      { config, schema: { tags, operationId: 'getAccountEmails', response: { 200: accountEmailsResponse } } },
      async ({ scope }) => ({
        emails: await readAccountEmails(context, scope.user),
      }),
    );

    app.put(
      '/account/emails',
      {
        config,
        schema: {
          tags,
          operationId: 'updateAccountEmails',
          body: accountEmails,
          response: { 200: accountEmailsResponse },
        },
      },
      async ({ scope, body }) => {
        await changeAccountEmails(context, scope, body);
        return { emails: await readAccountEmails(context, scope.user) };
      },
    );

    app.get(
      '/account/sessions',
      { config, schema: { tags, operationId: 'listSessions', response: { 200: sessionList } } },
      async ({ scope }) => ({
        sessions: await listActiveSessions(database.unscoped, scope.user.userId, clock(), scope.user.sessionId),
      }),
    );

    app.delete(
      '/account/sessions',
      { config, schema: { tags, operationId: 'endOtherSessions', response: { 200: messageResponse } } },
      async ({ scope }) => {
        await endSessions(database.unscoped, scope.user.userId, clock(), { besides: scope.user.sessionId });
        return { message: 'Signed out on all other devices' };
      },
    );

    app.delete(
      '/account/sessions/:sessionId',
      {
        config,
        schema: { tags, operationId: 'endSession', params: sessionParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        const ended = await endSessions(database.unscoped, scope.user.userId, clock(), { only: params.sessionId });
        if (ended === 0) throw notFound('Session');
        return { message: 'Signed out' };
      },
    );
  };
