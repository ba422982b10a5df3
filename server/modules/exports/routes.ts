import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { v7 as uuid } from 'uuid';
import { companyExportResponse, companyExports, type CompanyExport } from '#domain/exports/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { CompanyExportRow } from '#server/platform/database/schema.ts';
import { safeFileName } from '#server/platform/files/fileName.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import { conflict, raise } from '#server/platform/http/problem.ts';
import { exportsRepo } from './repo.ts';

const tags = ['exports'];
const config = { access: 'companies:export' } as const;
const path = '/companies/:id/exports';

export const exportRoutes =
  ({ database, clock, config: { appSecret } }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const urls = signedUrls(appSecret);
    const toExport = (row: CompanyExportRow, companyName: string): CompanyExport => {
      const { file_key, file_size, expires_at, created_at } = row;
      const name = safeFileName(`${companyName} ${created_at.toISOString().slice(0, 10)}`, 'zip');
      return {
        id: row.id,
        status: row.status,
        progress: row.progress,
        askedBy: row.asked_by_name,
        createdAt: created_at.toISOString(),
        finishedAt: row.finished_at?.toISOString() ?? null,
        expiresAt: expires_at?.toISOString() ?? null,
        ...(file_key !== null &&
          expires_at !== null &&
          expires_at > clock() && { url: urls.signUntil(file_key, expires_at, name), size: file_size ?? 0 }),
      };
    };

    app.get(
      path,
      {
        config,
        schema: { tags, operationId: 'listCompanyExports', params: idParams, response: { 200: companyExports } },
      },
      ({ scope, params }) => {
        const companyId = scope.requireCompany(params.id);
        return database.readOnly(scope.companies, async (tx) => {
          const repo = exportsRepo(tx);
          const name = await repo.companyName(companyId);
          return { exports: (await repo.newest(companyId)).map((row) => toExport(row, name)) };
        });
      },
    );

    app.post(
      path,
      {
        config,
        schema: { tags, operationId: 'startCompanyExport', params: idParams, response: { 202: companyExportResponse } },
      },
      async ({ scope, params }, reply) => {
        const companyId = scope.requireCompany(params.id);
        const answer = await database.scoped(scope.companies, async (tx) => {
          const repo = exportsRepo(tx);
          const name = await repo.companyName(companyId);
          const row =
            (await repo.add({
              id: uuid(),
              company_id: companyId,
              asked_by: scope.user.userId,
              asked_by_name: scope.actor.name,
              created_at: clock(),
            })) ?? raise(conflict('An export is under way. Wait until it is ready.'));
          await logActivity(tx, scope.actor, {
            companyId,
            action: 'company.export-started',
            recordId: companyId,
            label: name,
            locationId: null,
          });
          return { export: toExport(row, name) };
        });
        void reply.status(202);
        return answer;
      },
    );
  };
