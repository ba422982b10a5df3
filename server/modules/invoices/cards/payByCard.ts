import type { Stripe } from 'stripe';
import { logActivity } from '#server/modules/activity/index.ts';
import { stripeActor, type Actor, type Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type InvoiceRow, type PaymentRow } from '#server/platform/database/schema.ts';
import { conflict, Problem } from '#server/platform/http/problem.ts';
import { paymentStarted } from '../rows.ts';
import { lockInvoice } from '../repo.ts';
import { type StaffPayment, toParticulars, writePayment } from '../payments/writePayment.ts';
import {
  createIntent,
  deadline,
  dropBegunPayments,
  findImportedCard,
  type IntentState,
  intentsRepo,
  mapStripeErrors,
  type PaymentContext,
  findSavedCard,
  toIntentState,
  findStripeAccount,
  withCustomer,
} from '#server/modules/stripe/index.ts';
import { applyIntent } from './applyIntent.ts';
import { readIntent } from './openPayments.ts';
import { confirmSavedCard } from './chargeSavedCard.ts';

/** Called before its intent is created. The caller holds the invoice's lock. */
export async function beginCardPayment(
  tx: Tx,
  invoice: InvoiceRow,
  payment: StaffPayment,
  { now, actor }: Occasion,
): Promise<void> {
  await requireNoCardUnderWay(tx, invoice.id);
  await dropBegunPayments(tx, invoice.id);
  await writePayment(tx, invoice, payment.method, now, toParticulars(payment));
  await logActivity(tx, actor, paymentStarted('invoice.card-payment-started', invoice, payment));
}

/** Refuses to change the amount due while a card payment may still succeed. Under the invoice's lock. */
export async function requireNoCardUnderWay(tx: Tx, invoiceId: string): Promise<void> {
  if ((await intentsRepo(tx).open(invoiceId)).length > 0) throw cardUnderWay;
}

export const cardUnderWay = conflict('A card payment of this invoice is under way. Wait for its result and try again.');

/** Reads an imported customer's saved card from Stripe, before its first charge. */
export async function readImportedCard(
  { database }: PaymentContext,
  stripe: Stripe,
  companyId: string,
  of: { contactId: string } | { invoiceId: string },
): Promise<void> {
  const unknown = await database.scoped([companyId], (tx) =>
    tx
      .selectFrom('stripe_customers')
      .select(['company_id', 'contact_id', 'customer_id'])
      .where('company_id', '=', companyId)
      .where(
        'contact_id',
        '=',
        'contactId' in of
          ? of.contactId
          : tx.selectFrom('invoices').select('contact_id').where('id', '=', of.invoiceId),
      )
      .where('is_imported', '=', true)
      .where('payment_method_id', 'is', null)
      .executeTakeFirst(),
  );
  if (unknown) await mapStripeErrors(findImportedCard(database, stripe, unknown, unknown.customer_id, deadline()));
}

/** Lets the invoice be collected in another way. 409 while the bank processes an intent. */
export async function cancelIntents(
  context: PaymentContext,
  companyId: string,
  intents: Awaited<ReturnType<ReturnType<typeof intentsRepo>['open']>>,
  actor: Actor,
): Promise<void> {
  if (intents.length === 0) return;
  const { database, clock } = context;
  const stripe = await findStripeAccount(context, companyId);
  if (!stripe) throw cardUnderWay;
  // The invoice stays open, whoever reports the cancellation first. A renewal and a fee do so anyway, and count their card's decline.
  const ids = intents.map(({ id }) => id);
  await database.scoped([companyId], (tx) =>
    tx
      .updateTable('payment_intents as p')
      .from('invoices as i')
      .set({ keeps_invoice: true })
      .whereRef('i.id', '=', 'p.invoice_id')
      .where('i.kind', 'not in', ['renewal', 'freeze_fee'])
      .where('p.id', 'in', ids)
      .execute(),
  );
  const timeLeft = deadline();
  for (const { id, amount_cents, currency } of intents) {
    const apply = (by: Actor) => (state: IntentState) =>
      database.scoped([companyId], (tx) => applyIntent(tx, companyId, state, { now: clock(), actor: by }));
    // Not they but the bank declined a card.
    const told = apply(stripeActor);
    const state = await mapStripeErrors(
      readIntent(stripe, { id, amount: amount_cents, currency }, true, timeLeft, told),
    );
    await apply(actor)(state);
    if (state.status === 'processing') throw cardUnderWay;
  }
}

interface CardPayment {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly paymentId: string;
  readonly card: 'saved' | 'new';
  readonly savesCard?: boolean;
  readonly actor: Actor;
}

/** Creates the intent of a pending payment, or finds that of an earlier try, and charges the saved card. */
export async function payByCard(
  context: PaymentContext,
  stripe: Stripe,
  payment: CardPayment,
): Promise<Stripe.PaymentIntent> {
  const { database, clock } = context;
  const { companyId, invoiceId, paymentId, card, savesCard = true, actor } = payment;
  const timeLeft = deadline();
  const { invoice, row, savedCard } = await database.scoped([companyId], async (tx) => {
    const locked = await lockInvoice(tx, invoiceId);
    return { invoice: locked, row: await findPaymentRow(tx, paymentId), savedCard: await findSavedCard(tx, locked) };
  });
  if (!row) throw replaced;
  const intentId = row.stripe_payment_intent_id;
  if (intentId) return mapStripeErrors(stripe.paymentIntents.retrieve(intentId, {}, timeLeft()).then(charge));
  const created = await mapStripeErrors(
    withCustomer(database, stripe, invoice, timeLeft, (customer) =>
      createIntent(stripe, invoice, { attempt: paymentId, customer, cents: row.amount_cents, savesCard }, timeLeft),
    ),
  );
  await database.scoped([companyId], async (tx) => {
    await lockInvoice(tx, invoiceId);
    const current = await findPaymentRow(tx, paymentId);
    if (current?.stripe_payment_intent_id === created.id) return;
    // The payment was dropped, or the invoice closed in the meantime. No client has this intent, so nobody can pay it.
    if (current?.status !== 'pending') throw replaced;
    await intentsRepo(tx).rememberPayment(row, toIntentState(created), clock());
  });
  return mapStripeErrors(charge(created));

  async function charge(intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
    if (card === 'saved' && savedCard && ['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
      return confirmSavedCard(context, stripe, { companyId, intentId: intent.id, card: savedCard, actor }, timeLeft);
    }
    await database.scoped([companyId], (tx) =>
      applyIntent(tx, companyId, toIntentState(intent), { now: clock(), actor }),
    );
    return intent;
  }
}

export const findPaymentRow = (tx: Tx, id: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payments').select(columns.payments).where('id', '=', id).executeTakeFirst();

export const replaced = conflict('This invoice was paid or changed in the meantime. Check the invoice and try again.');

/** Nothing was charged. */
export const declined = ({ failure_message }: PaymentRow) =>
  new Problem(402, failure_message ?? 'The card was declined');
