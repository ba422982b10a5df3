import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { whoAmI } from '#domain/api-keys/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { AppContext } from '#server/platform/context.ts';

/** Lets a program see what its key is good for. */
export const meRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/me',
      {
        config: { access: 'signed-in', keyScope: 'any' },
        schema: { tags: ['api-keys'], operationId: 'getMe', response: { 200: whoAmI } },
      },
      async ({ scope: { user, companies } }) => {
        const { apiKey, userId } = user;
        const names = await database.readOnly(companies, async (tx) => {
          const all = await tx.selectFrom('companies').select(['id', 'name']).execute();
          const locations = await tx.selectFrom('locations').select(['id', 'name']).execute();
          return new Map([...all, ...locations].map(({ id, name }) => [id, name]));
        });
        const person = { id: userId, name: fullName(user) };
        return {
          ...(apiKey
            ? { type: 'api_key' as const, id: apiKey.id, name: apiKey.name, createdBy: person }
            : { type: 'user' as const, ...person, createdBy: null }),
          scopes: apiKey ? [...apiKey.scopes] : null,
          expiresAt: apiKey?.expiresAt?.toISOString() ?? null,
          companies: user.companies.map(({ id, role }) => ({ id, name: names.get(id) ?? '', role })),
          locations: user.locations.map(({ id, companyId, timezone, level }) => ({
            id,
            companyId,
            name: names.get(id) ?? '',
            timezone,
            level,
          })),
        };
      },
    );
  };
