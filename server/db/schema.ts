import type { Generated, JSONColumnType } from 'kysely';
import type { CompanySettings } from '#domain/rules/companySettings.ts';
import type { AddressColumns, Archivable, Editable, Moment, Numeric, Owned, Text } from './columnTypes.ts';
import type { DrawerMailTable, DrawerMovementTable, DrawerReportRecordTable, DrawerTable } from './drawer-schema.ts';
import type { ContactMembershipTable, MembershipFreezeTable, MembershipHistoryTable, PlanChangeTable, RenewalTable } from './membership-schema.ts';
import type {
  ActivityTable,
  CheckinTable,
  CompanyUserTable,
  LocationAccessTable,
  MailTable,
  PasskeyTable,
  SecondFactorTable,
  SessionTable,
  UserTable,
  UserTokenTable,
} from './people-schema.ts';
import type { DisputeTable, ReconciliationDifferenceTable, ReconciliationTable } from './reconciliation-schema.ts';
import type { RefundTable } from './refund-schema.ts';
import type {
  AwaitedPaymentTable,
  IdempotencyKeyTable,
  InvoiceLineTable,
  InvoiceTable,
  ParkedSaleTable,
  PaymentIntentTable,
  PaymentLinkTable,
  PaymentTable,
  SavedCardTable,
  StockReservationTable,
  StripeConfigTable,
  StripeCustomerTable,
} from './sales-schema.ts';

/**
 * The tables of `migrations/` as Kysely sees them. A `date` is a `YYYY-MM-DD` string, a moment a Date, a numeric a string.
 * Columns that only the database uses are left out.
 */
export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  user_tokens: UserTokenTable;
  second_factors: SecondFactorTable;
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Date | null };
  sign_in_challenges: { token_hash: Buffer; user_id: string; expires_at: Date };
  passkeys: PasskeyTable;
  passkey_challenges: { challenge_hash: Buffer; user_id: string | null; expires_at: Date };
  login_failures: { subject: string; at: Generated<Date> };
  jobs: { name: string; ran_at: Date };
  setup_token: { only_row: Generated<boolean>; token_hash: Buffer };
  companies: CompanyTable;
  company_settings: CompanySettingsTable;
  company_users: CompanyUserTable;
  company_admins: { user_id: string; company_id: string; created_at: Generated<Date> };
  locations: LocationTable;
  location_access: LocationAccessTable;
  location_fees: LocationFeeTable;
  contacts: ContactTable;
  walk_in_contacts: { location_id: string; company_id: string; contact_id: string };
  memberships: MembershipTable;
  sales_items: SalesItemTable;
  sales_item_tiles: SalesItemTileTable;
  membership_sales_items: MembershipSalesItemTable;
  agreements: AgreementTable;
  agreement_versions: AgreementVersionTable;
  membership_agreements: { company_id: string; membership_id: string; agreement_id: string };
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  payments: PaymentTable;
  refunds: RefundTable;
  contact_memberships: ContactMembershipTable;
  membership_freezes: MembershipFreezeTable;
  membership_history: MembershipHistoryTable;
  plan_changes: PlanChangeTable;
  renewals: RenewalTable;
  stripe_configs: StripeConfigTable;
  stripe_customers: StripeCustomerTable;
  saved_cards: SavedCardTable;
  payment_intents: PaymentIntentTable;
  payment_links: PaymentLinkTable;
  stock_holds: StockReservationTable;
  parked_sales: ParkedSaleTable;
  awaited_payments: AwaitedPaymentTable;
  webhook_events: { company_id: string; event_id: string; type: string; received_at: Generated<Date> };
  disputes: DisputeTable;
  reconciliations: ReconciliationTable;
  reconciliation_differences: ReconciliationDifferenceTable;
  drawers: DrawerTable;
  drawer_movements: DrawerMovementTable;
  drawer_mails: DrawerMailTable;
  drawer_report_records: DrawerReportRecordTable;
  checkins: CheckinTable;
  idempotency_keys: IdempotencyKeyTable;
  activity: ActivityTable;
  mails: MailTable;
  deleted_files: { key: string; company_id: string; deleted_at: Date };
}

export interface CompanyTable extends AddressColumns {
  id: string;
  name: string;
  country: Text;
  website: Text;
  is_active: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
  archived_at: Generated<Date | null>;
}

/** The fields of one group that the company has set. */
type SettingsColumn<Group extends keyof CompanySettings> = JSONColumnType<Partial<CompanySettings[Group]>, string | undefined, string>;

interface CompanySettingsTable {
  company_id: string;
  memberships: SettingsColumn<'memberships'>;
  payments: SettingsColumn<'payments'>;
  receipts: SettingsColumn<'receipts'>;
  checkins: SettingsColumn<'checkins'>;
  mails: SettingsColumn<'mails'>;
  checklist: SettingsColumn<'checklist'>;
  accounting: SettingsColumn<'accounting'>;
  security: SettingsColumn<'security'>;
  updated_at: Date;
}

export interface LocationTable extends AddressColumns, Archivable {
  name: string;
  country: Text;
  timezone: Text;
  sales_tax_rate: Numeric;
  is_active: Generated<boolean>;
}

export interface LocationFeeTable extends Editable {
  location_id: string;
  name: string;
  description: Text;
  type: 'percentage' | 'fixed';
  amount: Numeric;
  is_active: Generated<boolean>;
}

export interface ContactTable extends Omit<AddressColumns, 'email'>, Archivable {
  email: string;
  home_location_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  emergency_contact_name: Text;
  emergency_contact_phone: Text;
  notes: Text;
  image_original_key: string | null;
  image_preview_key: string | null;
  image_thumbnail_key: string | null;
  image_file_name: string | null;
  image_file_size: number | null;
  image_uploaded_at: Date | null;
  member_through: string | null;
  tags: Generated<string[]>;
}

export interface MembershipTable extends Archivable {
  location_id: string | null;
  name: string;
  description: Text;
  type: 'no_contract' | 'contract';
  contract_length_months: number | null;
  price_cents: number;
  billing_frequency: 'monthly' | 'annually' | 'one_time';
  access_duration_days: number | null;
  is_published: Generated<boolean>;
  is_active: Generated<boolean>;
}

export interface SalesItemTable extends Archivable {
  location_id: string;
  name: string;
  description: Text;
  price_cents: number;
  is_active: Generated<boolean>;
  is_published: Generated<boolean>;
  is_physical_item: Generated<boolean>;
  inventory_quantity: Generated<number>;
}

/** An item's tile at the till. An item without a row has no tile data. */
export interface SalesItemTileTable {
  sales_item_id: string;
  company_id: string;
  location_id: string;
  category: string | null;
  barcode: string | null;
  is_favorite: Generated<boolean>;
  image_original_key: string | null;
  image_preview_key: string | null;
  image_thumbnail_key: string | null;
  image_file_name: string | null;
}

export interface MembershipSalesItemTable extends Owned {
  membership_id: string;
  sales_item_id: string;
  is_required: Generated<boolean>;
  display_order: Generated<number>;
}

export interface AgreementTable extends Archivable {
  location_id: string | null;
  name: string;
  description: Text;
  display_order: Generated<number>;
}

export interface AgreementVersionTable extends Owned {
  agreement_id: string;
  version_number: number;
  file_key: string;
  file_name: string;
  file_size: number;
}
