import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, saleConflict } from '#domain/shared/contract.ts';
import {
  heldRenewalsResponse,
  releaseRenewalsBody,
  releaseRenewalsResponse,
} from '#domain/contact-memberships/heldRenewalsContract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { companyRepo } from '#server/modules/companies/index.ts';
import { heldRenewalsRepo } from './heldRenewalsRepo.ts';

const tags = ['company'];

/** Renewals of imported memberships are held until an admin has seen the first day's charges and released them. */
export const heldRenewalsRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies/:id/held-renewals',
      {
        config: { access: 'renewals:release' },
        schema: { tags, operationId: 'getHeldRenewals', params: idParams, response: { 200: heldRenewalsResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        return {
          heldRenewals: await database.readOnly(scope.companies, (tx) => heldRenewalsRepo(tx).preview(id, clock())),
        };
      },
    );

    app.post(
      '/companies/:id/held-renewals/release',
      {
        config: { access: 'renewals:release' },
        schema: {
          tags,
          operationId: 'releaseRenewals',
          params: idParams,
          body: releaseRenewalsBody,
          response: { 200: releaseRenewalsResponse, 409: saleConflict },
        },
      },
      async ({ scope, params, body }) => {
        const id = scope.requireCompany(params.id);
        return database.scoped(scope.companies, async (tx) => {
          const repo = heldRenewalsRepo(tx);
          await repo.lock(id);
          const { total } = await repo.preview(id, clock());
          if (total !== body.expectedTotal)
            throw new Problem(409, 'The first charges have changed. Please check them again.', {
              body: { total },
              leavesKeyFree: true,
            });
          const released = await repo.release(id, clock());
          const changes = [{ field: 'renewals', before: null, after: released }];
          const label = (await companyRepo(tx).one(id))?.name ?? '';
          if (released > 0)
            await logActivity(tx, scope.actor, {
              companyId: id,
              action: 'company.renewals-released',
              recordId: id,
              label,
              locationId: null,
              changes,
            });
          return { message: 'Renewals released', released };
        });
      },
    );
  };
