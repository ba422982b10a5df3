import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changePasswordBody, forgotPasswordBody, loginAnswer, loginBody, refreshAnswer, verifyEmailParams } from '#domain/contract/auth.ts';
import { messageAnswer } from '#domain/contract/common.ts';
import type { Deps } from '#server/deps.ts';
import { authService } from './auth.service.ts';

const config = { access: 'public' as const };
const tags = ['auth'];

export const authRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const auth = authService(deps);

  app.post('/auth/login', { config, schema: { tags, body: loginBody, response: { 200: loginAnswer } } }, async (request) =>
    auth.login(request.body, request.ip),
  );

  /** Extra: a session in use goes on for another 12 hours, up to 7 days from sign-in. The old token stays good for its time. */
  app.post('/auth/refresh', { config: { access: 'signed-in' }, schema: { tags, response: { 200: refreshAnswer } } }, (request) =>
    auth.refresh(request.reach.person),
  );

  app.post(
    '/auth/logout',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: messageAnswer } } },
    async (request) => {
      await auth.logout(request.reach.person.sessionId);
      return { message: 'Signed out' };
    },
  );

  app.post(
    '/auth/forgot-password',
    { config, schema: { tags, body: forgotPasswordBody, response: { 200: messageAnswer } } },
    async (request, reply) => {
      // Answered before the work, so that its time does not tell whether the address is known.
      reply.send({ message: 'If that address is known to us, a link to reset the password is on its way.' });
      await auth.forgotPassword(request.body.email).catch((error: unknown) => request.log.error(error));
      return reply;
    },
  );

  app.post(
    '/auth/change-password',
    { config, schema: { tags, body: changePasswordBody, response: { 200: messageAnswer } } },
    async (request) => {
      await auth.changePassword(request.body.token, request.body.newPassword);
      return { message: 'Your password has been changed' };
    },
  );

  app.get(
    '/auth/verify-email/:token',
    { config, schema: { tags, params: verifyEmailParams, response: { 200: messageAnswer } } },
    async (request) => {
      await auth.verifyEmail(request.params.token);
      return { message: 'Your email address is verified' };
    },
  );
};
