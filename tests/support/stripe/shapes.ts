import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** Whole Stripe objects, checked by the SDK's own types. */

export const stripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
/** The double's clock; a test over several days moves it. */
export const stripeTime = { now: () => Date.now() };
export const seconds = () => Math.floor(stripeTime.now() / 1_000);

export const buildIntent = (params: {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Stripe.Metadata;
  description: string | null;
  setup_future_usage: Stripe.PaymentIntent.SetupFutureUsage | null;
}): Stripe.PaymentIntent => {
  const id = stripeId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: stripeId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: seconds(),
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
    ...params,
  };
};

export const buildSetupIntent = (params: {
  customer: string | null;
  usage: string;
  metadata: Stripe.Metadata;
}): Stripe.SetupIntent => {
  const id = stripeId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: stripeId(`${id}_secret`),
    created: seconds(),
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    ...params,
  };
};

export const createCharge = (intent: Stripe.PaymentIntent): Stripe.Charge => ({
  id: stripeId('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  created: seconds(),
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: intent.id,
  payment_method: String(intent.payment_method),
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
});

export const buildRefund = (charge: Stripe.Charge, amount: number): Stripe.Refund => ({
  id: stripeId('re'),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: charge.id,
  created: seconds(),
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  metadata: null,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

export const buildCustomer = (params: Pick<Stripe.Customer, 'name' | 'email' | 'metadata'>): Stripe.Customer => ({
  id: stripeId('cus'),
  object: 'customer',
  balance: 0,
  created: seconds(),
  default_source: null,
  description: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  shipping: null,
  ...params,
});

export const buildEndpoint = (
  params: Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events' | 'api_version' | 'description'>,
): Stripe.WebhookEndpoint => ({
  id: stripeId('we'),
  object: 'webhook_endpoint',
  application: null,
  created: seconds(),
  livemode: false,
  metadata: {},
  secret: stripeId('whsec'),
  status: 'enabled',
  ...params,
});

export const sampleBalance: Stripe.Balance = { object: 'balance', available: [], livemode: false, pending: [] };

export const buildEvent = (
  type: Stripe.Event['type'],
  object: Stripe.PaymentIntent | Stripe.SetupIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute,
) => ({
  id: stripeId('evt'),
  object: 'event' as const,
  api_version: '2026-10-28.endive',
  created: seconds(),
  data: { object: structuredClone(object) },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
});
export type StripeEvent = ReturnType<typeof buildEvent>;
