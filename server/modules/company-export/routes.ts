import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { exportResponse, latestExportResponse } from '#domain/company-export/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { exportsRepo, toExport } from './repo.ts';

const path = '/companies/:id/exports';
const tags = ['company'];
const config = { access: 'companies:export' } as const;

export const exportRoutes = ({ database, clock, config: { appSecret } }: AppContext): FastifyPluginAsyncZod => {
  const urls = signedUrls(appSecret);
  const signUrl = (key: string, at: Date) => urls.sign(key, clock(), `spotter-${at.toISOString().slice(0, 10)}.zip`);
  return async (app) => {
    app.get(
      path,
      {
        config,
        schema: { tags, operationId: 'readExport', params: idParams, response: { 200: latestExportResponse } },
      },
      ({ scope, params }) => {
        const companyId = scope.requireCompany(params.id);
        return database.readOnly(scope.companies, async (tx) => {
          const row = await exportsRepo(tx).latest(companyId);
          return { export: row ? toExport(row, clock(), signUrl) : null };
        });
      },
    );

    app.post(
      path,
      { config, schema: { tags, operationId: 'startExport', params: idParams, response: { 202: exportResponse } } },
      async ({ scope, params }, reply) => {
        const companyId = scope.requireCompany(params.id);
        const started = await database.scoped(scope.companies, async (tx) => {
          const company =
            (await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst()) ??
            raise(notFound('Company'));
          const row = await exportsRepo(tx).insert(
            companyId,
            { id: scope.user.userId, name: scope.actor.name },
            clock(),
          );
          if (!row) throw conflict('An export is being made. Wait until it is ready');
          await logActivity(tx, scope.actor, {
            companyId,
            action: 'company.exported',
            recordId: companyId,
            label: company.name,
            locationId: null,
          });
          return toExport(row, clock(), signUrl) ?? raise(notFound('Export'));
        });
        reply.code(202);
        return { export: started };
      },
    );
  };
};
