import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, saleConflict } from '#domain/shared/contract.ts';
import {
  renewalsOnHoldResponse,
  activateRenewalsBody,
  activateRenewalsResponse,
} from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { companyRepo } from '#server/modules/companies/index.ts';
import { renewalsOnHoldRepo } from './renewalsOnHoldRepo.ts';

const tags = ['company'];

/** Renewals of imported memberships are on hold until an admin has seen the first day's charges and activated them. */
export const renewalsOnHoldRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies/:id/renewals-on-hold',
      {
        config: { access: 'renewals:activate' },
        schema: { tags, operationId: 'getHeldRenewals', params: idParams, response: { 200: renewalsOnHoldResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        return {
          renewalsOnHold: await database.readOnly(scope.companies, (tx) => renewalsOnHoldRepo(tx).preview(id, clock())),
        };
      },
    );

    app.post(
      '/companies/:id/renewals-on-hold/activate',
      {
        config: { access: 'renewals:activate' },
        schema: {
          tags,
          operationId: 'activateRenewals',
          params: idParams,
          body: activateRenewalsBody,
          response: { 200: activateRenewalsResponse, 409: saleConflict },
        },
      },
      async ({ scope, params, body }) => {
        const id = scope.requireCompany(params.id);
        return database.scoped(scope.companies, async (tx) => {
          const repo = renewalsOnHoldRepo(tx);
          await repo.lock(id);
          const { total } = await repo.preview(id, clock());
          if (total !== body.expectedTotal)
            throw new Problem(409, 'The first charges have changed. Please check them again.', {
              body: { total },
              leavesKeyFree: true,
            });
          const activated = await repo.activate(id, clock());
          const changes = [{ field: 'renewals', before: null, after: activated }];
          const label = (await companyRepo(tx).one(id))?.name ?? '';
          if (activated > 0)
            await logActivity(tx, scope.actor, {
              companyId: id,
              action: 'company.renewals-activated',
              recordId: id,
              label,
              locationId: null,
              changes,
            });
          return { message: 'Renewals activated', activated };
        });
      },
    );
  };
