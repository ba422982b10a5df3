import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, toPagination } from '#domain/shared/contract.ts';
import { contactMembershipPage, contactMembershipQuery } from '#domain/contact-memberships/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { findKnownCard } from '#server/modules/stripe/index.ts';
import { refreshContact } from '#server/modules/invoices/index.ts';
import { findContact } from './contactAccess.ts';
import { findPayerKey } from './payer.ts';
import { contactMembershipsRepo, toContactMembership } from './repo.ts';

export const contactMembershipRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = context;

    app.get(
      '/contacts/:id/memberships',
      {
        config: { access: 'contacts:read' },
        schema: {
          tags: ['contacts'],
          operationId: 'listContactMemberships',
          params: idParams,
          querystring: contactMembershipQuery,
          response: { 200: contactMembershipPage },
        },
      },
      async ({ scope, params, query, log }) => {
        await refreshContact(context, scope.companies, params.id, log);
        const { rows, total, planChanges, ...card } = await database.scoped(scope.companies, async (tx) => {
          const { company_id } = requireAccess(scope, await findContact(tx, params.id), 'Contact');
          const page = await contactMembershipsRepo(tx).page(params.id, query);
          return {
            ...page,
            planChanges: await contactMembershipsRepo(tx).planChanges(page.rows.map(({ id }) => id)),
            ...(await findKnownCard(tx, await findPayerKey(tx, { company_id, contact_id: params.id }))),
          };
        });
        return {
          memberships: rows.map((row) => ({
            ...toContactMembership(row, context.clock()),
            planChanges: planChanges.get(row.id),
          })),
          pagination: toPagination(query, total),
          ...card,
        };
      },
    );
  };
