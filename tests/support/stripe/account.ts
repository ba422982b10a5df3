import type { Stripe } from 'stripe';
import { balanceBook } from './balance.ts';
import { cards, type ChargeOutcome } from './cards.ts';
import {
  createCharge,
  buildCustomer,
  buildEndpoint,
  buildEvent,
  buildIntent,
  buildRefund,
  seconds,
  stripeId,
  type StripeEvent,
} from './shapes.ts';
import { invalid, missing, Refusal } from './http.ts';
import { setupBook } from './setups.ts';

const cancelable: Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
];
const minimum = 50;
const maximum = 99_999_999;

/** One account of the double: everything it was asked to do, and its events. */
export function account(name: string) {
  const intents = new Map<string, Stripe.PaymentIntent>();
  const charges = new Map<string, Stripe.Charge>();
  const refunds = new Map<string, Stripe.Refund>();
  const customers = new Map<string, Stripe.Customer>();
  const files = new Map<string, string>();
  const endpoints = new Map<string, Stripe.WebhookEndpoint>();
  const saved = new Map<string, { card: string; customer: string; created: number }>();
  const expiries = new Map<string, { exp_year: number; exp_month: number }>();
  const events: StripeEvent[] = [];
  const emit = (
    type: Stripe.Event['type'],
    object: Stripe.PaymentIntent | Stripe.SetupIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  ) => void events.push(buildEvent(type, object));
  const balance = balanceBook(emit);
  /** A saved card with only the fields that Spotter reads. By default it expires in August 2099. */
  const paymentMethod = (id: string) => {
    const kept = saved.get(id) ?? fail(missing('payment_method', id));
    const isMastercard = kept.card === 'pm_card_mastercard';
    const brand = isMastercard ? 'mastercard' : 'visa';
    return {
      id,
      object: 'payment_method',
      type: 'card',
      created: kept.created,
      customer: kept.customer || null,
      card: {
        brand,
        display_brand: brand,
        last4: isMastercard ? '4444' : '4242',
        exp_year: 2099,
        exp_month: 8,
        ...expiries.get(id),
      },
    };
  };
  const setups = setupBook(customers, {
    emit,
    paymentMethod,
    save: (id, kept) => void saved.set(id, { ...kept, created: seconds() }),
  });
  const getIntent = (id: string) => intents.get(id) ?? fail(missing('payment_intent', id));

  const added = <T extends { id: string }>(map: Map<string, T>, made: T) => (map.set(made.id, made), made);

  function createIntent(params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntent {
    const { amount, customer = null } = params;
    if (!Number.isInteger(amount) || amount < minimum)
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
    if (amount > maximum)
      throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
    if (customer !== null && !customers.has(customer)) throw missing('customer', customer);
    const intent = buildIntent({
      amount,
      currency: params.currency,
      customer,
      metadata: (params.metadata || {}) as Stripe.Metadata,
      description: params.description ?? null,
      setup_future_usage: params.setup_future_usage ?? null,
    });
    intents.set(intent.id, intent);
    emit('payment_intent.created', intent);
    return intent;
  }

  function confirmIntent(
    id: string,
    params: { payment_method?: string; off_session?: boolean | 'one_off' | 'recurring' },
  ): Stripe.PaymentIntent {
    const intent = getIntent(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState(intent, 'confirm');
    const method = params.payment_method ?? String(intent.payment_method);
    const kept = saved.get(method);
    const card = cards[kept?.card ?? method] ?? fail(missing('PaymentMethod', method));
    if (kept && kept.customer !== intent.customer) throw invalid('The payment method belongs to another customer');
    settle(intent, params.off_session ? card.later : card.now, kept ? method : keep(method, intent), card.reason);
    if (method === 'pm_card_createDispute') balance.dispute(getCharge(id));
    return intent;
  }

  /** A card is saved for its customer if the intent says so. */
  function keep(card: string, { customer, setup_future_usage }: Stripe.PaymentIntent): string {
    const id = stripeId('pm');
    if (setup_future_usage && typeof customer === 'string') saved.set(id, { card, customer, created: seconds() });
    return id;
  }

  function updateIntent(
    id: string,
    params: Pick<Stripe.PaymentIntentUpdateParams, 'setup_future_usage'>,
  ): Stripe.PaymentIntent {
    const intent = getIntent(id);
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      throw unexpectedState(intent, 'update');
    return Object.assign(intent, { setup_future_usage: params.setup_future_usage || null });
  }

  /** Completes an intent, like the card's bank. */
  function settle(
    intent: Stripe.PaymentIntent,
    outcome: ChargeOutcome,
    method = String(intent.payment_method),
    reason: { decline_code: string } = { decline_code: 'generic_decline' },
  ): void {
    intent.payment_method = method;
    if (outcome === 'declined') {
      const message = 'Your card was declined.';
      Object.assign(intent, { status: 'requires_payment_method', payment_method: null });
      const error = { type: 'card_error' as const, code: 'card_declined' as const, ...reason, message };
      intent.last_payment_error = {
        ...error,
        payment_method: { id: method, object: 'payment_method' } as Stripe.PaymentMethod,
      };
      emit('payment_intent.payment_failed', intent);
      throw new Refusal(402, {
        ...intent.last_payment_error,
        type: 'card_error',
        message,
        payment_intent: structuredClone(intent),
      });
    }
    Object.assign(intent, { status: outcome, last_payment_error: null });
    if (outcome === 'processing') emit('payment_intent.processing', intent);
    if (outcome === 'requires_action') emit('payment_intent.requires_action', intent);
    if (outcome !== 'succeeded') return;
    const charge = createCharge(intent);
    charges.set(charge.id, charge);
    balance.book({
      type: 'charge',
      amount: charge.amount,
      fee: Math.round(charge.amount * 0.029) + 30,
      source: charge,
    });
    Object.assign(intent, { amount_received: intent.amount, latest_charge: charge.id });
    emit('payment_intent.succeeded', intent);
  }

  function cancelIntent(id: string): Stripe.PaymentIntent {
    const intent = getIntent(id);
    if (!cancelable.includes(intent.status)) throw unexpectedState(intent, 'cancel');
    const canceled = { status: 'canceled', canceled_at: seconds(), cancellation_reason: 'abandoned' };
    Object.assign(intent, { ...canceled, last_payment_error: null });
    emit('payment_intent.canceled', intent);
    return intent;
  }

  function refund(intentId: string, amount?: number, metadata: Stripe.Metadata | null = null): Stripe.Refund {
    const charge = charges.get(String(getIntent(intentId).latest_charge)) ?? fail(missing('charge', intentId));
    const back = amount ?? charge.amount - charge.amount_refunded;
    if (charge.disputed) throw invalid('This charge has been charged back.', { code: 'charge_disputed' });
    if (charge.refunded) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
    if (back > charge.amount - charge.amount_refunded)
      throw invalid('Refund amount is greater than unrefunded amount on charge');
    charge.amount_refunded += back;
    charge.refunded = charge.amount_refunded === charge.amount;
    emit('charge.refunded', charge);
    const made = added(refunds, { ...buildRefund(charge, back), metadata });
    balance.book({ type: 'refund', amount: -back, source: made });
    return made;
  }

  /** The card's bank returns the money of a refund, days later. */
  function failRefund(id: string): void {
    const made = refunds.get(id) ?? fail(missing('refund', id));
    const charge = charges.get(String(made.charge)) ?? fail(missing('charge', id));
    Object.assign(made, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    Object.assign(charge, { amount_refunded: charge.amount_refunded - made.amount, refunded: false });
    balance.book({ type: 'refund_failure', amount: made.amount, source: made });
    emit('charge.refund.updated', made);
    emit('refund.failed', made);
  }

  const getCharge = (intentId: string) =>
    charges.get(String(getIntent(intentId).latest_charge)) ?? fail(missing('charge', intentId));

  return {
    name,
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    events,
    intents,
    customers,
    endpoints,
    charges,
    refunds,
    refundsSince: (second: number, withCharges: boolean, intent: string | null) =>
      [...refunds.values()]
        .filter(({ created, payment_intent }) => created >= second && (intent === null || payment_intent === intent))
        .map((one) => (withCharges ? { ...one, charge: charges.get(String(one.charge)) ?? null } : one)),
    intentOf: getIntent,
    setups,
    createIntent,
    confirmIntent,
    updateIntent,
    cancelIntent,
    settle,
    refund,
    failRefund,
    balance,
    /** Bodies of uploads, with their headers, by id. */
    files,
    keepFile: (upload: string) => {
      const id = stripeId('file');
      files.set(id, upload);
      return { id, object: 'file' as const, purpose: 'dispute_evidence' as const };
    },
    dispute: (intentId: string) => balance.dispute(getCharge(intentId)),
    createCustomer: (params: Stripe.CustomerCreateParams) =>
      added(
        customers,
        buildCustomer({
          name: params.name ?? null,
          email: params.email ?? null,
          metadata: (params.metadata || {}) as Stripe.Metadata,
        }),
      ),
    deleteCustomer: (id: string) => {
      if (!customers.delete(id)) throw missing('customer', id);
      return { id, object: 'customer' as const, deleted: true as const };
    },
    customerOf: (id: string) => customers.get(id) ?? fail(missing('customer', id)),
    paymentMethod,
    /** It stays readable, without a customer. */
    detach: (id: string) => {
      const kept = saved.get(id) ?? fail(missing('payment_method', id));
      if (kept.customer === '')
        throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
      kept.customer = '';
      return paymentMethod(id);
    },
    expire: (card: string, exp_year: number, exp_month: number) => void expiries.set(card, { exp_year, exp_month }),
    cardsOf: (customer: string) => [...saved].filter(([, kept]) => kept.customer === customer).map(([id]) => id),
    /** A customer with a saved card from before the company came to Spotter. */
    customerWithCard: (card: string): string => {
      const { id } = added(customers, buildCustomer({ name: null, email: null, metadata: {} }));
      saved.set(stripeId('pm'), { card, customer: id, created: seconds() });
      return id;
    },
    createEndpoint: ({ url, enabled_events, api_version, description }: Stripe.WebhookEndpointCreateParams) => {
      if (!url.startsWith('https://'))
        throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', { param: 'url' });
      return added(
        endpoints,
        buildEndpoint({ url, enabled_events, api_version: api_version ?? null, description: description || null }),
      );
    },
    updateEndpoint: (id: string, changes: Pick<Stripe.WebhookEndpoint, 'enabled_events'>) =>
      Object.assign(endpoints.get(id) ?? fail(missing('webhook endpoint', id)), changes),
    deleteEndpoint: (id: string) => {
      if (!endpoints.delete(id)) throw missing('webhook endpoint', id);
      return { id, object: 'webhook_endpoint' as const, deleted: true as const };
    },
  };
}
export type StripeAccount = ReturnType<typeof account>;

const unexpectedState = ({ status }: Stripe.PaymentIntent, what: string) =>
  invalid(`You cannot ${what} this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });

function fail(error: Error): never {
  throw error;
}
