import { v7 as uuid } from 'uuid';
import type { RefundBody } from '#domain/invoices/refundsContract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import {
  idOfKey,
  isKeyTaken,
  toResponse,
  storeFirstResponse,
  withIdempotency,
  type StoredResponse,
} from '#server/platform/http/idempotency.ts';
import { notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { lockInvoice } from './writeInvoice.ts';
import { bookCashRefund, refundsRepo } from './bookRefund.ts';
import {
  beginCardRefund,
  plannedRefund,
  refundToCards,
  requireNoRefundUnderWay,
  settleEarlierRefund,
} from './cardRefund.ts';
import { mapStripeErrors, requireStripeAccount } from '#server/modules/stripe/index.ts';
import type { InvoiceRequest } from './takePayment.ts';
import { invoicesRepo } from './repo.ts';
import { toInvoice, toRefund } from './rows.ts';

/**
 * Refunds a payment, in cash or to the card. A refund to a card is written before Stripe is asked, so that it is made once
 * even if the request is interrupted: the same key, the webhook and reconciliation continue it.
 */
export async function refundInvoice(
  context: AppContext,
  { scope, companyId, invoiceId, key }: InvoiceRequest,
  body: RefundBody,
): Promise<StoredResponse> {
  const { database, clock } = context;
  const { actor, companies } = scope;
  const request = { id: key ? idOfKey(key) : uuid(), by: scope.user.userId, body };
  await settleEarlierRefund(context, companyId, invoiceId, request.id, actor);
  // A refusal needs no Stripe account.
  await database.scoped(companies, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (!key || !(await isKeyTaken(tx, key))) await plannedRefund(tx, invoice, request, clock());
  });
  const stripe = body.destination === 'card' ? await requireStripeAccount(context, companyId) : undefined;
  const begun = await withIdempotency(database, companies, key, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const refund = await plannedRefund(tx, invoice, request, clock());
    if (stripe && refund.parts.length > 0) {
      await beginCardRefund(tx, invoice, request, clock());
      return { invoiceId };
    }
    await requireNoRefundUnderWay(tx, invoiceId);
    await bookCashRefund(tx, invoice, refund, clock(), actor);
    return refundResponse(tx, invoiceId, request.id);
  });
  if ('status' in begun || !stripe) return begun as StoredResponse;
  try {
    await mapStripeErrors(refundToCards(context, stripe, { companyId, invoiceId, request, actor }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.extra.leavesKeyFree) throw error;
    return database.scoped(companies, (tx) => storeFirstResponse(tx, key, toResponse(error)));
  }
  return database.scoped(companies, async (tx) =>
    storeFirstResponse(tx, key, await refundResponse(tx, invoiceId, request.id)),
  );
}

async function refundResponse(tx: Tx, invoiceId: string, refundId: string): Promise<StoredResponse> {
  const invoice = toInvoice(await lockInvoice(tx, invoiceId), await invoicesRepo(tx).lines(invoiceId));
  const refund = (await refundsRepo(tx).one(refundId)) ?? raise(notFound('Refund'));
  return { status: 201, body: { invoice, refund: toRefund(refund) } };
}
