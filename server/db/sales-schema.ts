import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { CancellationReason, CancellationTime } from '#domain/rules/cancellation.ts';
import type { Editable, Moment, Numeric, Owned, Text } from './columnTypes.ts';

/** The tables of sales, payments and visits. */
export interface InvoiceTable extends Editable {
  location_id: string;
  contact_id: string;
  status: 'draft' | 'open' | 'partially_paid' | 'paid' | 'overdue' | 'void' | 'refunded';
  description: Text;
  subtotal_cents: number;
  tax_rate: Numeric;
  tax_cents: number;
  total_cents: number;
  paid_cents: Generated<number>;
  due_cents: number;
  currency: Text;
  customer_first_name: string;
  customer_last_name: string;
  customer_email: string;
  customer_phone: Text;
  location_name: string;
  company_name: string;
  notes: Text;
  metadata: JSONColumnType<{ [key: string]: unknown }, string | undefined, string>;
  created_by: string | null;
  written_off_cents: Generated<number>;
  /** Why it was voided or written off. */
  closed_reason: Generated<string | null>;
  /** What went back of what was paid. */
  refunded_cents: Generated<number>;
}

export interface InvoiceLineTable {
  invoice_id: string;
  position: number;
  company_id: string;
  type: 'membership' | 'sales_item' | 'location_fee';
  item_id: string | null;
  name: string;
  description: Text;
  quantity: number;
  price_cents: number;
  total_cents: number;
}

export interface PaymentTable extends Editable {
  invoice_id: string;
  amount_cents: number;
  method: 'cash' | 'card' | 'other';
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  stripe_payment_intent_id: string | null;
  stripe_refund_id: string | null;
  tendered_cents: number | null;
  failure_message: string | null;
  /** The method's name in the company's settings. */
  other_method: Generated<string | null>;
  reference: Generated<string | null>;
  /** The payment that this row gives back. */
  refund_of: Generated<string | null>;
  /** The refund that staff made, of which this row is a part. */
  refund_id: Generated<string | null>;
}

export interface ContactMembershipTable extends Owned {
  contact_id: string;
  membership_id: string;
  location_id: string | null;
  invoice_id: string | null;
  membership_name: string;
  membership_type: 'no_contract' | 'contract';
  billing_frequency: 'monthly' | 'annually' | 'one_time';
  contract_length_months: number | null;
  access_duration_days: number | null;
  purchase_price_cents: number;
  start_date: string;
  end_date: string | null;
  contract_end_date: string | null;
  last_day: GeneratedAlways<string | null>;
  periods_paid: Generated<number>;
  purchase_date: Moment;
  access_enabled: Generated<boolean>;
  auto_renew: Generated<boolean>;
  granted_at: Date | null;
  notes: Text;
  renews_by: Generated<'card' | 'manual'>;
  cancels_on: Generated<string | null>;
  cancel_when: Generated<CancellationTime | null>;
  cancel_reason: Generated<CancellationReason | null>;
  cancel_note: Text;
  cancel_notice_days: Generated<number | null>;
  cancelled_at: Generated<Date | null>;
  cancelled_by: Generated<string | null>;
  access_before_cancel: Generated<boolean | null>;
  access_reason: Text;
  earlier_months: Generated<number>;
  earlier_periods: Generated<number>;
  planned_membership_id: Generated<string | null>;
  planned_name: Generated<string | null>;
  planned_type: Generated<'no_contract' | 'contract' | null>;
  planned_billing_frequency: Generated<'monthly' | 'annually' | null>;
  planned_contract_length_months: Generated<number | null>;
  planned_price_cents: Generated<number | null>;
  planned_location_id: Generated<string | null>;
  /** How an imported membership renews once renewals are released. */
  held_renewal: Generated<'card' | 'manual' | null>;
  /** The days for which the member was told of a renewal or of an end. */
  renewal_noticed_for: Generated<string | null>;
  ending_noticed_for: Generated<string | null>;
}

/** Open while `until_day` is null: it then ends by itself on `longest_until`. */
export interface MembershipFreezeTable extends Owned {
  contact_membership_id: string;
  from_day: string;
  until_day: string | null;
  longest_until: string;
  reason: string;
  fee_cents: Generated<number>;
  fee_invoice_id: Generated<string | null>;
  fee_tried_at: Generated<Date | null>;
  created_by: string | null;
}

export interface RenewalTable {
  contact_membership_id: string;
  period: number;
  company_id: string;
  invoice_id: string | null;
  status: 'pending' | 'paid' | 'declined' | 'given_up';
  attempts: Generated<number>;
  next_attempt_on: string | null;
  retry_days: Generated<number[] | null>;
  first_failed_on: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
}

export interface StripeConfigTable {
  company_id: string;
  publishable_key: string;
  secret_key_sealed: string;
  secret_key_masked: string;
  webhook_endpoint_id: string | null;
  webhook_secret_sealed: string | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface StripeCustomerTable {
  company_id: string;
  contact_id: string;
  customer_id: string;
  payment_method_id: string | null;
  is_imported: Generated<boolean>;
  created_at: Moment;
}

export interface PaymentIntentTable extends Owned {
  invoice_id: string;
  attempt: Generated<number>;
  amount_cents: number;
  currency: Text;
  status: string;
  checked_at: Date | null;
  settled_at: Date | null;
  /** Canceled, it leaves its invoice as it is. */
  keeps_invoice: Generated<boolean>;
}

/** A link by which an invoice is paid without signing in. */
export interface PaymentLinkTable {
  id: string;
  company_id: string;
  invoice_id: string;
  token_hash: Buffer;
  created_at: Moment;
  expires_at: Date;
  /** When a newer link took its place. */
  replaced_at: Generated<Date | null>;
}

/** A card sale whose payment is not settled yet. */
export interface AwaitedPaymentTable {
  invoice_id: string;
  company_id: string;
  since: Date;
}

export interface StockReservationTable {
  invoice_id: string;
  sales_item_id: string;
  company_id: string;
  quantity: number;
  state: Generated<'held' | 'sold' | 'returned'>;
}

export interface CheckinTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string;
  checkin_time: Date;
  access_granted: boolean;
  reason: string | null;
  door_id: Text;
  created_by: string | null;
}

export interface IdempotencyKeyTable {
  company_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: Buffer;
  invoice_id: string | null;
  status: number | null;
  answer: JSONColumnType<{ [key: string]: unknown }, string | null, string | null> | null;
  created_at: Moment;
}

export type InvoiceRow = Selectable<InvoiceTable>;
export type InvoiceLineRow = Selectable<InvoiceLineTable>;
export type PaymentRow = Selectable<PaymentTable>;
