import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  deviceBody,
  deviceCreated,
  deviceList,
  deviceListQuery,
  devicePairBody,
  devicePaired,
  devicePairingCreated,
} from '#domain/devices/contract.ts';
import { errorResponse, idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits, addressBlock } from '#server/platform/http/rateLimits.ts';
import { pairDevice, toPairing } from './pairing.ts';
import { devicesRepo, toDevice } from './repo.ts';
import { addDevice, pairAgain, revokeDevice } from './service.ts';

const tags = ['devices'];
const config = { access: 'devices:write' } as const;
/** Wrong codes from one address in 15 minutes. */
const attemptsMax = 20;

export const deviceRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;
    const attempts = rateLimits(database);

    app.get(
      '/devices',
      {
        config: { access: 'devices:read' },
        schema: { tags, operationId: 'listDevices', querystring: deviceListQuery, response: { 200: deviceList } },
      },
      async ({ scope, query }) => {
        const locationIds = scope.locationIds(query.locationId);
        const rows = await database.readOnly(scope.companies, (tx) => devicesRepo(tx).of(locationIds));
        return { devices: rows.map(toDevice) };
      },
    );

    app.post(
      '/devices',
      { config, schema: { tags, operationId: 'createDevice', body: deviceBody, response: { 201: deviceCreated } } },
      async (request, reply) => {
        const { scope, body } = request;
        const { device, token, pairing } = await database.scoped(scope.companies, (tx) =>
          addDevice(tx, context, scope, body, clock()),
        );
        logSecurity(request, 'device-added', {
          userId: scope.user.userId,
          companyId: device.company_id,
          deviceId: device.id,
        });
        reply.code(201);
        return { device: toDevice(device), token, pairing: toPairing(context, pairing), message: 'Device added' };
      },
    );

    app.post(
      '/devices/:id/pairing',
      {
        config,
        schema: {
          tags,
          operationId: 'startDevicePairing',
          params: idParams,
          response: { 201: devicePairingCreated },
        },
      },
      async ({ scope, params }, reply) => {
        const { device, pairing } = await database.scoped(scope.companies, (tx) =>
          pairAgain(tx, context, scope, params.id, clock()),
        );
        reply.code(201);
        return { device: toDevice(device), pairing: toPairing(context, pairing), message: 'New code made' };
      },
    );

    app.delete(
      '/devices/:id',
      {
        config,
        schema: { tags, operationId: 'revokeDevice', params: idParams, response: { 200: messageResponse } },
      },
      async (request) => {
        const { scope, params } = request;
        const device = await database.scoped(scope.companies, (tx) => revokeDevice(tx, scope, params.id, clock()));
        logSecurity(request, 'device-revoked', {
          userId: scope.user.userId,
          companyId: device.company_id,
          deviceId: device.id,
        });
        return { message: 'Device removed' };
      },
    );

    app.post(
      '/devices/pair',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'pairDevice',
          body: devicePairBody,
          response: { 200: devicePaired, 404: errorResponse },
        },
      },
      async (request) => {
        const now = clock();
        const attempt = { subject: `pairing from ${addressBlock(request.ip)}`, most: attemptsMax };
        await attempts.takeOrRefuse([attempt], now);
        try {
          const { device, ...keys } = await pairDevice(context, request.body, request.id, now);
          await attempts.refund(attempt, now);
          logSecurity(request, 'device-paired', {
            userId: null,
            companyId: device.company_id,
            deviceId: device.id,
          });
          return { device: toDevice(device), ...keys };
        } catch (error) {
          if (error instanceof Problem) logSecurity(request, 'pairing-refused', { userId: null });
          throw error;
        }
      },
    );
  };
