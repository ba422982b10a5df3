import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { lastBackupResponse } from '#domain/backups/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readLastBackup } from './repo.ts';

export const backupRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/last-backup',
      {
        config: { access: 'settings:write' },
        schema: { tags: ['settings'], operationId: 'readLastBackup', response: { 200: lastBackupResponse } },
      },
      async () => {
        const row = await readLastBackup(database.unscoped);
        return {
          lastBackup: row
            ? {
                completedAt: row.completed_at?.toISOString() ?? null,
                failedAt: row.failed_at?.toISOString() ?? null,
              }
            : null,
        };
      },
    );
  };
