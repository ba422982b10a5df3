import { v7 as uuid } from 'uuid';
import type { RefundBody } from '#domain/contract/invoices-refunds.ts';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/db/sales-schema.ts';
import type { Deps } from '#server/deps.ts';
import { idOfKey, isKeyTaken, responseOf, storeFirstResponse, withIdempotency, type StoredResponse } from '#server/http/idempotency.ts';
import { notFound, Problem, raise } from '#server/http/problem.ts';
import { lockInvoice } from '#server/invoicing/invoices.ts';
import { bookCashRefund, refundsRepo } from '#server/payments/bookRefund.ts';
import { busyFrom, payBack, plannedRefund, requireNoRefundUnderWay, settleEarlierRefund } from '#server/payments/staffRefund.ts';
import { requireStripeAccount } from '#server/payments/stripeAccounts.ts';
import { mapStripeErrors } from '#server/payments/stripeErrors.ts';
import type { InvoiceCase } from './invoices-payments.service.ts';
import { invoicesRepo } from './invoices.repo.ts';
import { toInvoice, toRefund } from './invoices.rows.ts';

/**
 * Refunds what was paid, in cash or to the card. A refund to a card is written before Stripe is asked, so that it happens once
 * whatever is cut off: the same key goes on with it, and so do the webhook and reconciliation.
 */
export async function refundInvoice(deps: Deps, { scope, companyId, invoiceId, key }: InvoiceCase, body: RefundBody): Promise<StoredResponse> {
  const { database, clock } = deps;
  const { actor, companies } = scope;
  const refundId = key ? idOfKey(key) : uuid();
  const plan = (tx: Tx, invoice: InvoiceRow) => plannedRefund(tx, invoice, body, { id: refundId, by: scope.person.userId, now: clock() });
  const begin = async (tx: Tx, invoice: InvoiceRow) => {
    const refund = { ...(await plan(tx, invoice)), busy_until: busyFrom(clock()) };
    await requireNoRefundUnderWay(tx, invoiceId);
    await refundsRepo(tx).write(refund);
    return refund;
  };
  await settleEarlierRefund(deps, companyId, invoiceId, refundId, actor);
  // A refusal needs no Stripe account.
  await database.scoped(companies, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!key || !(await isKeyTaken(tx, key))) await plan(tx, invoice);
  });
  const stripe = body.destination === 'card' ? await requireStripeAccount(deps, companyId) : undefined;
  const begun = await withIdempotency(database, companies, key, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (stripe) {
      await begin(tx, invoice);
      return { invoiceId };
    }
    const refund = await plan(tx, invoice);
    await requireNoRefundUnderWay(tx, invoiceId);
    await bookCashRefund(tx, invoice, refund, clock(), actor);
    return refunded(tx, invoiceId, refundId);
  });
  if ('status' in begun || !stripe) return begun as StoredResponse;
  try {
    await mapStripeErrors(payBack(deps, stripe, { companyId, invoiceId, refundId, begin, actor }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.extra.leavesKeyFree) throw error;
    return database.scoped(companies, (tx) => storeFirstResponse(tx, key, responseOf(error)));
  }
  return database.scoped(companies, async (tx) => storeFirstResponse(tx, key, await refunded(tx, invoiceId, refundId)));
}

async function refunded(tx: Tx, invoiceId: string, refundId: string): Promise<StoredResponse> {
  const invoice = toInvoice(await lockInvoice(tx, invoiceId), await invoicesRepo(tx).lines(invoiceId));
  const refund = (await refundsRepo(tx).one(refundId)) ?? raise(notFound('Refund'));
  return { status: 201, body: { invoice, refund: toRefund(refund) } };
}
