import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { CartItem, Discount } from '#domain/contract/pos.ts';
import type { CalendarDate } from '#domain/rules/dates.ts';
import type { Editable, Moment, Numeric, Owned, Text } from './columnTypes.ts';

/** The tables of sales and payments. */
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
  /** The refunded part of what was paid. */
  refunded_cents: Generated<number>;
  /** Since when a payment is disputed; null again once the dispute is won. */
  disputed_at: Generated<Date | null>;
  /** Owed before the member was imported: no sale. */
  is_opening_balance: Generated<boolean>;
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
  /** After the discount. */
  total_cents: number;
  discount_cents: Generated<number>;
  discount_reason: Generated<string | null>;
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
  /** The payment that this row refunds. */
  refund_of: Generated<string | null>;
  /** The staff's refund of which this row is a part. */
  refund_id: Generated<string | null>;
  /** What went back at Stripe beyond what was left to refund; negative when that failed. */
  surplus_cents: Generated<number>;
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

/** Stripe's data about a saved card; null for a card that Stripe does not have. */
export interface SavedCardTable {
  company_id: string;
  contact_id: string;
  payment_method_id: string;
  brand: string | null;
  last_digits: string | null;
  last_day: CalendarDate | null;
  read_at: Date;
}

export interface PaymentIntentTable extends Owned {
  invoice_id: string;
  attempt: Generated<number>;
  amount_cents: number;
  currency: Text;
  status: string;
  checked_at: Date | null;
  settled_at: Date | null;
  /** Canceling the intent leaves its invoice unchanged. */
  keeps_invoice: Generated<boolean>;
}

/** A link for paying an invoice without signing in. */
export interface PaymentLinkTable {
  id: string;
  company_id: string;
  invoice_id: string;
  token_hash: Buffer;
  created_at: Moment;
  expires_at: Date;
  /** When a newer link replaced it. */
  replaced_at: Generated<Date | null>;
}

/** A parked cart, with names and prices as they were then. */
export interface ParkedSaleTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string | null;
  cart: JSONColumnType<ParkedCart, string, never>;
  note: string | null;
  total_cents: number;
  parked_by: string;
  parked_by_name: string;
  created_at: Date;
  /** When a till resumed or discarded it. */
  taken_at: Date | null;
  taken_by: string | null;
}

interface ParkedCart {
  readonly items: (CartItem & { readonly name: string; readonly price: number })[];
  readonly discount?: Discount;
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
