import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paymentListQuery, paymentPage, refundListQuery, refundPage } from '#domain/invoices/paymentListContract.ts';
import { toPagination } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { paymentListRepo } from './paymentListRepo.ts';
import { invoicesRepo } from '../repo.ts';
import { toPayment, toRefund } from '../rows.ts';
import { findListedLocations } from '../service.ts';

const tags = ['invoices'];
const reading = { access: 'invoices:read' } as const;

export const paymentListRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/payments',
      {
        config: reading,
        schema: { tags, operationId: 'listPayments', querystring: paymentListQuery, response: { 200: paymentPage } },
      },
      ({ scope, query }) =>
        database.readOnly(scope.companies, async (tx) => {
          const { rows, total } = await (await findPayments(tx, scope, query)).payments(query);
          return {
            payments: rows.map((row) => ({ payment: toPayment(row), ...toInvoiceIds(row) })),
            pagination: toPagination(query, total),
          };
        }),
    );

    app.get(
      '/refunds',
      {
        config: reading,
        schema: { tags, operationId: 'listRefunds', querystring: refundListQuery, response: { 200: refundPage } },
      },
      ({ scope, query }) =>
        database.readOnly(scope.companies, async (tx) => {
          const { rows, total } = await (await findPayments(tx, scope, query)).refunds(query);
          return {
            refunds: rows.map((row) => ({ refund: toRefund(row), ...toInvoiceIds(row) })),
            pagination: toPagination(query, total),
          };
        }),
    );
  };

interface Asked {
  companyId?: string | undefined;
  locationId?: string | undefined;
  contactId?: string | undefined;
  invoiceId?: string | undefined;
}

/** Ids of another company are 404. */
async function findPayments(tx: Tx, scope: AccessScope, { companyId, locationId, contactId, invoiceId }: Asked) {
  if (companyId) scope.requireCompany(companyId);
  const repo = invoicesRepo(tx);
  if (contactId) requireAccess(scope, await repo.contact(contactId), 'Contact');
  if (invoiceId) requireAccess(scope, toCompanyRecord(await repo.one(invoiceId)), 'Invoice');
  return paymentListRepo(tx, { companyId, locationIds: await findListedLocations(tx, scope, locationId) });
}

/** Only the company is checked here. The list itself is limited to the locations. */
const toCompanyRecord = (row: { company_id: string } | undefined) => row && { company_id: row.company_id };

const toInvoiceIds = (row: { invoice_id: string; number: string | null; contact_id: string; location_id: string }) => ({
  invoiceId: row.invoice_id,
  invoiceNumber: row.number,
  contactId: row.contact_id,
  locationId: row.location_id,
});
