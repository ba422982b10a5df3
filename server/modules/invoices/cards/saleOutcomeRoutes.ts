import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { saleOutcome, saleOutcomeParams, type SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { InvoiceStatus } from '#domain/invoices/invoiceStatus.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { callerId } from '#server/platform/http/idempotency.ts';
import { refreshInvoice } from './openPayments.ts';
import { saleCanceled, findAwaitedSince } from './applyIntent.ts';
import { readSoldInvoice } from './cancelSale.ts';

/**
 * The outcome of the caller's sale whose response was lost, by its `Idempotency-Key`. It sells and cancels nothing.
 * A key of another user or company is unknown, like one that was never used.
 */
export const saleOutcomeRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = context;
    app.get(
      '/purchases/:key',
      {
        config: { access: 'signed-in', keyScope: 'any' },
        schema: {
          tags: ['pos', 'memberships'],
          operationId: 'getPurchaseOutcome',
          params: saleOutcomeParams,
          response: { 200: saleOutcome },
        },
      },
      async ({ scope, params: { key }, log }) => {
        const caller = callerId(scope.user);
        const sale = await database.readOnly(scope.companies, (tx) => findStoredSale(tx, caller, key));
        if (sale?.invoice_id) await refreshInvoice(context, scope.companies, sale.invoice_id, log);
        return database.readOnly(scope.companies, (tx) => readOutcome(tx, caller, key));
      },
    );
  };

async function readOutcome(tx: Tx, userId: string, key: string): Promise<SaleOutcome> {
  const sale = await findStoredSale(tx, userId, key);
  if (!sale) return { state: 'unknown', invoice: null, message: null };
  const { invoice_id: invoiceId, response } = sale;
  if (!invoiceId) {
    const message = typeof response?.['message'] === 'string' ? response['message'] : null;
    return { state: 'refused', invoice: null, message };
  }
  const invoice = await readSoldInvoice(tx, invoiceId);
  // The rest was written off.
  const isKept =
    invoice.status === 'void'
      ? invoice.paid > 0
      : isOnAccount(invoice.status, response) || (await isPartSold(tx, invoice));
  const state = isKept ? 'completed' : saleStates[invoice.status];
  return { state, invoice, message: state === 'refused' ? saleCanceled.message : null };
}

/** Granted, though it is owed. */
const isOnAccount = (status: InvoiceStatus, response: Record<string, unknown> | null) =>
  isOutstanding(status) && Boolean(response?.['contactMembership']);

/** The card was charged, but the drawer with the cash beside it was closed before: that part is owed. */
const isPartSold = async (tx: Tx, { id, status }: Invoice) =>
  status === 'partially_paid' && !(await findAwaitedSince(tx, id));

/** The names are those of `idempotency_keys.route`. */
const sellingRoutes = ['POST /api/sales-items/purchase', 'POST /api/memberships/purchase'];

const findStoredSale = (tx: Tx, userId: string, key: string) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['invoice_id', 'response'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('route', 'in', sellingRoutes)
    .executeTakeFirst();

const saleStates: Record<InvoiceStatus, SaleOutcome['state']> = {
  draft: 'pending',
  open: 'pending',
  partially_paid: 'pending',
  overdue: 'pending',
  paid: 'completed',
  refunded: 'completed',
  void: 'refused',
};
