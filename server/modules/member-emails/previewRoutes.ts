import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { emailPreviewParams, emailPreviewResponse, type EmailPreview } from '#domain/settings/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { forbidden } from '#server/platform/http/problem.ts';
import { readCompanySettings, isAdminIn } from '#server/modules/settings/index.ts';
import { exampleFacts, exampleName } from './examples.ts';
import { wordMemberEmail } from './texts.ts';
import { findSender } from '#server/modules/email-queue/index.ts';

export const emailPreviewRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies/:id/settings/emails/:kind',
      {
        config: { access: 'emails:preview' },
        schema: {
          tags: ['settings'],
          operationId: 'previewEmail',
          params: emailPreviewParams,
          response: { 200: emailPreviewResponse },
        },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        if (!isAdminIn(scope, id)) throw forbidden();
        return {
          preview: await database.readOnly(scope.companies, (tx) => previewEmail(tx, id, params.kind, clock())),
        };
      },
    );
  };

async function previewEmail(tx: Tx, companyId: string, kind: EmailKind, now: Date): Promise<EmailPreview> {
  const sender = await findSender(tx, companyId);
  const facts = exampleFacts(todayIn(sender.timezone, now), await readCompanySettings(tx, companyId));
  return wordMemberEmail(kind, facts[kind], exampleName, sender);
}
