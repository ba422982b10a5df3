import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { checklistResponse } from '#domain/contract/checklist.ts';
import { idParams } from '#domain/contract/common.ts';
import { mailPreviewParams, mailPreviewResponse, settingsResponse, settingsUpdateBody } from '#domain/contract/settings.ts';
import type { Deps } from '#server/deps.ts';
import type { AccessScope } from '#server/http/accessScope.ts';
import { forbidden } from '#server/http/problem.ts';
import { changeSettings, previewMail, readChecklist, readSettings } from './settings.service.ts';

const tags = ['settings'];

/** For a company's admins, and for admins of one of its locations. */
const isAdminIn = ({ person }: AccessScope, companyId: string) =>
  person.companies.some(({ id, role }) => id === companyId && role === 'admin') ||
  person.locations.some((location) => location.companyId === companyId && location.level === 'admin');

export const settingsRoutes = ({ database, clock }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/companies/:id/settings',
    {
      config: { access: 'settings:read' },
      schema: { tags, operationId: 'getSettings', params: idParams, response: { 200: settingsResponse } },
    },
    async ({ scope, params }) => {
      const id = scope.requireCompany(params.id);
      return { settings: await database.readOnly(scope.companies, (tx) => readSettings(tx, id, isAdminIn(scope, id))) };
    },
  );

  app.put(
    '/companies/:id/settings',
    {
      config: { access: 'settings:write' },
      schema: { tags, operationId: 'updateSettings', params: idParams, body: settingsUpdateBody, response: { 200: settingsResponse } },
    },
    async ({ scope, params, body }) => {
      const id = scope.requireCompany(params.id);
      const settings = await database.scoped(scope.companies, (tx) => changeSettings(tx, scope.actor, id, body));
      return { settings, message: 'Settings saved' };
    },
  );

  app.get(
    '/companies/:id/settings/mails/:kind',
    {
      config: { access: 'mails:preview' },
      schema: { tags, operationId: 'previewMail', params: mailPreviewParams, response: { 200: mailPreviewResponse } },
    },
    async ({ scope, params }) => {
      const id = scope.requireCompany(params.id);
      if (!isAdminIn(scope, id)) throw forbidden();
      return { preview: await database.readOnly(scope.companies, (tx) => previewMail(tx, id, params.kind, clock())) };
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
