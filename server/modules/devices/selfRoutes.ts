import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deviceKinds, deviceRolled, deviceSelf } from '#domain/devices/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { devicesRepo, toDevice } from './repo.ts';
import { rollToken } from './rollToken.ts';
import { ensureSigningKey } from './signingKey.ts';

const tags = ['devices'];
const config = { access: 'device', devices: deviceKinds } as const;

/** A device asks about itself. */
export const deviceSelfRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = context;

    app.get(
      '/devices/self',
      { config, schema: { tags, operationId: 'getDeviceSelf', response: { 200: deviceSelf } } },
      async ({ scope: { user, companies } }) => {
        const { publicKey, keyId } = await ensureSigningKey(context);
        return database.readOnly(companies, async (tx) => {
          const device = (await devicesRepo(tx).one(user.userId)) ?? raise(notFound('Device'));
          const { company_name, ...location } = await tx
            .selectFrom('locations as l')
            .innerJoin('companies as c', 'c.id', 'l.company_id')
            .select(['l.id', 'l.name', 'l.timezone', 'c.name as company_name'])
            .where('l.id', '=', device.location_id)
            .executeTakeFirstOrThrow();
          const company = { id: device.company_id, name: company_name };
          return { device: toDevice(device), location, company, publicKey, keyId };
        });
      },
    );

    app.post(
      '/devices/self/roll',
      { config, schema: { tags, operationId: 'replaceDeviceToken', response: { 200: deviceRolled } } },
      async (request) => {
        const { scope } = request;
        const response = await database.scoped(scope.companies, (tx) => rollToken(tx, context, scope));
        const { publicKey, keyId } = await ensureSigningKey(context);
        const [companyId = ''] = scope.companies;
        logSecurity(request, 'device-token-replaced', { userId: null, companyId, deviceId: scope.user.userId });
        return { ...response, publicKey, keyId };
      },
    );
  };
