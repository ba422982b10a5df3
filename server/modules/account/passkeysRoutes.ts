import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#domain/shared/contract.ts';
import {
  passkeyBody,
  passkeyList,
  passkeyOptions,
  passkeyParams,
  passkeyProof,
  passkeyResponse,
} from '#domain/auth/passkeysContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { deviceName } from '#server/modules/auth/index.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';

const tags = ['account'];
const config = { access: 'signed-in', isOwnAccount: true } as const;

export const accountPasskeyRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/account/passkeys',
      { config, schema: { tags, operationId: 'listPasskeys', response: { 200: passkeyList } } },
      async ({ scope }) => ({
        passkeys: await listPasskeys(context, scope.user),
      }),
    );

    app.post(
      '/account/passkeys/options',
      { config, schema: { tags, operationId: 'beginPasskey', body: passkeyProof, response: { 200: passkeyOptions } } },
      ({ scope, body }) => beginPasskey(context, scope, body),
    );

    app.post(
      '/account/passkeys',
      { config, schema: { tags, operationId: 'addPasskey', body: passkeyBody, response: { 201: passkeyResponse } } },
      async (request, reply) => {
        const passkey = await addPasskey(
          context,
          request.scope,
          request.body,
          deviceName(request.headers['user-agent']),
        );
        logSecurity(request, 'passkey-added', { userId: request.scope.user.userId });
        reply.code(201);
        return { passkey, message: 'Passkey added. It signs you in without your password.' };
      },
    );

    app.delete(
      '/account/passkeys/:passkeyId',
      {
        config,
        schema: {
          tags,
          operationId: 'removePasskey',
          params: passkeyParams,
          body: passkeyProof,
          response: { 200: messageResponse },
        },
      },
      async (request) => {
        await removePasskey(context, request.scope, request.params.passkeyId, request.body);
        logSecurity(request, 'passkey-removed', { userId: request.scope.user.userId });
        return { message: 'Passkey removed. You have been signed out on all other devices.' };
      },
    );
  };
