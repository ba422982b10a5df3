import type { FastifyRequest } from 'fastify';
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
import { logEmailFailure, logSecurity } from '#server/platform/http/logging.ts';
import { deviceName, secondFactors } from '#server/modules/auth/index.ts';
import { accountPasskeys } from './passkeysService.ts';

const tags = ['account'];
const config = { access: 'signed-in', isOwnAccount: true } as const;

export const accountPasskeyRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const passkeys = accountPasskeys(context);
    const { notify } = secondFactors(context);

    const noteChange = async (request: FastifyRequest, event: 'passkey-added' | 'passkey-removed') => {
      const { userId } = request.scope.user;
      logSecurity(request, event, { userId });
      await notify(userId, event, (error) => logEmailFailure(request, error));
    };

    app.get(
      '/account/passkeys',
      { config, schema: { tags, operationId: 'listPasskeys', response: { 200: passkeyList } } },
      async ({ scope }) => ({
        passkeys: await passkeys.list(scope.user),
      }),
    );

    app.post(
      '/account/passkeys/options',
      { config, schema: { tags, operationId: 'beginPasskey', body: passkeyProof, response: { 200: passkeyOptions } } },
      ({ scope, body }) => passkeys.begin(scope, body),
    );

    app.post(
      '/account/passkeys',
      { config, schema: { tags, operationId: 'addPasskey', body: passkeyBody, response: { 201: passkeyResponse } } },
      async (request, reply) => {
        const passkey = await passkeys.add(request.scope, request.body, deviceName(request.headers['user-agent']));
        await noteChange(request, 'passkey-added');
        void reply.status(201);
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
        await passkeys.remove(request.scope, request.params.passkeyId, request.body);
        await noteChange(request, 'passkey-removed');
        return { message: 'Passkey removed. You have been signed out on all other devices.' };
      },
    );
  };
