import { v7 as uuid } from 'uuid';
import { cardMethod, drawerMethod } from '#domain/invoices/paymentMethods.ts';
import type { RefundBody, RefundResponse } from '#domain/invoices/refundsContract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { idOfKey, isKeyTaken, onceInSteps } from '#server/platform/http/idempotency.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { mapStripeErrors, requireStripeAccount, stripeMissing } from '#server/modules/stripe/index.ts';
import { refundRounding } from '#domain/invoices/cashRounding.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { InvoiceRow, RefundRow } from '#server/platform/database/schema.ts';
import { refundsRepo } from './refundsRepo.ts';
import { beginCardRefund, refundToCards, settleEarlierRefund } from './cardRefund.ts';
import { planStaffRefund, requireNoRefundUnderWay } from './planStaffRefund.ts';
import type { InvoiceRequest } from '../service.ts';
import { invoicesRepo, lockInvoice, readCashRounding } from '../repo.ts';
import { toInvoice, toRefund } from '../rows.ts';
import { readAskedByLine, bookRefundRow, finishRefund } from './bookRefund.ts';

/**
 * A refund to a card is written before Stripe is asked, so that it is made once even if the request is interrupted: the same
 * key, the webhook and reconciliation continue it.
 */
export async function refundInvoice(
  context: AppContext,
  { scope, companyId, invoiceId, key }: InvoiceRequest,
  body: RefundBody,
): Promise<RefundResponse> {
  const { database, clock } = context;
  const { actor, companies } = scope;
  const request = { id: key ? idOfKey(key) : uuid(), by: scope.user.userId, body };
  const since = clock();
  const pending = await database.scoped([companyId], (tx) => refundsRepo(tx).pending(invoiceId));
  if (pending && pending.id !== request.id) await settleEarlierRefund(context, pending, since, actor);
  const stripe = body.destination === cardMethod ? await requireStripe() : undefined;
  return onceInSteps<RefundResponse>(database, companies, key, {
    async begin(tx) {
      const invoice = await lockInvoice(tx, invoiceId);
      const refund = await planStaffRefund(tx, invoice, request, clock());
      if (stripe && refund.parts.length > 0) {
        await beginCardRefund(tx, refund, clock());
        return { invoiceId };
      }
      await requireNoRefundUnderWay(tx, invoiceId);
      await bookCashRefund(tx, invoice, refund, { now: clock(), actor });
      return { response: await readRefundResponse(tx, invoiceId, request.id) };
    },
    async finish() {
      if (!stripe) throw stripeMissing;
      const refunding = refundToCards(context, stripe, { companyId, invoiceId, request, actor });
      await mapStripeErrors(refunding, { isFinal: true });
      return database.scoped(companies, (tx) => readRefundResponse(tx, invoiceId, request.id));
    },
  });

  /** A refusal needs no Stripe account. */
  async function requireStripe() {
    await database.scoped(companies, async (tx) => {
      const invoice = await lockInvoice(tx, invoiceId);
      if (!key || !(await isKeyTaken(tx, key))) await planStaffRefund(tx, invoice, request, clock());
    });
    return requireStripeAccount(context, companyId);
  }
}

async function readRefundResponse(tx: Tx, invoiceId: string, refundId: string): Promise<RefundResponse> {
  const invoice = toInvoice(await lockInvoice(tx, invoiceId), await invoicesRepo(tx).lines(invoiceId));
  const refund = (await refundsRepo(tx).one(refundId)) ?? raise(notFound('Refund'));
  return { invoice, refund: toRefund(refund) };
}

/**
 * Books a refund whose money leaves the location's open drawer, or one of nothing, whatever its destination: a piece may cost less
 * than a cent. Cash is rounded once for the whole refund, on its first part.
 */
async function bookCashRefund(tx: Tx, invoice: InvoiceRow, refund: RefundRow, occasion: Occasion): Promise<void> {
  const asked = await readAskedByLine(tx, invoice, refund);
  await refundsRepo(tx).write(refund);
  let current = invoice;
  const step = await readCashRounding(tx, invoice.location_id);
  const rounding = refundRounding(refund.amount_cents, step, await readEarlierInCash(tx, invoice.id));
  for (const [index, { id, paymentId, cents }] of refund.parts.entries()) {
    current = await bookRefundRow(
      tx,
      current,
      {
        id,
        kind: 'refund',
        amount_cents: cents,
        rounding_cents: index === 0 ? rounding : 0,
        method: drawerMethod,
        refund_of: paymentId,
        refund_id: refund.id,
      },
      { ...occasion, asked },
    );
  }
  await finishRefund(tx, { before: invoice, after: current, rounding }, refund, occasion);
}

const readEarlierInCash = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('payments')
    .select(['amount_cents as cents', 'rounding_cents as rounding'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'refund')
    .where('method', '=', drawerMethod)
    .execute();
