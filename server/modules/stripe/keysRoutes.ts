import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { idParams } from '#domain/shared/contract.ts';
import { stripeConfigResponse, stripeKeysBody } from '#domain/stripe/contract.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem, raise, unavailable } from '#server/platform/http/problem.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { logSecurity } from '#server/platform/http/logging.ts';
import { mapStripeErrors, readStripeConfig } from './client.ts';
import { saveStripeKeys, toStripeConfig } from './keysService.ts';

const tags = ['company'];
const mayChange = (scope: AccessScope, companyId: string) =>
  scope.user.companies.some((company) => company.id === companyId && scope.mayIn(company, 'stripe:write'));

export const companyStripeRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { config, database } = context;

    app.get(
      '/companies/:id/stripe',
      {
        config: { access: 'companies:read' },
        schema: { tags, operationId: 'getStripeConfig', params: idParams, response: { 200: stripeConfigResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        const row =
          (await readStripeConfig(database, id)) ??
          raise(new Problem(404, 'Stripe is not configured for this company'));
        return { stripeConfig: toStripeConfig(row, config.publicUrl, mayChange(scope, id)) };
      },
    );

    app.put(
      '/companies/:id/stripe',
      {
        config: { access: 'stripe:write' },
        schema: {
          tags,
          operationId: 'updateStripeKeys',
          params: idParams,
          body: stripeKeysBody,
          response: { 200: stripeConfigResponse },
        },
      },
      async (request) => {
        const { scope, params, body } = request;
        const id = scope.requireCompany(params.id);
        const row = await withAdvisoryLock(
          database.unscoped,
          sql`hashtext('turn'), hashtext(${`stripe keys ${id}`})`,
          () => mapStripeErrors(saveStripeKeys(context, scope.actor, id, body)),
          { whenTaken: () => raise(unavailable('This is already being saved. Please try again in a moment.')) },
        );
        logSecurity(request, 'stripe-keys-changed', { userId: scope.user.userId, companyId: id });
        return { stripeConfig: toStripeConfig(row, config.publicUrl, true), message: 'Stripe configuration saved' };
      },
    );
  };
