import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deviceResponse, deviceUpdateBody } from '#domain/devices/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { toDevice } from '#server/modules/devices/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { changeDevice } from './deviceDoors.ts';

export const deviceDoorRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/devices/:id',
      {
        config: { access: 'devices:write', idempotencyKey: 'optional' },
        schema: {
          tags: ['devices'],
          operationId: 'updateDevice',
          params: idParams,
          body: deviceUpdateBody,
          response: { 200: deviceResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeDevice(tx, scope, params.id, body));
        return { device: toDevice(row), message: 'Device updated' };
      },
    );
  };
