import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ActivityChange, ActorType, RecordType } from '#domain/contract/activity.ts';
import type { Level } from '#domain/rules/access.ts';
import type { CompanySettings } from '#domain/rules/companySettings.ts';
import type { UserStatus } from '#domain/rules/users.ts';
import type {
  AwaitedPaymentTable,
  CheckinTable,
  ContactMembershipTable,
  IdempotencyKeyTable,
  InvoiceLineTable,
  InvoiceTable,
  MembershipFreezeTable,
  PaymentIntentTable,
  PaymentTable,
  RenewalTable,
  StockReservationTable,
  StripeConfigTable,
  StripeCustomerTable,
} from './sales-schema.ts';

/** The tables of `migrations/` as Kysely sees them. A `date` is a `YYYY-MM-DD` string, a moment a Date, a numeric a string. Columns that only the database uses are left out. */
export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  user_tokens: UserTokenTable;
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
  memberships: MembershipTable;
  sales_items: SalesItemTable;
  membership_sales_items: MembershipSalesItemTable;
  agreements: AgreementTable;
  agreement_versions: AgreementVersionTable;
  membership_agreements: { company_id: string; membership_id: string; agreement_id: string };
  invoices: InvoiceTable;
  invoice_lines: InvoiceLineTable;
  payments: PaymentTable;
  contact_memberships: ContactMembershipTable;
  membership_freezes: MembershipFreezeTable;
  renewals: RenewalTable;
  stripe_configs: StripeConfigTable;
  stripe_customers: StripeCustomerTable;
  payment_intents: PaymentIntentTable;
  stock_holds: StockReservationTable;
  awaited_payments: AwaitedPaymentTable;
  webhook_events: { company_id: string; event_id: string; type: string; received_at: Generated<Date> };
  checkins: CheckinTable;
  idempotency_keys: IdempotencyKeyTable;
  activity: ActivityTable;
  deleted_files: { key: string; company_id: string; deleted_at: Date };
}

export type Text = Generated<string>;
export type Moment = Generated<Date>;
export type Numeric = ColumnType<string, string | number, string | number>;

export interface UserTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  created_at: Moment;
  updated_at: Moment;
  last_seen_at: Generated<Date | null>;
}

interface SessionTable {
  id: string;
  user_id: string;
  created_at: Moment;
  expires_at: Date;
  revoked_at: Date | null;
  /** In words: 'Chrome on Windows'. */
  device: Generated<string | null>;
  last_seen_at: Generated<Date | null>;
}

/** A person without a row is active. */
export interface CompanyUserTable {
  company_id: string;
  user_id: string;
  status: Generated<UserStatus>;
  invited_at: Generated<Date | null>;
  invited_first_name: Generated<string | null>;
  invited_last_name: Generated<string | null>;
  invitation_hash: Generated<Buffer | null>;
  invitation_expires_at: Generated<Date | null>;
  updated_at: Moment;
}

interface UserTokenTable {
  token_hash: Buffer;
  user_id: string;
  purpose: 'reset' | 'verify';
  expires_at: Date;
  used_at: Date | null;
  created_at: Moment;
}

interface AddressColumns {
  email: Text;
  phone: Text;
  address: Text;
  city: Text;
  state: Text;
  zip_code: Text;
}

export interface Owned {
  id: string;
  company_id: string;
  created_at: Moment;
}

export interface Editable extends Owned {
  updated_at: Moment;
}

interface Archivable extends Editable {
  archived_at: Date | null;
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
  checklist: SettingsColumn<'checklist'>;
  updated_at: Date;
}

export interface LocationTable extends AddressColumns, Archivable {
  name: string;
  country: Text;
  timezone: Text;
  sales_tax_rate: Numeric;
  is_active: Generated<boolean>;
}

interface LocationAccessTable {
  user_id: string;
  company_id: string;
  location_id: string;
  access_level: Level;
  created_at: Moment;
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

export interface ActivityTable {
  id: string;
  company_id: string;
  at: Moment;
  actor_type: ActorType;
  actor_id: string | null;
  actor_name: string;
  action: string;
  record_type: RecordType;
  record_id: string;
  record_label: string;
  location_id: string | null;
  changes: JSONColumnType<ActivityChange[], string, never>;
  request_id: string | null;
}
