import type { FastifyRequest } from 'fastify';
import type { Invoice } from '#domain/invoices/contract.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import {
  anyBody,
  readIdempotencyKey,
  reserveKey,
  toResponse,
  storedRow,
  storeResponse,
  type IdempotencyKey,
  type StoredResponse,
} from '#server/platform/http/idempotency.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { saleCanceled } from './applyIntent.ts';
import { applyOpenPayments } from './openPayments.ts';
import { mapStripeErrors } from '#server/modules/stripe/index.ts';
import { invoicesRepo } from './repo.ts';
import { toInvoice } from './rows.ts';

/** The cashier waits this long. If Stripe has not answered by then, the sweep cancels the intent after half an hour. */
const cancelTimeoutMs = 5_000;

/** The key of the purchase that a `…/cancel` route cancels. */
export const keyOfSale = (request: FastifyRequest, companyId: string): IdempotencyKey => {
  const { method, routeOptions } = request;
  const key = readIdempotencyKey(request, companyId, `${method} ${routeOptions.url?.replace(/\/cancel$/, '')}`);
  if (!key) throw badRequest('Idempotency-Key must name the sale to cancel');
  return key;
};

/**
 * Gives up the unpaid sale of a key: its intent is canceled, its invoice voided and its stock released. A paid sale stays. A
 * purchase that arrives later finds its key used. Returns the current invoice, or null when none was written.
 */
export async function cancelSale(
  context: AppContext,
  { companies, actor }: AccessScope,
  companyId: string,
  key: IdempotencyKey,
): Promise<Invoice | null> {
  const { database } = context;
  const invoiceId = await database.scoped(companies, (tx) => findOrBlockSale(tx, key));
  if (!invoiceId) return null;
  await mapStripeErrors(
    applyOpenPayments(context, companyId, invoiceId, { timeoutMs: cancelTimeoutMs, giveUp: true, actor }),
  );
  return database.scoped(companies, (tx) => soldInvoice(tx, invoiceId));
}

async function findOrBlockSale(tx: Tx, key: IdempotencyKey): Promise<string | null> {
  if (!(await reserveKey(tx, { ...key, body_hash: anyBody }))) return soldInvoiceId(await storedRow(tx, key));
  await storeResponse(tx, key, toResponse(saleCanceled));
  return null;
}

/** The current invoice of a purchase, and how it was paid: another method may have replaced its card payment. */
export async function soldInvoice(tx: Tx, id: string): Promise<Invoice> {
  const row = await tx.selectFrom('invoices').select(columns.invoices).where('id', '=', id).executeTakeFirstOrThrow();
  const [payment, another] = await tx
    .selectFrom('payments')
    .select(['method', 'other_method'])
    .distinct()
    .where('invoice_id', '=', id)
    .where('status', '=', 'completed')
    .execute();
  const paidBy = payment && !another ? { method: payment.method, otherMethod: payment.other_method } : null;
  return { ...toInvoice(row, await invoicesRepo(tx).lines(id)), paidBy };
}

/** The id of the invoice that a key's purchase wrote; null when it wrote none. A cash sale has it only in its stored response. */
export function soldInvoiceId({
  invoice_id,
  answer,
}: {
  invoice_id: string | null;
  answer: StoredResponse['body'] | null;
}): string | null {
  const sold = answer?.['invoice'];
  const inResponse = sold && typeof sold === 'object' && 'id' in sold && typeof sold.id === 'string' ? sold.id : null;
  return invoice_id ?? inResponse;
}
