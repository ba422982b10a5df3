import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  changePasswordBody,
  changePasswordResponse,
  forgotPasswordBody,
  loginBody,
  loginResponse,
  refreshResponse,
  secondFactorBody,
  signInOutcome,
  verifyEmailParams,
  type LoginResponse,
} from '#domain/auth/contract.ts';
import { errorResponse, messageResponse } from '#domain/shared/contract.ts';
import { passkeyOptions, passkeySignInBody } from '#domain/auth/passkeysContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logEmailFailure, logSecurity } from '#server/platform/http/logging.ts';
import { verifyEmail } from './emailedLinks.ts';
import { login } from './login.ts';
import { authRepo } from './repo.ts';
import { requestPasswordReset, resetPassword } from './resetPassword.ts';
import { refreshSession } from './sessions.ts';
import { signInWithCode } from './signInWithCode.ts';
import { createSignInOptions, signInWithPasskey } from './signInWithPasskey.ts';
import type { Client, WithDeviceCookie } from './startSession.ts';

const config = { access: 'public' as const };
const ofSession = { access: 'signed-in', isOwnAccount: true } as const;
const tags = ['auth'];

export const authRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/auth/login',
      {
        config,
        schema: {
          tags,
          operationId: 'login',
          description: loginLimits,
          body: loginBody,
          response: { 200: signInOutcome, 401: errorResponse, 403: errorResponse },
        },
      },
      async (request, reply) => {
        const response = await login(context, request.body, toClient(request));
        return 'secondFactor' in response ? response : setDeviceCookie(reply, response);
      },
    );

    app.post(
      '/auth/second-factor',
      {
        config,
        schema: {
          tags,
          operationId: 'signInWithCode',
          description: codeLimits,
          body: secondFactorBody,
          response: { 200: loginResponse, 401: errorResponse },
        },
      },
      async (request, reply) => setDeviceCookie(reply, await signInWithCode(context, request.body, toClient(request))),
    );

    app.post(
      '/auth/passkey/options',
      { config, schema: { tags, operationId: 'beginPasskeySignIn', response: { 200: passkeyOptions } } },
      (request) => createSignInOptions(context, toClient(request)),
    );

    app.post(
      '/auth/passkey',
      {
        config,
        schema: {
          tags,
          operationId: 'signInWithPasskey',
          description: passkeyLimits,
          body: passkeySignInBody,
          response: { 200: loginResponse, 401: errorResponse },
        },
      },
      async (request, reply) =>
        setDeviceCookie(reply, await signInWithPasskey(context, request.body, toClient(request))),
    );

    /** Adds 12 hours, up to 7 days after sign-in. The old token stays valid until it expires. */
    app.post(
      '/auth/refresh',
      { config: ofSession, schema: { tags, operationId: 'refreshSession', response: { 200: refreshResponse } } },
      (request) => refreshSession(context, request.scope.user),
    );

    app.post(
      '/auth/logout',
      { config: ofSession, schema: { tags, operationId: 'logout', response: { 200: messageResponse } } },
      async (request) => {
        await authRepo(context.database).revokeSession(request.scope.user.sessionId, context.clock());
        return { message: 'Signed out' };
      },
    );

    app.post(
      '/auth/forgot-password',
      {
        config,
        schema: {
          tags,
          operationId: 'requestPasswordReset',
          description: resetLimits,
          body: forgotPasswordBody,
          response: { 200: messageResponse },
        },
      },
      async (request, reply) => {
        // Respond first, so that timing does not reveal whether the address is known.
        reply.send({ message: 'If that address is known to us, a link to reset the password is on its way.' });
        await requestPasswordReset(context, request.body.email, toClient(request)).catch((error: unknown) =>
          logEmailFailure(request, error),
        );
        return reply;
      },
    );

    app.post(
      '/auth/change-password',
      {
        config,
        schema: {
          tags,
          operationId: 'changePassword',
          body: changePasswordBody,
          response: { 200: changePasswordResponse },
        },
      },
      async (request, reply) => {
        const { deviceCookie, hasPasskeys } = await resetPassword(
          context,
          request.body.token,
          request.body.newPassword,
          toClient(request),
        );
        reply.header('Set-Cookie', deviceCookie);
        return { message: 'Your password has been changed', hasPasskeys };
      },
    );

    app.get(
      '/auth/verify-email/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'verifyEmail',
          params: verifyEmailParams,
          response: { 200: messageResponse, 400: errorResponse },
        },
      },
      async (request) => {
        await verifyEmail(context, request.params.token, toClient(request));
        return { message: 'Your email address is verified' };
      },
    );
  };

const toClient = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
  cookies: request.headers.cookie,
  log: (event, userId) => logSecurity(request, event, { userId }),
});

const setDeviceCookie = (
  reply: FastifyReply,
  { deviceCookie, ...session }: LoginResponse & WithDeviceCookie,
): LoginResponse => {
  reply.header('Set-Cookie', deviceCookie);
  return session;
};

const loginLimits = `After 10 failed attempts for an account within 15 minutes, or 100 from an address (IPv6: from a /64 network), the
answer is 429 with \`Retry-After\`, also for the right password, until 15 minutes have passed since the failures. An attempt that
is refused does not count. A device that signed in to the account before, or reset its password, has a cookie and a limit of 10 of its own.`;

const codeLimits = `Ends a sign-in that was answered with \`secondFactor\`. The code is one of the authenticator app or a recovery code;
each works once. After 10 wrong codes of a person within 15 minutes the answer is 429 with \`Retry-After\`, also for a right
one. A wrong code is 401 with \`errors.code\`; 401 without it means that the password has to be entered again.`;

const passkeyLimits = `Signs in with the answer of a device to the options. A passkey counts as both factors: no code is asked for. After 10
failed attempts with the passkeys of a person within 15 minutes, or 100 from an address, the answer is 429 with \`Retry-After\`.`;

const resetLimits = `The answer is the same whether or not the address is known, and whether or not an email is sent. At most 5 emails
within 15 minutes go to an account, and at most 20 requests within 15 minutes from an address (IPv6: from a /64 network) are
looked at. A new link ends the older ones, and a link that was used ends all others.`;
