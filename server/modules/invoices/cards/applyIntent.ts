import { afterPayment } from '#domain/invoices/collecting.ts';
import type { Occasion, Actor } from '#server/platform/http/actors.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type InvoiceRow, type PaymentRow } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { badRequest, conflict } from '#server/platform/http/problem.ts';
import { postPayment } from '#server/modules/ledger/index.ts';
import { findSavedCard, rememberCard, type IntentState } from '#server/modules/stripe/index.ts';
import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { closeInvoice } from '../closeInvoice.ts';
import { applyPayments } from '../payments/applyPayments.ts';
import { toMoney, invoiceActivity, paymentStarted } from '../rows.ts';
import { lockInvoice, isPaymentOfIntent, findIntentPayment } from '../repo.ts';
import { invoiceSubject } from '../subject.ts';
import { isStillOpen, lockOpenDrawer } from '../payments/cashDrawer.ts';
import { writePayment } from '../payments/writePayment.ts';

/**
 * Applies the state of a payment intent, whoever asked Stripe for it, under the invoice's lock: as often as it is called and in whatever
 * order, with the same result. False when the intent is not Spotter's.
 */
export async function applyIntent(
  tx: Tx,
  companyId: string,
  intent: IntentState,
  occasion: Occasion,
): Promise<boolean> {
  const { now } = occasion;
  const storedIntent = await tx
    .selectFrom('payment_intents')
    .select(['invoice_id', 'amount_cents', 'currency'])
    .where('id', '=', intent.id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!storedIntent) return false;
  if (storedIntent.amount_cents !== intent.amount || storedIntent.currency !== intent.currency) {
    throw badRequest('This is not the amount and currency that were asked for');
  }
  if (intent.status === 'succeeded' && intent.received !== storedIntent.amount_cents)
    throw badRequest('This is not the amount that was received');
  const invoice = await lockInvoice(tx, storedIntent.invoice_id);
  const { status, settled_at, keeps_invoice } = await tx
    .selectFrom('payment_intents')
    .select(['status', 'settled_at', 'keeps_invoice'])
    .where('id', '=', intent.id)
    .executeTakeFirstOrThrow();
  if (status === 'succeeded') return true;
  // Also a payment that was given up before.
  if (intent.status === 'succeeded') await markPaid(tx, invoice, intent, occasion);
  else if (settled_at) return true;
  else {
    await markUnpaid(tx, invoice, intent, occasion);
    // A card used at the desk may differ from the saved card.
    if (intent.isHardDecline && !keeps_invoice && (await isStillSaved(tx, invoice, intent)))
      await invoiceSubject().cardRefused(tx, invoice, now);
    const wasAtTheBank = status === 'processing';
    if (intent.status === 'canceled')
      await markCanceled(tx, invoice, intent, { keepsInvoice: keeps_invoice, wasAtTheBank, ...occasion });
  }
  const isSettled = intent.status === 'succeeded' || intent.status === 'canceled';
  await tx
    .updateTable('payment_intents')
    .set({ status: intent.status, checked_at: now, ...(isSettled && { settled_at: now }) })
    .where('id', '=', intent.id)
    .execute();
  return true;
}

/** False once another card was saved: the bank has said nothing of that one. */
async function isStillSaved(tx: Tx, invoice: InvoiceRow, { declinedCardId }: IntentState): Promise<boolean> {
  const savedCard = declinedCardId ? await findSavedCard(tx, invoice) : null;
  return savedCard === null || savedCard === declinedCardId;
}

async function markPaid(tx: Tx, invoice: InvoiceRow, intent: IntentState, occasion: Occasion): Promise<void> {
  const payment = await updatePayment(tx, intent.id, { status: 'completed', failure_message: null }, occasion.now);
  if (payment) {
    const { paid } = afterPayment(toMoney(invoice), intent.amount);
    await postPayment(tx, invoice, payment, paid - invoice.paid_cents, occasion);
  }
  const cash = await bookPlannedCash(tx, invoice, intent.amount, occasion.now);
  const payments = [cash, payment].filter((one) => one !== undefined);
  await applyPayments(tx, invoice, { cents: intent.amount + (cash?.amount_cents ?? 0), payments }, occasion);
  if (intent.paymentMethodId !== null && intent.savesCard) {
    await rememberCard(tx, invoice, intent.paymentMethodId, occasion.now);
    await invoiceSubject().cardSaved(tx, invoice, occasion);
  }
  await stopAwaiting(tx, invoice.id);
}

/** The payment has failed for good. */
async function markCanceled(
  tx: Tx,
  invoice: InvoiceRow,
  { id }: IntentState,
  { keepsInvoice, wasAtTheBank, ...occasion }: Occasion & { keepsInvoice: boolean; wasAtTheBank: boolean },
): Promise<void> {
  const isDeclined = wasAtTheBank || (await hasFailed(tx, id));
  await updatePayment(tx, id, { status: 'failed' }, occasion.now);
  const outcome = await invoiceSubject().paymentFailed(tx, invoice, { isDeclined, keepsInvoice }, occasion);
  if (outcome === 'void') await markVoid(tx, invoice, occasion);
  else if (keepsInvoice) await stopAwaiting(tx, invoice.id);
}

export async function markVoid(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void> {
  await stopAwaiting(tx, invoice.id);
  if (invoice.status === 'open') await closeInvoice(tx, invoice, { how: 'void' }, occasion);
}

/** Every retry of a sale that was given up gets it: its intent can never be paid. */
export const saleCanceled = conflict('This sale was not paid and is canceled. Please start again.');

/** Declined, at the bank, or waiting for the customer. The decline of a canceled one may not have been told before. */
async function markUnpaid(
  tx: Tx,
  invoice: InvoiceRow,
  { id, status, failure }: IntentState,
  { now, actor }: Occasion,
): Promise<void> {
  if (status !== 'requires_payment_method' && status !== 'canceled')
    await updatePayment(tx, id, { status: 'pending' }, now);
  else if (failure !== null && (await isNewFailure(tx, id, failure))) {
    await updatePayment(tx, id, { status: 'failed', failure_message: failure }, now);
    await logActivity(
      tx,
      actor,
      invoiceActivity('invoice.payment-failed', invoice, [{ field: 'failureMessage', before: null, after: failure }]),
    );
  }
}

const hasFailed = async (tx: Tx, intentId: string): Promise<boolean> =>
  Boolean((await findIntentPayment(tx, intentId))?.failure_message);

/** The same failure is reported many times while the payer decides. */
async function isNewFailure(tx: Tx, intentId: string, failure: string): Promise<boolean> {
  const payment = await findIntentPayment(tx, intentId);
  return payment !== undefined && (payment.status !== 'failed' || payment.failure_message !== failure);
}

async function updatePayment(
  tx: Tx,
  intentId: string,
  change: { status: 'completed' | 'failed' | 'pending'; failure_message?: string | null },
  now: Date,
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set({ ...change, updated_at: nextUpdatedAt(now) })
    .where(isPaymentOfIntent(intentId))
    .returning(columns.payments)
    .executeTakeFirst();
}

const stopAwaiting = (tx: Tx, invoiceId: string) =>
  tx.deleteFrom('awaited_payments').where('invoice_id', '=', invoiceId).execute();

/** From here on the sweep watches the invoice. If no request continues the payment, it is given up. */
export const awaitPayment = (tx: Tx, { id, company_id }: InvoiceRow, since: Date) =>
  tx.insertInto('awaited_payments').values({ invoice_id: id, company_id, since }).execute();

export async function findAwaitedSince(tx: Tx, invoiceId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('awaited_payments')
    .select('since')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row?.since;
}

/** The part of a sale that is paid in cash beside the card. */
export interface CashPart {
  readonly cents: number;
  readonly tenderedCents: number | null;
}

/** Refused where cash needs an open drawer and none is open. It is forgotten when the invoice no longer awaits its card payment. */
export async function planCash(
  tx: Tx,
  { id, company_id, location_id }: InvoiceRow,
  { cents, tenderedCents }: CashPart,
  actor: Actor,
): Promise<void> {
  await tx
    .insertInto('planned_cash')
    .values({
      invoice_id: id,
      company_id,
      amount_cents: cents,
      tendered_cents: tenderedCents,
      drawer_id: await lockOpenDrawer(tx, company_id, location_id),
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      request_id: actor.requestId,
    })
    .execute();
}

/**
 * Books the cash that was planned beside a card payment of this much, which is the rest of what is due. Undefined
 * without a plan, or when its drawer was closed since, as that drawer is counted and the cash is due again.
 */
async function bookPlannedCash(
  tx: Tx,
  invoice: InvoiceRow,
  cardCents: number,
  now: Date,
): Promise<PaymentRow | undefined> {
  const plan = await tx
    .selectFrom('planned_cash')
    .select(['amount_cents', 'tendered_cents', 'drawer_id', 'actor_type', 'actor_id', 'actor_name', 'request_id'])
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirst();
  if (!plan || plan.amount_cents + cardCents !== invoice.due_cents) return undefined;
  if (plan.drawer_id !== null && !(await isStillOpen(tx, plan.drawer_id))) return undefined;
  const { amount_cents: cents, tendered_cents, drawer_id: drawerId } = plan;
  const actor = { type: plan.actor_type, id: plan.actor_id, name: plan.actor_name, requestId: plan.request_id };
  const payment = await writePayment(tx, invoice, drawerMethod, now, { amount_cents: cents, tendered_cents });
  await postPayment(tx, invoice, payment, cents, { now, actor, drawerId });
  await logActivity(tx, actor, paymentStarted('invoice.payment-taken', invoice, { method: drawerMethod, cents }));
  return payment;
}
