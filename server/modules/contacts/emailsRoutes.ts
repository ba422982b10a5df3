import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { contactResponse } from '#domain/contacts/contract.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { findEmailFailure, retryEmails } from '#server/modules/email-queue/index.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo } from './repo.ts';
import { loggedContact, toContact } from './rows.ts';

export const contactEmailRoutes =
  ({ database, clock, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/contacts/:id/emails/retry',
      {
        config: { access: 'contacts:write' },
        schema: {
          tags: ['contacts'],
          operationId: 'retryContactEmails',
          params: idParams,
          response: { 200: contactResponse },
        },
      },
      ({ scope, params }) =>
        database.scoped(scope.companies, async (tx) => {
          const row = requireAccess(scope, await contactsRepo(tx).forNoKeyUpdate(params.id), 'Contact');
          await requireOwnContact(tx, scope, row, 'contacts:write');
          const count = await retryEmails(tx, row.id, clock());
          if (count === 0) throw conflict('No email to this contact has failed lately');
          await logActivity(tx, scope.actor, {
            companyId: row.company_id,
            action: 'contact.mail-retried',
            recordId: row.id,
            label: loggedContact.label(row),
            locationId: row.home_location_id,
          });
          return {
            message: 'The email will be sent again',
            contact: { ...toContact(row, urlOf), emailFailure: await findEmailFailure(tx, row) },
          };
        }),
    );
  };
