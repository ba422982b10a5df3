import { v7 as uuid } from 'uuid';
import type { InvoicePaymentBody, InvoicePaymentResponse } from '#domain/invoices/paymentsContract.ts';
import { cardMethod, drawerMethod, paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import { isOutstanding, isTooSmallForCard, tooSmallForCard } from '#domain/invoices/collecting.ts';
import { settlingCash } from '#domain/invoices/cashRounding.ts';
import { formatCents, toCents } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { idOfKey, isKeyTaken, onceInSteps } from '#server/platform/http/idempotency.ts';
import { badRequest, conflict } from '#server/platform/http/problem.ts';
import { findAwaitedSince } from '../cards/applyIntent.ts';
import { requireDrawer } from './cashDrawer.ts';
import {
  intentsRepo,
  requireStripeAccount,
  findSavedCard,
  stripeMissing,
  toPaymentIntent,
} from '#server/modules/stripe/index.ts';
import {
  beginCardPayment,
  cancelIntents,
  cardUnderWay,
  declined,
  readImportedCard,
  payByCard,
  findPaymentRow,
} from '../cards/payByCard.ts';
import { bookDeskPayment, tenderedCents } from './deskPayments.ts';
import { type StaffPayment } from './writePayment.ts';
import { requireOtherMethod } from '#server/modules/settings/index.ts';
import { readCashRounding, invoicesRepo, lockInvoice } from '../repo.ts';
import type { InvoiceRequest } from '../service.ts';
import { toInvoice, toPayment } from '../rows.ts';

/** Repeated with its key, it continues with the same payment. */
export async function takePayment(
  context: AppContext,
  request: InvoiceRequest,
  body: InvoicePaymentBody,
): Promise<InvoicePaymentResponse> {
  const { database, clock } = context;
  const { scope, companyId, invoiceId, key } = request;
  const { actor, companies } = scope;
  const stripe = body.method === cardMethod ? await requireStripeAccount(context, companyId) : undefined;
  if (stripe && body.card === 'saved') await readImportedCard(context, stripe, companyId, { invoiceId });
  // What is refused cancels no open card payment.
  await cancelOpenCardPayments(context, request, (tx, invoice) => planPayment(tx, invoice, body));
  const paymentId = key ? idOfKey(key) : uuid();
  return onceInSteps<InvoicePaymentResponse>(database, companies, key, {
    async begin(tx) {
      const invoice = await lockInvoice(tx, invoiceId);
      const payment = { id: paymentId, ...(await planPayment(tx, invoice, body)) };
      if (stripe) {
        await beginCardPayment(tx, invoice, payment, { now: clock(), actor });
        return { invoiceId };
      }
      const row = await bookDeskPayment(tx, invoice, payment, { now: clock(), actor });
      return { response: { ...(await readInvoiceNow(tx, invoiceId)), payment: toPayment(row) } };
    },
    async finish() {
      if (!stripe) throw stripeMissing;
      const { card = 'new', saveCard: savesCard = true } = body;
      const charge = { companyId, invoiceId, paymentId, card, savesCard, actor };
      const intent = await payByCard(context, stripe, charge);
      return database.scoped(companies, async (tx) => {
        const row = await findPaymentRow(tx, paymentId);
        if (!row || row.status === 'failed')
          throw row && (row.failure_message !== null || body.card === 'saved')
            ? declined(row)
            : conflict('This card payment was canceled. Please start again.');
        return {
          ...(await readInvoiceNow(tx, invoiceId)),
          payment: toPayment(row),
          ...(row.status === 'pending' && { paymentIntent: toPaymentIntent(intent) }),
        };
      });
    },
  });
}

export const readInvoiceNow = async (tx: Tx, invoiceId: string) => ({
  invoice: toInvoice(await lockInvoice(tx, invoiceId), await invoicesRepo(tx).lines(invoiceId)),
});

/** The payment that the request asks for, or why it is refused. Changes nothing. */
async function planPayment(tx: Tx, invoice: InvoiceRow, body: InvoicePaymentBody): Promise<Omit<StaffPayment, 'id'>> {
  requireOwed(invoice);
  const { method, amount, tendered, card, otherMethod, reference } = body;
  const { isNamed } = paymentMethodRules[method];
  const due = invoice.due_cents;
  const settling =
    method === drawerMethod
      ? settlingCash(
          due,
          await readCashRounding(tx, invoice.location_id),
          amount === undefined ? undefined : toCents(amount),
        )
      : undefined;
  const cents = settling?.cents ?? (amount === undefined ? due : toCents(amount));
  if (!settling && cents > due) throw conflict(`Only ${formatCents(due, invoice.currency)} is due on this invoice`);
  if (method === cardMethod) requireEnoughForCard(cents);
  const received = tenderedCents(cents, tendered, invoice.currency);
  if (card === 'saved' && method === cardMethod && (await findSavedCard(tx, invoice)) === null)
    throw conflict('No card is saved for this contact. Take a new card.');
  if (method === drawerMethod) await requireDrawer(tx, invoice.company_id, invoice.location_id);
  if (isNamed) await requireOtherMethod(tx, invoice.company_id, otherMethod);
  return {
    cents,
    roundingCents: settling?.rounding,
    method,
    otherMethod: isNamed ? otherMethod : undefined,
    reference,
    tenderedCents: received,
  };
}

/** 400, since no card can be charged such an amount. */
export function requireEnoughForCard(cents: number): void {
  if (isTooSmallForCard(cents)) throw badRequest(tooSmallForCard);
}

export function requireOwed({ status }: InvoiceRow): void {
  if (isOutstanding(status)) return;
  if (status === 'paid') throw conflict('This invoice is already paid');
  if (status === 'draft') throw conflict('A draft is not owed yet');
  throw conflict(
    status === 'void'
      ? 'This invoice is void. Nothing is owed on it.'
      : 'This invoice was refunded. Nothing is owed on it.',
  );
}

/**
 * Once `check` has found that the request may continue. A repeated request cancels nothing: it gets its stored response, or
 * continues.
 */
export async function cancelOpenCardPayments(
  context: AppContext,
  { scope, companyId, invoiceId, key }: InvoiceRequest,
  check: (tx: Tx, invoice: InvoiceRow) => Promise<unknown>,
): Promise<void> {
  const open = await context.database.scoped(scope.companies, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (key && (await isKeyTaken(tx, key))) return [];
    await check(tx, invoice);
    const intents = await intentsRepo(tx).open(invoiceId);
    // A card sale is being written: its intent is not known yet and cannot be canceled.
    if (intents.length === 0 && (await findAwaitedSince(tx, invoiceId))) throw cardUnderWay;
    return intents;
  });
  await cancelIntents(context, companyId, open, scope.actor);
}
