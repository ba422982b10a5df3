import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { receiptBody, receiptResponse } from '#domain/invoices/receiptContract.ts';
import { hasReceipt } from '#domain/invoices/collecting.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/problem.ts';
import { invoiceActivity } from './rows.ts';
import { lockInvoice } from './repo.ts';
import { emailAskedReceipt } from '#server/modules/email-queue/index.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
import { requireReadableInvoice } from './service.ts';

/** Receipts in 15 minutes, to one address and of a company. */
const most = { toOne: 5, ofCompany: 200 };

/** Whatever the settings say about receipts. */
export const invoiceReceiptRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const attempts = rateLimits(database);
    app.post(
      '/invoices/:id/receipt',
      {
        config: { access: 'invoices:receipt' },
        schema: {
          tags: ['invoices'],
          operationId: 'emailReceipt',
          params: idParams,
          body: receiptBody,
          response: { 200: receiptResponse },
        },
      },
      async ({ scope, params, body }) => {
        const now = clock();
        const invoice = await database.readOnly(scope.companies, (tx) => requireOwnSale(tx, scope, params.id));
        const email = body?.email ?? invoice.customer_email;
        if (email === '') throw badRequest('Enter an email address', { email: 'Enter an email address' });
        requirePaid(invoice);
        const { company_id: companyId } = invoice;
        await attempts.takeOrRefuse(
          [
            { subject: `receipt ${companyId} ${email.toLowerCase()}`, most: most.toOne },
            { subject: `receipts ${companyId}`, most: most.ofCompany },
          ],
          now,
          'Too many receipts were sent. Please try again later.',
        );
        await database.scoped(scope.companies, async (tx) => {
          const locked = await lockInvoice(tx, invoice.id);
          requirePaid(locked);
          await emailAskedReceipt(
            tx,
            locked,
            {
              cents: locked.paid_cents,
              paid: locked.paid_cents,
              due: locked.due_cents,
              refunded: locked.refunded_cents,
              paymentIds: await findPaymentIds(tx, locked.id),
              address: email,
            },
            now,
          );
          await logActivity(
            tx,
            scope.actor,
            invoiceActivity('invoice.receipt-sent', locked, [{ field: 'email', before: null, after: email }]),
          );
        });
        return { message: `The receipt is sent to ${email}`, email };
      },
    );
  };

/** Users who may not read invoices get only their own sales. */
async function requireOwnSale(tx: Tx, scope: AccessScope, id: string): Promise<InvoiceRow> {
  const row = await requireReadableInvoice(tx, scope, id);
  const location = scope.user.locations.find(({ id: locationId }) => locationId === row.location_id);
  if (location && !scope.mayAt(location, 'invoices:read') && row.created_by !== scope.user.userId)
    throw notFound('Invoice');
  return row;
}

async function findPaymentIds(tx: Tx, invoiceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'payment')
    .where('status', '=', 'completed')
    .execute();
  return rows.map(({ id }) => id);
}

function requirePaid({ status, paid_cents: paid }: InvoiceRow): void {
  if (!hasReceipt({ status, paid })) throw conflict('Nothing was paid on this invoice, so there is no receipt');
}
