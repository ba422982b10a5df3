import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { checklistResponse } from '#domain/setup/checklist.ts';
import { idParams } from '#domain/shared/contract.ts';
import { settingsResponse, settingsUpdateBody } from '#domain/settings/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { changeSettings, isAdminIn, readChecklist, readSettings } from './service.ts';

const tags = ['settings'];

export const settingsRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies/:id/settings',
      {
        config: { access: 'settings:read' },
        schema: { tags, operationId: 'getSettings', params: idParams, response: { 200: settingsResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        return {
          settings: await database.readOnly(scope.companies, (tx) => readSettings(tx, id, isAdminIn(scope, id))),
        };
      },
    );

    app.put(
      '/companies/:id/settings',
      {
        config: { access: 'settings:write' },
        schema: {
          tags,
          operationId: 'updateSettings',
          params: idParams,
          body: settingsUpdateBody,
          response: { 200: settingsResponse },
        },
      },
      async ({ scope, params, body }) => {
        const id = scope.requireCompany(params.id);
        const settings = await database.scoped(scope.companies, (tx) => changeSettings(tx, scope.actor, id, body));
        return { settings, message: 'Settings saved' };
      },
    );

    app.get(
      '/companies/:id/checklist',
      {
        config: { access: 'checklist:read' },
        schema: { tags, operationId: 'getChecklist', params: idParams, response: { 200: checklistResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        return { checklist: await database.readOnly(scope.companies, (tx) => readChecklist(tx, id)) };
      },
    );
  };
