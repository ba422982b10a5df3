import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';

type ColumnOf<T extends keyof Tables> = keyof Selectable<Tables[T]> & string;

/**
 * The columns of each table. A prepared `select *` fails on every connection once a migration adds a column, so queries
 * name their columns.
 */
export const columns = {
  users: ['id', 'email', 'first_name', 'last_name', 'password_hash', 'email_verified_at', 'created_at', 'updated_at', 'last_seen_at', 'mails_z_reports'],
  companies: [
    'id', 'name', 'email', 'phone', 'address', 'city', 'state', 'zip_code', 'country', 'website', 'is_active', 'created_at', 'updated_at',
    'archived_at',
  ],
  company_settings: ['company_id', 'memberships', 'payments', 'receipts', 'checkins', 'mails', 'checklist', 'accounting', 'security', 'updated_at'],
  locations: [
    'id', 'company_id', 'name', 'email', 'phone', 'address', 'city', 'state', 'zip_code', 'country', 'timezone', 'sales_tax_rate',
    'is_active', 'created_at', 'updated_at', 'archived_at',
  ],
  location_fees: ['id', 'company_id', 'location_id', 'name', 'description', 'type', 'amount', 'is_active', 'created_at', 'updated_at'],
  contacts: [
    'id', 'company_id', 'home_location_id', 'first_name', 'last_name', 'email', 'phone', 'date_of_birth', 'address', 'city', 'state',
    'zip_code', 'emergency_contact_name', 'emergency_contact_phone', 'notes', 'image_original_key', 'image_preview_key',
    'image_thumbnail_key', 'image_file_name', 'image_file_size', 'image_uploaded_at', 'member_through', 'created_at', 'updated_at',
    'archived_at', 'tags',
  ],
  memberships: [
    'id', 'company_id', 'location_id', 'name', 'description', 'type', 'contract_length_months', 'price_cents', 'billing_frequency',
    'access_duration_days', 'is_published', 'is_active', 'created_at', 'updated_at', 'archived_at',
  ],
  sales_items: [
    'id', 'company_id', 'location_id', 'name', 'description', 'price_cents', 'is_active', 'is_published', 'is_physical_item',
    'inventory_quantity', 'created_at', 'updated_at', 'archived_at',
  ],
  sales_item_tiles: [
    'sales_item_id', 'company_id', 'location_id', 'category', 'barcode', 'is_favorite', 'image_original_key', 'image_preview_key',
    'image_thumbnail_key', 'image_file_name',
  ],
  agreements: ['id', 'company_id', 'location_id', 'name', 'description', 'display_order', 'created_at', 'updated_at', 'archived_at'],
  agreement_versions: ['id', 'company_id', 'agreement_id', 'version_number', 'file_key', 'file_name', 'file_size', 'created_at'],
  invoices: [
    'id', 'company_id', 'location_id', 'contact_id', 'status', 'description', 'subtotal_cents', 'tax_rate', 'tax_cents', 'total_cents',
    'paid_cents', 'due_cents', 'currency', 'customer_first_name', 'customer_last_name', 'customer_email', 'customer_phone',
    'location_name', 'company_name', 'notes', 'metadata', 'created_by', 'created_at', 'updated_at', 'written_off_cents', 'closed_reason',
    'refunded_cents', 'disputed_at',
  ],
  invoice_lines: [
    'invoice_id', 'position', 'company_id', 'type', 'item_id', 'name', 'description', 'quantity', 'price_cents', 'total_cents',
    'discount_cents', 'discount_reason',
  ],
  payments: [
    'id', 'company_id', 'invoice_id', 'amount_cents', 'method', 'status', 'stripe_payment_intent_id', 'stripe_refund_id',
    'tendered_cents', 'failure_message', 'created_at', 'updated_at', 'other_method', 'reference', 'refund_of', 'refund_id',
  ],
  refunds: [
    'id', 'company_id', 'invoice_id', 'amount_cents', 'destination', 'reason', 'membership', 'lines', 'parts', 'created_by', 'created_at',
    'busy_until', 'completed_at', 'failed_at',
  ],
  contact_memberships: [
    'id', 'company_id', 'contact_id', 'membership_id', 'location_id', 'invoice_id', 'membership_name', 'membership_type',
    'billing_frequency', 'contract_length_months', 'access_duration_days', 'purchase_price_cents', 'start_date', 'end_date',
    'contract_end_date', 'last_day', 'periods_paid', 'purchase_date', 'access_enabled', 'auto_renew', 'granted_at', 'notes', 'created_at',
    'renews_by', 'cancels_on', 'cancel_when', 'cancel_reason', 'cancel_note', 'cancel_notice_days', 'cancelled_at', 'cancelled_by',
    'access_before_cancel', 'access_reason', 'earlier_months', 'earlier_periods', 'earlier_ends', 'planned_membership_id', 'planned_name',
    'planned_type', 'planned_billing_frequency', 'planned_contract_length_months', 'planned_price_cents', 'planned_location_id',
    'held_renewal', 'days_of_grace', 'unbilled_grace', 'renewal_stopped', 'counted_from', 'renewal_noticed_for', 'ending_noticed_for',
  ],
  membership_freezes: [
    'id', 'company_id', 'contact_membership_id', 'from_day', 'until_day', 'longest_until', 'reason', 'fee_cents', 'fee_invoice_id',
    'fee_tried_at', 'created_by', 'created_at',
  ],
  renewals: [
    'contact_membership_id', 'period', 'company_id', 'invoice_id', 'status', 'attempts', 'next_attempt_on', 'retry_days',
    'first_failed_on', 'claimed_at', 'created_at', 'updated_at', 'invoice_days',
  ],
  plan_changes: [
    'invoice_id', 'company_id', 'contact_membership_id', 'membership_id', 'name', 'type', 'contract_length_months', 'price_cents',
    'location_id', 'contract_end_date', 'applied_at', 'created_at',
  ],
  stripe_configs: [
    'company_id', 'publishable_key', 'secret_key_sealed', 'secret_key_masked', 'webhook_endpoint_id', 'webhook_secret_sealed',
    'created_at', 'updated_at',
  ],
  payment_intents: [
    'id', 'company_id', 'invoice_id', 'attempt', 'amount_cents', 'currency', 'status', 'created_at', 'checked_at', 'settled_at', 'keeps_invoice',
  ],
  parked_sales: [
    'id', 'company_id', 'location_id', 'contact_id', 'cart', 'note', 'total_cents', 'parked_by', 'parked_by_name', 'created_at', 'taken_at', 'taken_by',
  ],
  disputes: ['id', 'company_id', 'invoice_id', 'amount_cents', 'status', 'reason', 'opened_at', 'updated_at'],
  reconciliations: [
    'id', 'company_id', 'from_day', 'to_day', 'status', 'started_by', 'started_by_name', 'created_at', 'finished_at', 'tries', 'failure',
    'try_again_at', 'matched', 'fees_cents', 'payouts_cents', 'difference_count', 'is_test_mode', 'crashes',
  ],
  reconciliation_differences: [
    'reconciliation_id', 'position', 'company_id', 'kind', 'amount_cents', 'detail', 'stripe_id', 'invoice_id', 'payment_id',
  ],
  drawers: [
    'id', 'company_id', 'location_id', 'number', 'float_cents', 'last_counted_cents', 'opened_at', 'opened_by', 'opened_by_name',
    'cash_sales_cents', 'cash_refunds_cents', 'cash_in_cents', 'cash_out_cents', 'counted_cents', 'counts', 'note', 'report', 'closed_at',
    'closed_by', 'closed_by_name',
  ],
  drawer_movements: [
    'id', 'company_id', 'drawer_id', 'type', 'amount_cents', 'payment_id', 'reason', 'moved_by', 'moved_by_name', 'created_at',
  ],
  activity: [
    'id', 'company_id', 'at', 'actor_type', 'actor_id', 'actor_name', 'action', 'record_type', 'record_id', 'record_label', 'location_id',
    'changes', 'request_id',
  ],
  mails: [
    'id', 'company_id', 'contact_id', 'kind', 'data', 'address', 'once', 'state', 'due_at', 'attempts', 'sent_to', 'failure', 'settled_at',
    'created_at',
  ],
  checkins: ['id', 'company_id', 'location_id', 'contact_id', 'checkin_time', 'access_granted', 'reason', 'door_id', 'created_by'],
} as const satisfies { readonly [T in keyof Tables]?: readonly ColumnOf<T>[] };

type Listed = typeof columns;
type Missing = { [T in keyof Listed]: Exclude<ColumnOf<T>, Listed[T][number]> }[keyof Listed];
/** Fails to compile when a list above lacks a column of its table's interface, and names the column. */
type NothingMissing<M extends never> = M;
export type CompleteColumns = NothingMissing<Missing>;

/** The same with an alias in front, for joins: `columnsOf('locations', 'l')` gives `l.id` and so on. */
export const columnsOf = <T extends keyof Listed, A extends string>(table: T, alias: A) =>
  columns[table].map((column) => `${alias}.${column}`) as `${A}.${Listed[T][number]}`[];
