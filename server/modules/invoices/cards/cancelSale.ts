import type { FastifyRequest } from 'fastify';
import type { Invoice } from '#domain/invoices/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, findInvoiceOrBlock } from '#server/platform/http/idempotency.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { saleCanceled } from './applyIntent.ts';
import { applyOpenPayments } from './openPayments.ts';
import { mapStripeErrors } from '#server/modules/stripe/index.ts';
import { invoicesRepo } from '../repo.ts';
import { toInvoice } from '../rows.ts';

/** After this the cashier stops waiting, and the sweep cancels the intent after half an hour. */
const cancelTimeoutMs = 5_000;

/**
 * Gives up the unpaid sale of a key: cancels the intent, voids the invoice, releases the stock. A paid sale stays. A purchase
 * that arrives later finds its key used. Null when no invoice was written.
 */
export async function cancelSale(
  context: AppContext,
  request: FastifyRequest,
  companyId: string,
): Promise<Invoice | null> {
  const { database } = context;
  const { companies, actor } = request.scope;
  const key = readIdempotencyKey(request, companyId, request.url.replace(/\/cancel$/, ''));
  if (!key) throw badRequest('Idempotency-Key must name the sale to cancel');
  const invoiceId = await database.scoped(companies, (tx) => findInvoiceOrBlock(tx, key, saleCanceled));
  if (!invoiceId) return null;
  await mapStripeErrors(
    applyOpenPayments(context, companyId, invoiceId, { timeoutMs: cancelTimeoutMs, giveUp: true, actor }),
  );
  return database.scoped(companies, (tx) => readSoldInvoice(tx, invoiceId));
}

/** Says how it was paid: another method may have replaced its card payment. */
export async function readSoldInvoice(tx: Tx, id: string): Promise<Invoice> {
  const row = await tx.selectFrom('invoices').select(columns.invoices).where('id', '=', id).executeTakeFirstOrThrow();
  const parts = await tx
    .selectFrom('payments')
    .select(['method', 'other_method as otherMethod', ({ fn }) => fn.sum<number>('amount_cents').as('cents')])
    .where('invoice_id', '=', id)
    .where('status', '=', 'completed')
    .groupBy(['method', 'other_method'])
    .orderBy(({ fn }) => fn.min('created_at'))
    .execute();
  const ways = parts.map(({ cents, ...how }) => ({ ...how, amount: fromCents(Number(cents)) }));
  const [only] = parts;
  return {
    ...toInvoice(row, await invoicesRepo(tx).lines(id)),
    paidBy: only && parts.length === 1 ? { method: only.method, otherMethod: only.otherMethod } : null,
    ...(ways.length > 1 && { paidParts: ways }),
  };
}
