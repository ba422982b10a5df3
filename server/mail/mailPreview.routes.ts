import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mailPreviewParams, mailPreviewResponse, type MailPreview } from '#domain/contract/settings.ts';
import { todayIn } from '#domain/rules/dates.ts';
import type { MailKind } from '#domain/rules/memberMails.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { forbidden } from '#server/http/problem.ts';
import { isAdminIn } from '#server/resources/settings/settings.service.ts';
import { companySettings } from '#server/settings/companySettings.ts';
import { exampleFacts, exampleName } from './mailExamples.ts';
import { wordMemberMail } from './memberMails.ts';
import { findSender } from './sender.ts';

export const mailPreviewRoutes = ({ database, clock }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/companies/:id/settings/mails/:kind',
    {
      config: { access: 'mails:preview' },
      schema: { tags: ['settings'], operationId: 'previewMail', params: mailPreviewParams, response: { 200: mailPreviewResponse } },
    },
    async ({ scope, params }) => {
      const id = scope.requireCompany(params.id);
      if (!isAdminIn(scope, id)) throw forbidden();
      return { preview: await database.readOnly(scope.companies, (tx) => previewMail(tx, id, params.kind, clock())) };
    },
  );
};

/** The text of a mail to a member, with example data. */
async function previewMail(tx: Tx, companyId: string, kind: MailKind, now: Date): Promise<MailPreview> {
  const sender = await findSender(tx, companyId);
  const facts = exampleFacts(todayIn(sender.timezone, now), await companySettings(tx, companyId));
  return wordMemberMail(kind, facts[kind], exampleName, sender);
}
