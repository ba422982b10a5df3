import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { CashCounts, DrawerReport } from '#domain/rules/cashDrawer.ts';
import type { Moment, Owned, Text } from './columnTypes.ts';

/** The tables of card payments at Stripe, and of the cash drawers. */
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

/** What follows `opened_by_name` is null until it is closed, and never changes after that. */
export interface DrawerTable {
  id: string;
  company_id: string;
  location_id: string;
  number: number;
  float_cents: number;
  last_counted_cents: number | null;
  opened_at: Date;
  opened_by: string;
  opened_by_name: string;
  cash_sales_cents: Generated<number | null>;
  cash_refunds_cents: Generated<number | null>;
  cash_in_cents: Generated<number | null>;
  cash_out_cents: Generated<number | null>;
  counted_cents: Generated<number | null>;
  counts: JSONColumnType<CashCounts, string | null | undefined, string | null> | null;
  note: Generated<string | null>;
  report: JSONColumnType<DrawerReport, string | null | undefined, string | null> | null;
  closed_at: Generated<Date | null>;
  closed_by: Generated<string | null>;
  closed_by_name: Generated<string | null>;
}

/** Cash of a payment, or cash that came in or went out for another reason. Never changed. */
export interface DrawerMovementTable {
  id: string;
  company_id: string;
  drawer_id: string;
  type: 'sale' | 'refund' | 'in' | 'out';
  amount_cents: number;
  payment_id: string | null;
  reason: string | null;
  moved_by: string | null;
  moved_by_name: string | null;
  created_at: Date;
}

export type DrawerRow = Selectable<DrawerTable>;
