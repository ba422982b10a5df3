import type { Stripe } from 'stripe';
import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type InvoiceRow, type PaymentRow } from '#server/platform/database/schema.ts';
import { withIdempotencyKey, type Deadline } from './client.ts';

export interface IntentState {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly amount: number;
  readonly received: number;
  readonly currency: string;
  readonly paymentMethodId: string | null;
  /** Why the last attempt to pay failed. */
  readonly failure: string | null;
  /** The declined card must not be charged again. */
  readonly isHardDecline?: boolean;
  readonly declinedCardId?: string | null;
  readonly savesCard: boolean;
}

/** The same from the API and from the webhook. */
type ReadIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'amount' | 'amount_received' | 'currency' | 'payment_method'
> & { last_payment_error: PaymentError | null; setup_future_usage: string | null };

interface PaymentError extends CardDecline {
  readonly message?: string | undefined;
  readonly payment_method?: string | { id: string } | null;
}

export const toIntentState = (intent: ReadIntent): IntentState => ({
  id: intent.id,
  status: intent.status,
  amount: intent.amount,
  received: intent.amount_received,
  currency: intent.currency,
  paymentMethodId: getId(intent.payment_method),
  failure: intent.last_payment_error?.message ?? null,
  isHardDecline: isHardDecline(intent.last_payment_error ?? {}),
  declinedCardId: getId(intent.last_payment_error?.payment_method ?? null),
  savesCard: Boolean(intent.setup_future_usage),
});

/** Stripe returns a reference as an id or, expanded, as the object itself. */
export const getId = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

interface NewIntent {
  readonly attempt: number | string;
  readonly customer: string | null;
  readonly cents: number;
  /** For a customer only. */
  readonly savesCard: boolean;
}

/** Gets an earlier one by its idempotency key. */
export const createIntent = (
  stripe: Stripe,
  invoice: InvoiceRow,
  { attempt, customer, cents, savesCard }: NewIntent,
  timeLeft: Deadline,
) =>
  withIdempotencyKey(timeLeft, (options) =>
    stripe.paymentIntents.create(
      {
        amount: cents,
        currency: invoice.currency.toLowerCase(),
        ...(customer !== null && { customer }),
        ...(customer !== null && savesCard && { setup_future_usage: 'off_session' }),
        allowed_payment_method_types: ['card'],
        // By characters: half of one cannot be sent.
        description: [...invoice.description].slice(0, descriptionMaxLength).join(''),
        metadata: { invoiceId: invoice.id, companyId: invoice.company_id },
      },
      { ...options, idempotencyKey: `${invoice.id}:${attempt}:${customer ?? 'walk-in'}` },
    ),
  );

/** Stripe's limit. */
const descriptionMaxLength = 500;

export const intentsRepo = (tx: Tx) => ({
  ofInvoice: (invoiceId: string) =>
    tx
      .selectFrom('payment_intents')
      .select(columns.payment_intents)
      .where('invoice_id', '=', invoiceId)
      .orderBy('attempt')
      .execute(),

  open: (invoiceId: string) =>
    tx
      .selectFrom('payment_intents')
      .select(['id', 'status', 'amount_cents', 'currency', 'keeps_invoice'])
      .where('invoice_id', '=', invoiceId)
      .where('settled_at', 'is', null)
      .execute(),

  /** A payment at the desk, as the invoice's next attempt. If it is canceled, the invoice stays open. */
  async rememberPayment(
    { id, company_id, invoice_id, amount_cents }: PaymentRow,
    intent: IntentState,
    now: Date,
  ): Promise<void> {
    const tried = await intentsRepo(tx).ofInvoice(invoice_id);
    await tx
      .insertInto('payment_intents')
      .values({
        id: intent.id,
        company_id,
        invoice_id,
        attempt: (tried.at(-1)?.attempt ?? 0) + 1,
        amount_cents,
        currency: intent.currency,
        status: intent.status,
        created_at: now,
        checked_at: now,
        settled_at: null,
        keeps_invoice: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.updateTable('payments').set({ stripe_payment_intent_id: intent.id }).where('id', '=', id).execute();
  },

  /** Links it to its payment, never to an earlier one that failed without an intent. Idempotent. */
  async remember(invoice: InvoiceRow, attempt: number, intent: IntentState, now: Date): Promise<void> {
    await tx
      .insertInto('payment_intents')
      .values({
        id: intent.id,
        company_id: invoice.company_id,
        invoice_id: invoice.id,
        attempt,
        amount_cents: intent.amount,
        currency: invoice.currency.toLowerCase(),
        status: intent.status,
        created_at: now,
        checked_at: now,
        settled_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .updateTable('payments')
      .set({ stripe_payment_intent_id: intent.id })
      .where('invoice_id', '=', invoice.id)
      .where('method', '=', cardMethod)
      .where('status', '=', 'pending')
      .where('stripe_payment_intent_id', 'is', null)
      .execute();
  },
});

/**
 * Card payments whose intent is not stored yet, because another payment replaces them. Before the card is charged, the caller
 * that began one checks that it still exists. The caller holds the invoice's lock.
 */
export const dropBegunPayments = (tx: Tx, invoiceId: string) =>
  tx
    .deleteFrom('payments')
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .where('method', '=', cardMethod)
    .where('stripe_payment_intent_id', 'is', null)
    .execute();

export const toPaymentIntent = ({ id, client_secret: clientSecret, status }: Stripe.PaymentIntent) => ({
  id,
  clientSecret: clientSecret ?? '',
  status,
});

/** Stripe's reasons for which the same card never works again: it is lost, closed or blocked, or its holder stopped the payments. */
const hardDeclines: readonly string[] = [
  'do_not_try_again',
  'fraudulent',
  'invalid_account',
  'lost_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
];

interface CardDecline {
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | undefined;
}

/** The bank has said that the card must not be charged again. */
export const isHardDecline = ({ decline_code, advice_code }: CardDecline): boolean =>
  advice_code === 'do_not_try_again' || (decline_code !== undefined && hardDeclines.includes(decline_code));
