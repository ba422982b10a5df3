import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  passwordProof,
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorKey,
  secondFactorProof,
  secondFactorResponse,
} from '#domain/account/secondFactorContract.ts';
import { messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  replaceRecoveryCodes,
  turnOffSecondFactor,
} from './secondFactor.ts';

const tags = ['account'];
const config = { access: 'signed-in', isOwnAccount: true } as const;

export const accountSecondFactorRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/account/second-factor',
      { config, schema: { tags, operationId: 'getSecondFactor', response: { 200: secondFactorResponse } } },
      async ({ scope }) => ({ secondFactor: await readSecondFactor(context, scope.user) }),
    );

    app.post(
      '/account/second-factor',
      {
        config,
        schema: { tags, operationId: 'beginSecondFactor', body: passwordProof, response: { 200: secondFactorKey } },
      },
      ({ scope, body }) => beginSecondFactor(context, scope, body),
    );

    app.post(
      '/account/second-factor/confirmation',
      {
        config,
        schema: {
          tags,
          operationId: 'confirmSecondFactor',
          body: secondFactorConfirmation,
          response: { 200: recoveryCodes },
        },
      },
      async (request) => {
        const codes = await confirmSecondFactor(context, request.scope, request.body.code);
        logSecurity(request, 'second-factor-on', { userId: request.scope.user.userId });
        return {
          recoveryCodes: codes,
          message: 'Two-step verification is on. You have been signed out on all other devices.',
        };
      },
    );

    app.post(
      '/account/second-factor/recovery-codes',
      {
        config,
        schema: {
          tags,
          operationId: 'replaceRecoveryCodes',
          body: secondFactorProof,
          response: { 200: recoveryCodes },
        },
      },
      async (request) => {
        const codes = await replaceRecoveryCodes(context, request.scope, request.body);
        logSecurity(request, 'recovery-codes-replaced', { userId: request.scope.user.userId });
        return { recoveryCodes: codes, message: 'The old recovery codes no longer work.' };
      },
    );

    app.delete(
      '/account/second-factor',
      {
        config,
        schema: {
          tags,
          operationId: 'turnOffSecondFactor',
          body: secondFactorProof,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        await turnOffSecondFactor(context, request.scope, request.body);
        logSecurity(request, 'second-factor-off', { userId: request.scope.user.userId });
        return { message: 'Two-step verification is off. You have been signed out on all other devices.' };
      },
    );
  };
