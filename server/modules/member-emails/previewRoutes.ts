import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mailPreviewParams, mailPreviewResponse, type MailPreview } from '#domain/settings/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { MailKind } from '#domain/member-emails/memberMails.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { forbidden } from '#server/platform/http/problem.ts';
import { companySettings, isAdminIn } from '#server/modules/settings/index.ts';
import { exampleFacts, exampleName } from './examples.ts';
import { wordMemberMail } from './texts.ts';
import { findSender } from '#server/modules/email-queue/index.ts';

export const mailPreviewRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies/:id/settings/mails/:kind',
      {
        config: { access: 'mails:preview' },
        schema: {
          tags: ['settings'],
          operationId: 'previewMail',
          params: mailPreviewParams,
          response: { 200: mailPreviewResponse },
        },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        if (!isAdminIn(scope, id)) throw forbidden();
        return { preview: await database.readOnly(scope.companies, (tx) => previewMail(tx, id, params.kind, clock())) };
      },
    );
  };

async function previewMail(tx: Tx, companyId: string, kind: MailKind, now: Date): Promise<MailPreview> {
  const sender = await findSender(tx, companyId);
  const facts = exampleFacts(todayIn(sender.timezone, now), await companySettings(tx, companyId));
  return wordMemberMail(kind, facts[kind], exampleName, sender);
}
