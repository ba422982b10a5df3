// Written by `npm run db:types` from the migrated database. Do not edit.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ActivityChange, RecordType } from '#domain/activity/contract.ts';
import type { CompanySettings } from '#domain/settings/companySettings.ts';
import type { CancellationReason } from '#domain/contact-memberships/cancellation.ts';
import type { CashCounts, DrawerReport } from '#domain/drawers/cashDrawer.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { BillingFrequency, PlanType } from '#domain/memberships/membershipPlan.ts';
import type { DiscrepancyKind } from '#domain/reconciliations/reconciliation.ts';
import type { Tick } from '#domain/signatures/contract.ts';
import type { UserStatus } from '#domain/users/users.ts';
import type { InvoiceMetadata, ParkedCart, RefundedLine, RefundPart } from './jsonColumns.ts';

/** A `date` is a `YYYY-MM-DD` string, a moment a Date, a numeric a string. */
export interface Tables {
  access_hours: AccessHourTable;
  activity: ActivityTable;
  agreement_versions: AgreementVersionTable;
  agreements: AgreementTable;
  api_key_limits: ApiKeyLimitTable;
  api_keys: ApiKeyTable;
  awaited_payments: AwaitedPaymentTable;
  checkin_hour_sums: CheckinHourSumTable;
  checkins: CheckinTable;
  companies: CompanyTable;
  company_admins: CompanyAdminTable;
  company_settings: CompanySettingsTable;
  company_users: CompanyUserTable;
  contact_blocks: ContactBlockTable;
  contact_codes: ContactCodeTable;
  contact_erasures: ContactErasureTable;
  contact_memberships: ContactMembershipTable;
  contact_notes: ContactNoteTable;
  contacts: ContactTable;
  deleted_files: DeletedFileTable;
  device_doors: DeviceDoorTable;
  device_limits: DeviceLimitTable;
  device_pairings: DevicePairingTable;
  device_streams: DeviceStreamTable;
  devices: DeviceTable;
  disputes: DisputeTable;
  door_commands: DoorCommandTable;
  door_log: DoorLogTable;
  doors: DoorTable;
  drawer_emails: DrawerEmailTable;
  drawer_movements: DrawerMovementTable;
  drawer_report_postings: DrawerReportPostingTable;
  drawers: DrawerTable;
  emails: EmailTable;
  events: EventTable;
  exports: ExportTable;
  finished_days: FinishedDayTable;
  household_members: HouseholdMemberTable;
  households: HouseholdTable;
  idempotency_keys: IdempotencyKeyTable;
  invoice_counters: InvoiceCounterTable;
  invoice_lines: InvoiceLineTable;
  invoice_numbers: InvoiceNumberTable;
  invoices: InvoiceTable;
  jobs: JobTable;
  last_backup: LastBackupTable;
  ledger_day_sums: LedgerDaySumTable;
  ledger_entries: LedgerEntryTable;
  ledger_postings: LedgerPostingTable;
  location_access: LocationAccessTable;
  location_fees: LocationFeeTable;
  locations: LocationTable;
  member_day_sums: MemberDaySumTable;
  membership_agreements: MembershipAgreementTable;
  membership_freezes: MembershipFreezeTable;
  membership_history: MembershipHistoryTable;
  membership_sales_items: MembershipSalesItemTable;
  memberships: MembershipTable;
  outdated_paid_periods: OutdatedPaidPeriodTable;
  pack_visits: PackVisitTable;
  paid_periods: PaidPeriodTable;
  parked_sales: ParkedSaleTable;
  passkey_challenges: PasskeyChallengeTable;
  passkeys: PasskeyTable;
  payment_intents: PaymentIntentTable;
  payment_links: PaymentLinkTable;
  payments: PaymentTable;
  plan_changes: PlanChangeTable;
  planned_cash: PlannedCashTable;
  rate_limit_hits: RateLimitHitTable;
  reconciliation_discrepancies: ReconciliationDiscrepancyTable;
  reconciliations: ReconciliationTable;
  record_changes: RecordChangeTable;
  recovery_codes: RecoveryCodeTable;
  refunds: RefundTable;
  renewals: RenewalTable;
  row_counters: RowCounterTable;
  sales_items: SalesItemTable;
  saved_cards: SavedCardTable;
  sealing_keys: SealingKeyTable;
  second_factors: SecondFactorTable;
  security_emails: SecurityEmailTable;
  sessions: SessionTable;
  setup_token: SetupTokenTable;
  sign_in_challenges: SignInChallengeTable;
  signature_drawings: SignatureDrawingTable;
  signature_requests: SignatureRequestTable;
  signatures: SignatureTable;
  signing_certificates: SigningCertificateTable;
  signing_keys: SigningKeyTable;
  stock_movements: StockMovementTable;
  stock_reservations: StockReservationTable;
  stripe_configs: StripeConfigTable;
  stripe_customers: StripeCustomerTable;
  user_tokens: UserTokenTable;
  users: UserTable;
  walk_in_contacts: WalkInContactTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_endpoints: WebhookEndpointTable;
  webhook_events: WebhookEventTable;
}

export interface AccessHourTable {
  id: string;
  company_id: string;
  membership_id: string;
  weekdays: number[];
  from_minute: number;
  to_minute: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type AccessHourRow = Selectable<AccessHourTable>;

export interface ActivityTable {
  id: Generated<string>;
  company_id: string;
  at: Generated<Date>;
  actor_type: 'user' | 'job' | 'stripe' | 'operator' | 'device' | 'api_key';
  actor_id: string | null;
  actor_name: string;
  action: string;
  record_type: RecordType;
  record_id: string;
  record_label: string;
  location_id: string | null;
  changes: ColumnType<ActivityChange[], string | undefined, string>;
  request_id: string | null;
}
export type ActivityRow = Selectable<ActivityTable>;

export interface AgreementVersionTable {
  id: string;
  company_id: string;
  agreement_id: string;
  version_number: number;
  file_key: string;
  file_name: string;
  file_size: number;
  sha256: Buffer;
  created_at: Generated<Date>;
}
export type AgreementVersionRow = Selectable<AgreementVersionTable>;

export interface AgreementTable {
  id: string;
  company_id: string;
  location_id: string | null;
  name: string;
  description: Generated<string>;
  display_order: Generated<number>;
  sign_again_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type AgreementRow = Selectable<AgreementTable>;

export interface ApiKeyLimitTable {
  api_key_id: string;
  full_at: Date;
}
export type ApiKeyLimitRow = Selectable<ApiKeyLimitTable>;

export interface ApiKeyTable {
  id: string;
  company_id: string;
  name: string;
  kind: Generated<'secret' | 'publishable'>;
  key_hash: Buffer;
  start: string;
  scopes: string[];
  location_ids: string[] | null;
  origins: Generated<string[]>;
  created_by: string;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_used_address: string | null;
}
export type ApiKeyRow = Selectable<ApiKeyTable>;

export interface AwaitedPaymentTable {
  invoice_id: string;
  company_id: string;
  since: Date;
}
export type AwaitedPaymentRow = Selectable<AwaitedPaymentTable>;

export interface CheckinHourSumTable {
  company_id: string;
  location_id: string;
  day: string;
  hour: number;
  access_granted: boolean;
  reason: string | null;
  visits: number;
}
export type CheckinHourSumRow = Selectable<CheckinHourSumTable>;

export interface CheckinTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string;
  checkin_time: Date;
  access_granted: boolean;
  reason: string | null;
  contact_membership_id: string | null;
  door_name: Generated<string>;
  created_by: string | null;
}
export type CheckinRow = Selectable<CheckinTable>;

export interface CompanyTable {
  id: string;
  name: string;
  email: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip_code: Generated<string>;
  country: Generated<string>;
  website: Generated<string>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type CompanyRow = Selectable<CompanyTable>;

export interface CompanyAdminTable {
  user_id: string;
  company_id: string;
  created_at: Generated<Date>;
}
export type CompanyAdminRow = Selectable<CompanyAdminTable>;

export interface CompanySettingsTable {
  company_id: string;
  memberships: ColumnType<Partial<CompanySettings['memberships']>, string | undefined, string>;
  payments: ColumnType<Partial<CompanySettings['payments']>, string | undefined, string>;
  receipts: ColumnType<Partial<CompanySettings['receipts']>, string | undefined, string>;
  checkins: ColumnType<Partial<CompanySettings['checkins']>, string | undefined, string>;
  emails: ColumnType<Partial<CompanySettings['emails']>, string | undefined, string>;
  checklist: ColumnType<Partial<CompanySettings['checklist']>, string | undefined, string>;
  accounting: ColumnType<Partial<CompanySettings['accounting']>, string | undefined, string>;
  security: ColumnType<Partial<CompanySettings['security']>, string | undefined, string>;
  privacy: ColumnType<Partial<CompanySettings['privacy']>, string | undefined, string>;
  updated_at: Date;
}
export type CompanySettingsRow = Selectable<CompanySettingsTable>;

export interface CompanyUserTable {
  company_id: string;
  user_id: string;
  status: Generated<UserStatus>;
  invited_at: Date | null;
  invited_first_name: string | null;
  invited_last_name: string | null;
  invitation_hash: Buffer | null;
  invitation_expires_at: Date | null;
  updated_at: Generated<Date>;
}
export type CompanyUserRow = Selectable<CompanyUserTable>;

export interface ContactBlockTable {
  id: string;
  company_id: string;
  contact_id: string;
  reason: string;
  until_day: string | null;
  created_at: Date;
  created_by: string | null;
  created_by_name: string;
}
export type ContactBlockRow = Selectable<ContactBlockTable>;

export interface ContactCodeTable {
  code: string;
  company_id: string;
  contact_id: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
export type ContactCodeRow = Selectable<ContactCodeTable>;

export interface ContactErasureTable {
  contact_id: string;
  company_id: string;
  asked_at: Date;
  asked_by: string;
  asked_by_name: string;
  due_at: Date;
  refusal: string | null;
  erased_at: Date | null;
}
export type ContactErasureRow = Selectable<ContactErasureTable>;

export interface ContactMembershipTable {
  id: string;
  company_id: string;
  contact_id: string;
  membership_id: string;
  location_id: string | null;
  invoice_id: string | null;
  membership_name: string;
  membership_type: PlanType;
  billing_frequency: BillingFrequency;
  contract_length_months: number | null;
  access_duration_days: number | null;
  visit_limit: number | null;
  visits_used: Generated<number>;
  used_up_on: string | null;
  first_visit_from: string | null;
  purchase_price_cents: number;
  start_date: string;
  end_date: string | null;
  contract_end_date: string | null;
  last_day: GeneratedAlways<string | null>;
  periods_paid: Generated<number>;
  counted_from: string | null;
  earlier_months: Generated<number>;
  earlier_periods: Generated<number>;
  earlier_ends: number[] | null;
  ended_on: Generated<string[]>;
  ended_days: Generated<number[]>;
  access_ended_on: Generated<string[]>;
  purchase_date: Generated<Date>;
  granted_at: Date | null;
  access_enabled: Generated<boolean>;
  access_reason: Generated<string>;
  auto_renew: Generated<boolean>;
  renews_by: Generated<'card' | 'manual'>;
  renewal_on_hold: 'card' | 'manual' | null;
  grace_days: number | null;
  unbilled_grace: number | null;
  renewal_stopped: 'card_declined' | null;
  cancels_on: string | null;
  cancel_when: 'now' | 'period_end' | 'date' | null;
  cancel_reason: CancellationReason | null;
  cancel_note: Generated<string>;
  cancel_notice_days: number | null;
  canceled_at: Date | null;
  canceled_by: string | null;
  access_before_cancel: boolean | null;
  planned_membership_id: string | null;
  planned_name: string | null;
  planned_type: PlanType | null;
  planned_billing_frequency: Exclude<BillingFrequency, 'one_time'> | null;
  planned_contract_length_months: number | null;
  planned_price_cents: number | null;
  planned_location_id: string | null;
  renewal_noticed_for: string | null;
  ending_noticed_for: string | null;
  notes: Generated<string>;
  created_at: Generated<Date>;
}
export type ContactMembershipRow = Selectable<ContactMembershipTable>;

export interface ContactNoteTable {
  id: string;
  company_id: string;
  contact_id: string;
  text: string;
  author_id: string;
  author_name: string;
  created_at: Date;
}
export type ContactNoteRow = Selectable<ContactNoteTable>;

export interface ContactTable {
  id: string;
  company_id: string;
  home_location_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: Generated<string>;
  date_of_birth: string | null;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip_code: Generated<string>;
  emergency_contact_name: Generated<string>;
  emergency_contact_phone: Generated<string>;
  notes: Generated<string>;
  tags: Generated<string[]>;
  image_original_key: string | null;
  image_preview_key: string | null;
  image_thumbnail_key: string | null;
  image_file_name: string | null;
  image_file_size: number | null;
  image_uploaded_at: Date | null;
  external_id: string | null;
  member_through: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type ContactRow = Selectable<ContactTable>;

export interface DeletedFileTable {
  key: string;
  company_id: string;
  deleted_at: Date;
}
export type DeletedFileRow = Selectable<DeletedFileTable>;

export interface DeviceDoorTable {
  device_id: string;
  door_id: string;
  company_id: string;
}
export type DeviceDoorRow = Selectable<DeviceDoorTable>;

export interface DeviceLimitTable {
  device_id: string;
  full_at: Date;
}
export type DeviceLimitRow = Selectable<DeviceLimitTable>;

export interface DevicePairingTable {
  device_id: string;
  company_id: string;
  code_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type DevicePairingRow = Selectable<DevicePairingTable>;

export interface DeviceStreamTable {
  id: string;
  company_id: string;
  device_id: string;
  beat_at: Date;
}
export type DeviceStreamRow = Selectable<DeviceStreamTable>;

export interface DeviceTable {
  id: string;
  company_id: string;
  location_id: string;
  name: string;
  kind: 'kiosk' | 'door';
  token_hash: Buffer;
  previous_token_hash: Buffer | null;
  list_key_sealed: string;
  list_hours: Generated<number>;
  hardware: string | null;
  version: string | null;
  created_by: string | null;
  created_at: Generated<Date>;
  paired_at: Date | null;
  last_seen_at: Date | null;
  list_fetched_at: Date | null;
  revoked_at: Date | null;
}
export type DeviceRow = Selectable<DeviceTable>;

export interface DisputeTable {
  id: string;
  company_id: string;
  invoice_id: string;
  amount_cents: number;
  status: string;
  reason: string;
  opened_at: Date;
  updated_at: Date;
  due_by: Date | null;
  answered_at: Date | null;
  answered_by: string | null;
  answered_by_name: string | null;
}
export type DisputeRow = Selectable<DisputeTable>;

export interface DoorCommandTable {
  id: string;
  company_id: string;
  door_id: string;
  device_id: string;
  type: 'open' | 'hold_open' | 'lock' | 'release';
  seconds: number | null;
  created_at: Date;
  expires_at: Date;
  acknowledged_at: Date | null;
  is_done: boolean | null;
  message: string | null;
}
export type DoorCommandRow = Selectable<DoorCommandTable>;

export interface DoorLogTable {
  id: string;
  company_id: string;
  location_id: string;
  door_name: string;
  device_id: string | null;
  device_name: string | null;
  contact_id: string | null;
  type: 'entry' | 'exit';
  at: Date;
  reported_at: Date | null;
  access_granted: boolean;
  reason_code: string | null;
  is_offline: Generated<boolean>;
  key: string | null;
  conflict: string | null;
}
export type DoorLogRow = Selectable<DoorLogTable>;

export interface DoorTable {
  id: string;
  company_id: string;
  location_id: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type DoorRow = Selectable<DoorTable>;

export interface DrawerEmailTable {
  company_id: string;
  drawer_id: string;
  user_id: string;
  due_at: Date;
  attempts: Generated<number>;
}
export type DrawerEmailRow = Selectable<DrawerEmailTable>;

export interface DrawerMovementTable {
  id: string;
  company_id: string;
  drawer_id: string;
  type: 'in' | 'out';
  amount_cents: number;
  reason: string;
  moved_by: string;
  moved_by_name: string;
  created_at: Date;
}
export type DrawerMovementRow = Selectable<DrawerMovementTable>;

export interface DrawerReportPostingTable {
  company_id: string;
  posting_id: string;
  drawer_id: string;
}
export type DrawerReportPostingRow = Selectable<DrawerReportPostingTable>;

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
  cash_sales_cents: number | null;
  cash_refunds_cents: number | null;
  cash_in_cents: number | null;
  cash_out_cents: number | null;
  counted_cents: number | null;
  counts: ColumnType<CashCounts | null, string | null | undefined, string | null>;
  note: string | null;
  report: ColumnType<DrawerReport | null, string | null | undefined, string | null>;
  closed_at: Date | null;
  closed_by: string | null;
  closed_by_name: string | null;
}
export type DrawerRow = Selectable<DrawerTable>;

export interface EmailTable {
  id: Generated<string>;
  company_id: string;
  contact_id: string;
  kind: EmailKind;
  data: ColumnType<{ [key: string]: unknown }, string, string>;
  address: string | null;
  once: string | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  due_at: Date | null;
  attempts: Generated<number>;
  sent_to: string | null;
  failure: string | null;
  settled_at: Date | null;
  created_at: Generated<Date>;
}
export type EmailRow = Selectable<EmailTable>;

export interface EventTable {
  company_id: string;
  id: Generated<string>;
  written: number;
  number: number | null;
  location_id: string | null;
  type: string;
  record_id: string;
  at: Generated<Date>;
  data: ColumnType<{ [key: string]: unknown }, string, string>;
  once: string | null;
}
export type EventRow = Selectable<EventTable>;

export interface ExportTable {
  id: string;
  company_id: string;
  status: Generated<'waiting' | 'running' | 'ready' | 'failed' | 'expired'>;
  progress: Generated<number>;
  attempts: Generated<number>;
  requested_by: string;
  requested_by_name: string;
  created_at: Date;
  expires_at: Date | null;
  archive_key: string | null;
  archive_size: number | null;
}
export type ExportRow = Selectable<ExportTable>;

export interface FinishedDayTable {
  company_id: string;
  subject: 'ledger' | 'checkins' | 'memberships';
  through: string;
}
export type FinishedDayRow = Selectable<FinishedDayTable>;

export interface HouseholdMemberTable {
  contact_id: string;
  company_id: string;
  household_id: string;
  relation: Generated<string>;
  may_act: Generated<boolean>;
  joined_at: Date;
}
export type HouseholdMemberRow = Selectable<HouseholdMemberTable>;

export interface HouseholdTable {
  id: string;
  company_id: string;
  name: string;
  payer_id: string;
  created_at: Date;
  updated_at: Date;
}
export type HouseholdRow = Selectable<HouseholdTable>;

export interface IdempotencyKeyTable {
  company_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: Buffer;
  invoice_id: string | null;
  status: number | null;
  response: ColumnType<{ [key: string]: unknown } | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
export type IdempotencyKeyRow = Selectable<IdempotencyKeyTable>;

export interface InvoiceCounterTable {
  location_id: string;
  company_id: string;
  prefix: string;
  last: number;
}
export type InvoiceCounterRow = Selectable<InvoiceCounterTable>;

export interface InvoiceLineTable {
  invoice_id: string;
  position: number;
  company_id: string;
  type: 'membership' | 'sales_item' | 'location_fee';
  item_id: string | null;
  name: string;
  description: Generated<string>;
  member_name: string | null;
  quantity: number;
  price_cents: number;
  discount_cents: Generated<number>;
  discount_reason: string | null;
  total_cents: number;
}
export type InvoiceLineRow = Selectable<InvoiceLineTable>;

export interface InvoiceNumberTable {
  invoice_id: string;
  company_id: string;
  number: string;
  sequence: number;
}
export type InvoiceNumberRow = Selectable<InvoiceNumberTable>;

export interface InvoiceTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string;
  kind: 'items' | 'purchase' | 'renewal' | 'plan_change' | 'freeze_fee' | 'manual_balance';
  status: 'draft' | 'open' | 'partially_paid' | 'paid' | 'overdue' | 'void' | 'refunded';
  description: Generated<string>;
  subtotal_cents: number;
  tax_rate: ColumnType<string, string | number | undefined, string | number>;
  tax_cents: number;
  total_cents: number;
  paid_cents: Generated<number>;
  due_cents: number;
  written_off_cents: Generated<number>;
  cash_rounding_cents: Generated<number>;
  refunded_cents: Generated<number>;
  currency: Generated<string>;
  customer_first_name: string;
  customer_last_name: string;
  customer_email: string;
  customer_phone: Generated<string>;
  location_name: string;
  company_name: string;
  external_id: string | null;
  notes: Generated<string>;
  closed_reason: string | null;
  disputed_at: Date | null;
  metadata: ColumnType<InvoiceMetadata, string | undefined, string>;
  created_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type InvoiceRow = Selectable<InvoiceTable>;

export interface JobTable {
  name: string;
  ran_at: Date;
  every_seconds: number;
}
export type JobRow = Selectable<JobTable>;

export interface LastBackupTable {
  only_row: Generated<boolean>;
  completed_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
}
export type LastBackupRow = Selectable<LastBackupTable>;

export interface LedgerDaySumTable {
  company_id: string;
  location_id: string;
  business_day: string;
  account: string;
  kind: string;
  line: number | null;
  category: string | null;
  item_id: string | null;
  plan_id: string | null;
  name: string | null;
  tax_rate: ColumnType<string | null, string | number | null | undefined, string | number | null>;
  method: string | null;
  staff_id: string | null;
  cents: number;
}
export type LedgerDaySumRow = Selectable<LedgerDaySumTable>;

export interface LedgerEntryTable {
  posting_id: string;
  position: number;
  company_id: string;
  location_id: string;
  business_day: string;
  kind: string;
  account: 'receivable' | 'revenue' | 'discount' | 'tax' | 'cash' | 'card' | 'other' | 'refunds' | 'write_offs' | 'cash_rounding' | 'over_short' | 'cash_in_out' | 'disputes' | 'opening_balance';
  cents: number;
  line: number | null;
  category: string | null;
  item_id: string | null;
  plan_id: string | null;
  name: string | null;
  tax_rate: ColumnType<string | null, string | number | null | undefined, string | number | null>;
  method: string | null;
  staff_id: string | null;
}
export type LedgerEntryRow = Selectable<LedgerEntryTable>;

export interface LedgerPostingTable {
  id: string;
  company_id: string;
  location_id: string;
  at: Date;
  business_day: string;
  kind: 'invoice' | 'void' | 'payment' | 'refund' | 'refund_failed' | 'write_off' | 'write_off_paid' | 'dispute' | 'dispute_won' | 'cash_movement' | 'drawer_count';
  invoice_id: string | null;
  payment_id: string | null;
  drawer_id: string | null;
  actor_type: 'user' | 'job' | 'stripe' | 'operator' | 'device' | 'api_key';
  actor_id: string | null;
  actor_name: string;
  request_id: string | null;
}
export type LedgerPostingRow = Selectable<LedgerPostingTable>;

export interface LocationAccessTable {
  user_id: string;
  company_id: string;
  location_id: string;
  access_level: 'admin' | 'manager' | 'operator' | 'point_of_sale';
  created_at: Generated<Date>;
}
export type LocationAccessRow = Selectable<LocationAccessTable>;

export interface LocationFeeTable {
  id: string;
  company_id: string;
  location_id: string;
  name: string;
  description: Generated<string>;
  type: Generated<'percentage' | 'fixed'>;
  amount: ColumnType<string, string | number, string | number>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type LocationFeeRow = Selectable<LocationFeeTable>;

export interface LocationTable {
  id: string;
  company_id: string;
  name: string;
  email: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip_code: Generated<string>;
  country: Generated<string>;
  timezone: Generated<string>;
  sales_tax_rate: ColumnType<string, string | number | undefined, string | number>;
  cash_rounding_cents: Generated<number>;
  invoice_prefix: string | null;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type LocationRow = Selectable<LocationTable>;

export interface MemberDaySumTable {
  company_id: string;
  day: string;
  from_locations: string[];
  to_locations: string[];
  people: number;
  from_cents: number;
  to_cents: number;
}
export type MemberDaySumRow = Selectable<MemberDaySumTable>;

export interface MembershipAgreementTable {
  company_id: string;
  membership_id: string;
  agreement_id: string;
}
export type MembershipAgreementRow = Selectable<MembershipAgreementTable>;

export interface MembershipFreezeTable {
  id: string;
  company_id: string;
  contact_membership_id: string;
  from_day: string;
  until_day: string | null;
  longest_until: string;
  reason: string;
  fee_cents: Generated<number>;
  fee_invoice_id: string | null;
  fee_claimed_at: Date | null;
  fee_tried_at: Date | null;
  created_by: string | null;
  created_at: Generated<Date>;
}
export type MembershipFreezeRow = Selectable<MembershipFreezeTable>;

export interface MembershipHistoryTable {
  company_id: string;
  contact_membership_id: string;
  since: string;
  location_id: string;
  through: string;
  renews_until: string;
  monthly_cents: number;
}
export type MembershipHistoryRow = Selectable<MembershipHistoryTable>;

export interface MembershipSalesItemTable {
  id: string;
  company_id: string;
  membership_id: string;
  sales_item_id: string;
  is_required: Generated<boolean>;
  display_order: Generated<number>;
  created_at: Generated<Date>;
}
export type MembershipSalesItemRow = Selectable<MembershipSalesItemTable>;

export interface MembershipTable {
  id: string;
  company_id: string;
  location_id: string | null;
  name: string;
  description: Generated<string>;
  type: Generated<'no_contract' | 'contract'>;
  contract_length_months: number | null;
  price_cents: number;
  billing_frequency: Generated<'monthly' | 'annually' | 'one_time'>;
  access_duration_days: number | null;
  visit_limit: number | null;
  valid_from: 'purchase' | 'first_visit' | null;
  visits_per_day: number | null;
  external_id: string | null;
  is_published: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type MembershipRow = Selectable<MembershipTable>;

export interface OutdatedPaidPeriodTable {
  company_id: string;
  contact_membership_id: string;
}
export type OutdatedPaidPeriodRow = Selectable<OutdatedPaidPeriodTable>;

export interface PackVisitTable {
  checkin_id: string;
  company_id: string;
  contact_membership_id: string;
  visited_at: Date;
  is_counted: boolean;
}
export type PackVisitRow = Selectable<PackVisitTable>;

export interface PaidPeriodTable {
  company_id: string;
  contact_membership_id: string;
  invoice_id: string;
  location_id: string;
  invoiced_at: Date;
  paid_at: Date | null;
  total_cents: number;
  plan: string;
  cents: number;
  days: number | null;
  changed_at: Date | null;
  end_date: string;
  last_end: string;
  cancels_on: string | null;
}
export type PaidPeriodRow = Selectable<PaidPeriodTable>;

export interface ParkedSaleTable {
  id: string;
  company_id: string;
  location_id: string;
  contact_id: string | null;
  cart: ColumnType<ParkedCart, string, string>;
  note: string | null;
  total_cents: number;
  parked_by: string;
  parked_by_name: string;
  created_at: Date;
  taken_at: Date | null;
  taken_by: string | null;
}
export type ParkedSaleRow = Selectable<ParkedSaleTable>;

export interface PasskeyChallengeTable {
  challenge_hash: Buffer;
  user_id: string | null;
  expires_at: Date;
}
export type PasskeyChallengeRow = Selectable<PasskeyChallengeTable>;

export interface PasskeyTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}
export type PasskeyRow = Selectable<PasskeyTable>;

export interface PaymentIntentTable {
  id: string;
  company_id: string;
  invoice_id: string;
  attempt: Generated<number>;
  amount_cents: number;
  currency: Generated<string>;
  status: string;
  keeps_invoice: Generated<boolean>;
  created_at: Generated<Date>;
  checked_at: Date | null;
  settled_at: Date | null;
}
export type PaymentIntentRow = Selectable<PaymentIntentTable>;

export interface PaymentLinkTable {
  id: string;
  company_id: string;
  invoice_id: string;
  token_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  replaced_at: Date | null;
  is_emailed: Generated<boolean>;
  opened_at: Date | null;
}
export type PaymentLinkRow = Selectable<PaymentLinkTable>;

export interface PaymentTable {
  id: string;
  company_id: string;
  invoice_id: string;
  kind: 'payment' | 'refund' | 'refund_failed';
  amount_cents: number;
  method: 'cash' | 'card' | 'other';
  other_method: string | null;
  reference: string | null;
  status: 'pending' | 'completed' | 'failed' | 'refunded';
  stripe_payment_intent_id: string | null;
  stripe_refund_id: string | null;
  refund_of: string | null;
  refund_id: string | null;
  surplus_cents: Generated<number>;
  rounding_cents: Generated<number>;
  tendered_cents: number | null;
  failure_message: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type PaymentRow = Selectable<PaymentTable>;

export interface PlanChangeTable {
  invoice_id: string;
  company_id: string;
  contact_membership_id: string;
  membership_id: string;
  name: string;
  type: 'no_contract' | 'contract';
  contract_length_months: number | null;
  price_cents: number;
  location_id: string | null;
  contract_end_date: string | null;
  applied_at: Date | null;
  created_at: Generated<Date>;
}
export type PlanChangeRow = Selectable<PlanChangeTable>;

export interface PlannedCashTable {
  invoice_id: string;
  company_id: string;
  amount_cents: number;
  tendered_cents: number | null;
  drawer_id: string | null;
  actor_type: 'user' | 'job' | 'stripe' | 'operator' | 'device' | 'api_key';
  actor_id: string | null;
  actor_name: string;
  request_id: string | null;
}
export type PlannedCashRow = Selectable<PlannedCashTable>;

export interface RateLimitHitTable {
  subject: string;
  at: Generated<Date>;
}
export type RateLimitHitRow = Selectable<RateLimitHitTable>;

export interface ReconciliationDiscrepancyTable {
  reconciliation_id: string;
  position: number;
  company_id: string;
  kind: DiscrepancyKind;
  amount_cents: number;
  detail: string;
  stripe_id: string | null;
  invoice_id: string | null;
  payment_id: string | null;
  drawer_id: string | null;
}
export type ReconciliationDiscrepancyRow = Selectable<ReconciliationDiscrepancyTable>;

export interface ReconciliationTable {
  id: string;
  company_id: string;
  from_day: string;
  to_day: string;
  status: Generated<'running' | 'completed' | 'failed'>;
  started_by: string | null;
  started_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
  tries: Generated<number>;
  crashes: Generated<number>;
  failure: string | null;
  try_again_at: Date | null;
  matched: Generated<number>;
  fees_cents: Generated<number>;
  payouts_cents: Generated<number>;
  difference_count: Generated<number>;
  is_test_mode: boolean | null;
}
export type ReconciliationRow = Selectable<ReconciliationTable>;

export interface RecordChangeTable {
  record_id: string;
  company_id: string;
  kind: 'contact' | 'membership' | 'sales-item' | 'agreement' | 'invoice';
  location_id: string | null;
  changed_at: Date;
  deleted_at: Date | null;
}
export type RecordChangeRow = Selectable<RecordChangeTable>;

export interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}
export type RecoveryCodeRow = Selectable<RecoveryCodeTable>;

export interface RefundTable {
  id: string;
  company_id: string;
  invoice_id: string;
  amount_cents: number;
  destination: 'card' | 'cash';
  reason: string;
  membership: 'keep' | 'end_now' | 'end_at_period';
  lines: ColumnType<RefundedLine[], string, string>;
  parts: ColumnType<RefundPart[], string, string>;
  created_by: string;
  created_at: Generated<Date>;
  busy_until: Date | null;
  completed_at: Date | null;
  failed_at: Date | null;
}
export type RefundRow = Selectable<RefundTable>;

export interface RenewalTable {
  contact_membership_id: string;
  period: number;
  company_id: string;
  invoice_id: string | null;
  line: Generated<number>;
  status: 'pending' | 'paid' | 'declined' | 'given_up';
  attempts: Generated<number>;
  next_attempt_on: string | null;
  retry_days: Generated<number[]>;
  first_failed_on: string | null;
  claimed_at: Date | null;
  invoice_days: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type RenewalRow = Selectable<RenewalTable>;

export interface RowCounterTable {
  company_id: string;
  location_id: string;
  subject: 'contacts' | 'all contacts' | 'checkins' | 'invoices' | 'door log';
  part: string;
  shard: number;
  amount: number;
}
export type RowCounterRow = Selectable<RowCounterTable>;

export interface SalesItemTable {
  id: string;
  company_id: string;
  location_id: string;
  name: string;
  description: Generated<string>;
  price_cents: number;
  is_active: Generated<boolean>;
  is_published: Generated<boolean>;
  is_physical_item: Generated<boolean>;
  inventory_quantity: Generated<number>;
  low_stock_level: number | null;
  cost_cents: number | null;
  category: string | null;
  barcode: string | null;
  is_favorite: Generated<boolean>;
  external_id: string | null;
  image_original_key: string | null;
  image_preview_key: string | null;
  image_thumbnail_key: string | null;
  image_file_name: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  archived_at: Date | null;
}
export type SalesItemRow = Selectable<SalesItemTable>;

export interface SavedCardTable {
  company_id: string;
  contact_id: string;
  payment_method_id: string;
  brand: string | null;
  last_digits: string | null;
  last_day: string | null;
  read_at: Date;
  replaced_ids: Generated<string[]>;
}
export type SavedCardRow = Selectable<SavedCardTable>;

export interface SealingKeyTable {
  id: string;
  certificate: Buffer;
  private_key_sealed: string;
  created_at: Generated<Date>;
}
export type SealingKeyRow = Selectable<SealingKeyTable>;

export interface SecondFactorTable {
  user_id: string;
  secret_sealed: string;
  confirmed_at: Date | null;
  last_step: number | null;
  created_at: Generated<Date>;
}
export type SecondFactorRow = Selectable<SecondFactorTable>;

export interface SecurityEmailTable {
  id: Generated<string>;
  user_id: string;
  event: string;
  attempts: Generated<number>;
  due_at: Date;
}
export type SecurityEmailRow = Selectable<SecurityEmailTable>;

export interface SessionTable {
  id: string;
  user_id: string;
  device: string | null;
  by_passkey: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  last_seen_at: Date | null;
}
export type SessionRow = Selectable<SessionTable>;

export interface SetupTokenTable {
  only_row: Generated<boolean>;
  token_hash: Buffer;
}
export type SetupTokenRow = Selectable<SetupTokenTable>;

export interface SignInChallengeTable {
  token_hash: Buffer;
  user_id: string;
  expires_at: Date;
}
export type SignInChallengeRow = Selectable<SignInChallengeTable>;

export interface SignatureDrawingTable {
  signature_id: string;
  company_id: string;
  png: Buffer;
}
export type SignatureDrawingRow = Selectable<SignatureDrawingTable>;

export interface SignatureRequestTable {
  id: string;
  company_id: string;
  contact_id: string;
  token_hash: Buffer;
  agreement_version_ids: string[];
  created_at: Generated<Date>;
  expires_at: Date;
  replaced_at: Date | null;
  signed_at: Date | null;
  opened_at: Date | null;
  emailed_to: string | null;
}
export type SignatureRequestRow = Selectable<SignatureRequestTable>;

export interface SignatureTable {
  id: string;
  company_id: string;
  contact_id: string;
  agreement_id: string;
  agreement_version_id: string;
  contact_membership_id: string | null;
  asked_at: Generated<Date>;
  agreement_name: string;
  version_number: number;
  document_sha256: Buffer;
  document_size: number;
  method: 'desk' | 'link' | 'paper';
  name: string;
  guardian_name: string | null;
  guardian_relation: string | null;
  consent_text: Generated<string>;
  consent_sha256: Buffer | null;
  ticks: ColumnType<Tick[], string | undefined, string>;
  opened_at: Date | null;
  read_to_end_at: Date | null;
  signed_at: Date;
  timezone: string;
  ip_address: Generated<string>;
  user_agent: Generated<string>;
  emailed_to: string | null;
  witness_id: string | null;
  witness_name: string | null;
  file_key: string | null;
  file_size: number | null;
  sealed_at: Date | null;
  sealed_sha256: Buffer | null;
  before_seal_sha256: Buffer | null;
  seal_sha256: Buffer | null;
  seal_due_at: Date | null;
  seal_attempts: Generated<number>;
}
export type SignatureRow = Selectable<SignatureTable>;

export interface SigningCertificateTable {
  company_id: string;
  p12_sealed: string;
  subject: string;
  issuer: string;
  valid_from: Date;
  valid_to: Date;
  uploaded_by: string;
  uploaded_by_name: string;
  uploaded_at: Date;
}
export type SigningCertificateRow = Selectable<SigningCertificateTable>;

export interface SigningKeyTable {
  id: string;
  public_key: Buffer;
  private_key_sealed: string;
  created_at: Generated<Date>;
}
export type SigningKeyRow = Selectable<SigningKeyTable>;

export interface StockMovementTable {
  id: string;
  company_id: string;
  sales_item_id: string;
  kind: 'received' | 'counted';
  change: number;
  quantity_after: number;
  unit_cost_cents: number | null;
  note: Generated<string>;
  moved_by: string;
  moved_by_name: string;
  created_at: Date;
}
export type StockMovementRow = Selectable<StockMovementTable>;

export interface StockReservationTable {
  invoice_id: string;
  sales_item_id: string;
  company_id: string;
  quantity: number;
  state: Generated<'reserved' | 'sold' | 'returned'>;
}
export type StockReservationRow = Selectable<StockReservationTable>;

export interface StripeConfigTable {
  company_id: string;
  publishable_key: string;
  secret_key_sealed: string;
  secret_key_masked: string;
  webhook_endpoint_id: string | null;
  webhook_secret_sealed: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type StripeConfigRow = Selectable<StripeConfigTable>;

export interface StripeCustomerTable {
  company_id: string;
  contact_id: string;
  customer_id: string;
  payment_method_id: string | null;
  is_imported: Generated<boolean>;
  created_at: Generated<Date>;
}
export type StripeCustomerRow = Selectable<StripeCustomerTable>;

export interface UserTokenTable {
  token_hash: Buffer;
  user_id: string;
  purpose: 'reset' | 'verify';
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
}
export type UserTokenRow = Selectable<UserTokenTable>;

export interface UserTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  emails_z_reports: Generated<boolean>;
  last_seen_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type UserRow = Selectable<UserTable>;

export interface WalkInContactTable {
  location_id: string;
  company_id: string;
  contact_id: string;
}
export type WalkInContactRow = Selectable<WalkInContactTable>;

export interface WebhookDeliveryTable {
  id: Generated<string>;
  endpoint_id: string;
  event_id: string;
  company_id: string;
  record_id: string;
  number: number;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  due_at: Date | null;
  attempted_at: Date | null;
  status: number | null;
  milliseconds: number | null;
  answer: string | null;
  created_at: Generated<Date>;
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>;

export interface WebhookEndpointTable {
  id: string;
  company_id: string;
  url: string;
  description: Generated<string>;
  types: string[] | null;
  location_ids: string[] | null;
  secret_sealed: string;
  old_secret_sealed: string | null;
  old_secret_until: Date | null;
  disabled_at: Date | null;
  disabled_reason: 'staff' | 'gone' | 'failing' | null;
  failing_since: Date | null;
  notice_due: Generated<boolean>;
  created_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
export type WebhookEndpointRow = Selectable<WebhookEndpointTable>;

export interface WebhookEventTable {
  company_id: string;
  event_id: string;
  type: string;
  received_at: Generated<Date>;
}
export type WebhookEventRow = Selectable<WebhookEventTable>;

/**
 * The columns of each table. A prepared `select *` fails on every connection once a migration adds a column, so queries
 * name their columns.
 */
export const columns = {
  access_hours: ['id', 'company_id', 'membership_id', 'weekdays', 'from_minute', 'to_minute', 'created_at', 'updated_at'],
  activity: [
    'id', 'company_id', 'at', 'actor_type', 'actor_id', 'actor_name', 'action', 'record_type', 'record_id', 'record_label', 'location_id',
    'changes', 'request_id',
  ],
  agreement_versions: ['id', 'company_id', 'agreement_id', 'version_number', 'file_key', 'file_name', 'file_size', 'sha256', 'created_at'],
  agreements: [
    'id', 'company_id', 'location_id', 'name', 'description', 'display_order', 'sign_again_at', 'created_at', 'updated_at', 'archived_at',
  ],
  api_key_limits: ['api_key_id', 'full_at'],
  api_keys: [
    'id', 'company_id', 'name', 'kind', 'key_hash', 'start', 'scopes', 'location_ids', 'origins', 'created_by', 'created_at', 'expires_at',
    'revoked_at', 'last_used_at', 'last_used_address',
  ],
  awaited_payments: ['invoice_id', 'company_id', 'since'],
  checkin_hour_sums: ['company_id', 'location_id', 'day', 'hour', 'access_granted', 'reason', 'visits'],
  checkins: [
    'id', 'company_id', 'location_id', 'contact_id', 'checkin_time', 'access_granted', 'reason', 'contact_membership_id', 'door_name',
    'created_by',
  ],
  companies: [
    'id', 'name', 'email', 'phone', 'address', 'city', 'state', 'zip_code', 'country', 'website', 'is_active', 'created_at', 'updated_at',
    'archived_at',
  ],
  company_admins: ['user_id', 'company_id', 'created_at'],
  company_settings: [
    'company_id', 'memberships', 'payments', 'receipts', 'checkins', 'emails', 'checklist', 'accounting', 'security', 'privacy',
    'updated_at',
  ],
  company_users: [
    'company_id', 'user_id', 'status', 'invited_at', 'invited_first_name', 'invited_last_name', 'invitation_hash', 'invitation_expires_at',
    'updated_at',
  ],
  contact_blocks: ['id', 'company_id', 'contact_id', 'reason', 'until_day', 'created_at', 'created_by', 'created_by_name'],
  contact_codes: ['code', 'company_id', 'contact_id', 'created_at', 'ended_at'],
  contact_erasures: ['contact_id', 'company_id', 'asked_at', 'asked_by', 'asked_by_name', 'due_at', 'refusal', 'erased_at'],
  contact_memberships: [
    'id', 'company_id', 'contact_id', 'membership_id', 'location_id', 'invoice_id', 'membership_name', 'membership_type',
    'billing_frequency', 'contract_length_months', 'access_duration_days', 'visit_limit', 'visits_used', 'used_up_on', 'first_visit_from',
    'purchase_price_cents', 'start_date', 'end_date', 'contract_end_date', 'last_day', 'periods_paid', 'counted_from', 'earlier_months',
    'earlier_periods', 'earlier_ends', 'ended_on', 'ended_days', 'access_ended_on', 'purchase_date', 'granted_at', 'access_enabled',
    'access_reason', 'auto_renew', 'renews_by', 'renewal_on_hold', 'grace_days', 'unbilled_grace', 'renewal_stopped', 'cancels_on',
    'cancel_when', 'cancel_reason', 'cancel_note', 'cancel_notice_days', 'canceled_at', 'canceled_by', 'access_before_cancel',
    'planned_membership_id', 'planned_name', 'planned_type', 'planned_billing_frequency', 'planned_contract_length_months',
    'planned_price_cents', 'planned_location_id', 'renewal_noticed_for', 'ending_noticed_for', 'notes', 'created_at',
  ],
  contact_notes: ['id', 'company_id', 'contact_id', 'text', 'author_id', 'author_name', 'created_at'],
  contacts: [
    'id', 'company_id', 'home_location_id', 'first_name', 'last_name', 'email', 'phone', 'date_of_birth', 'address', 'city', 'state',
    'zip_code', 'emergency_contact_name', 'emergency_contact_phone', 'notes', 'tags', 'image_original_key', 'image_preview_key',
    'image_thumbnail_key', 'image_file_name', 'image_file_size', 'image_uploaded_at', 'external_id', 'member_through', 'created_at',
    'updated_at', 'archived_at',
  ],
  deleted_files: ['key', 'company_id', 'deleted_at'],
  device_doors: ['device_id', 'door_id', 'company_id'],
  device_limits: ['device_id', 'full_at'],
  device_pairings: ['device_id', 'company_id', 'code_hash', 'created_at', 'expires_at'],
  device_streams: ['id', 'company_id', 'device_id', 'beat_at'],
  devices: [
    'id', 'company_id', 'location_id', 'name', 'kind', 'token_hash', 'previous_token_hash', 'list_key_sealed', 'list_hours', 'hardware',
    'version', 'created_by', 'created_at', 'paired_at', 'last_seen_at', 'list_fetched_at', 'revoked_at',
  ],
  disputes: [
    'id', 'company_id', 'invoice_id', 'amount_cents', 'status', 'reason', 'opened_at', 'updated_at', 'due_by', 'answered_at', 'answered_by',
    'answered_by_name',
  ],
  door_commands: [
    'id', 'company_id', 'door_id', 'device_id', 'type', 'seconds', 'created_at', 'expires_at', 'acknowledged_at', 'is_done', 'message',
  ],
  door_log: [
    'id', 'company_id', 'location_id', 'door_name', 'device_id', 'device_name', 'contact_id', 'type', 'at', 'reported_at', 'access_granted',
    'reason_code', 'is_offline', 'key', 'conflict',
  ],
  doors: ['id', 'company_id', 'location_id', 'name', 'is_active', 'created_at', 'updated_at'],
  drawer_emails: ['company_id', 'drawer_id', 'user_id', 'due_at', 'attempts'],
  drawer_movements: ['id', 'company_id', 'drawer_id', 'type', 'amount_cents', 'reason', 'moved_by', 'moved_by_name', 'created_at'],
  drawer_report_postings: ['company_id', 'posting_id', 'drawer_id'],
  drawers: [
    'id', 'company_id', 'location_id', 'number', 'float_cents', 'last_counted_cents', 'opened_at', 'opened_by', 'opened_by_name',
    'cash_sales_cents', 'cash_refunds_cents', 'cash_in_cents', 'cash_out_cents', 'counted_cents', 'counts', 'note', 'report', 'closed_at',
    'closed_by', 'closed_by_name',
  ],
  emails: [
    'id', 'company_id', 'contact_id', 'kind', 'data', 'address', 'once', 'state', 'due_at', 'attempts', 'sent_to', 'failure', 'settled_at',
    'created_at',
  ],
  events: ['company_id', 'id', 'written', 'number', 'location_id', 'type', 'record_id', 'at', 'data', 'once'],
  exports: [
    'id', 'company_id', 'status', 'progress', 'attempts', 'requested_by', 'requested_by_name', 'created_at', 'expires_at', 'archive_key',
    'archive_size',
  ],
  finished_days: ['company_id', 'subject', 'through'],
  household_members: ['contact_id', 'company_id', 'household_id', 'relation', 'may_act', 'joined_at'],
  households: ['id', 'company_id', 'name', 'payer_id', 'created_at', 'updated_at'],
  idempotency_keys: ['company_id', 'user_id', 'route', 'key', 'body_hash', 'invoice_id', 'status', 'response', 'created_at'],
  invoice_counters: ['location_id', 'company_id', 'prefix', 'last'],
  invoice_lines: [
    'invoice_id', 'position', 'company_id', 'type', 'item_id', 'name', 'description', 'member_name', 'quantity', 'price_cents',
    'discount_cents', 'discount_reason', 'total_cents',
  ],
  invoice_numbers: ['invoice_id', 'company_id', 'number', 'sequence'],
  invoices: [
    'id', 'company_id', 'location_id', 'contact_id', 'kind', 'status', 'description', 'subtotal_cents', 'tax_rate', 'tax_cents',
    'total_cents', 'paid_cents', 'due_cents', 'written_off_cents', 'cash_rounding_cents', 'refunded_cents', 'currency',
    'customer_first_name', 'customer_last_name', 'customer_email', 'customer_phone', 'location_name', 'company_name', 'external_id',
    'notes', 'closed_reason', 'disputed_at', 'metadata', 'created_by', 'created_at', 'updated_at',
  ],
  jobs: ['name', 'ran_at', 'every_seconds'],
  last_backup: ['only_row', 'completed_at', 'failed_at', 'failure'],
  ledger_day_sums: [
    'company_id', 'location_id', 'business_day', 'account', 'kind', 'line', 'category', 'item_id', 'plan_id', 'name', 'tax_rate', 'method',
    'staff_id', 'cents',
  ],
  ledger_entries: [
    'posting_id', 'position', 'company_id', 'location_id', 'business_day', 'kind', 'account', 'cents', 'line', 'category', 'item_id',
    'plan_id', 'name', 'tax_rate', 'method', 'staff_id',
  ],
  ledger_postings: [
    'id', 'company_id', 'location_id', 'at', 'business_day', 'kind', 'invoice_id', 'payment_id', 'drawer_id', 'actor_type', 'actor_id',
    'actor_name', 'request_id',
  ],
  location_access: ['user_id', 'company_id', 'location_id', 'access_level', 'created_at'],
  location_fees: ['id', 'company_id', 'location_id', 'name', 'description', 'type', 'amount', 'is_active', 'created_at', 'updated_at'],
  locations: [
    'id', 'company_id', 'name', 'email', 'phone', 'address', 'city', 'state', 'zip_code', 'country', 'timezone', 'sales_tax_rate',
    'cash_rounding_cents', 'invoice_prefix', 'is_active', 'created_at', 'updated_at', 'archived_at',
  ],
  member_day_sums: ['company_id', 'day', 'from_locations', 'to_locations', 'people', 'from_cents', 'to_cents'],
  membership_agreements: ['company_id', 'membership_id', 'agreement_id'],
  membership_freezes: [
    'id', 'company_id', 'contact_membership_id', 'from_day', 'until_day', 'longest_until', 'reason', 'fee_cents', 'fee_invoice_id',
    'fee_claimed_at', 'fee_tried_at', 'created_by', 'created_at',
  ],
  membership_history: ['company_id', 'contact_membership_id', 'since', 'location_id', 'through', 'renews_until', 'monthly_cents'],
  membership_sales_items: ['id', 'company_id', 'membership_id', 'sales_item_id', 'is_required', 'display_order', 'created_at'],
  memberships: [
    'id', 'company_id', 'location_id', 'name', 'description', 'type', 'contract_length_months', 'price_cents', 'billing_frequency',
    'access_duration_days', 'visit_limit', 'valid_from', 'visits_per_day', 'external_id', 'is_published', 'is_active', 'created_at',
    'updated_at', 'archived_at',
  ],
  outdated_paid_periods: ['company_id', 'contact_membership_id'],
  pack_visits: ['checkin_id', 'company_id', 'contact_membership_id', 'visited_at', 'is_counted'],
  paid_periods: [
    'company_id', 'contact_membership_id', 'invoice_id', 'location_id', 'invoiced_at', 'paid_at', 'total_cents', 'plan', 'cents', 'days',
    'changed_at', 'end_date', 'last_end', 'cancels_on',
  ],
  parked_sales: [
    'id', 'company_id', 'location_id', 'contact_id', 'cart', 'note', 'total_cents', 'parked_by', 'parked_by_name', 'created_at', 'taken_at',
    'taken_by',
  ],
  passkey_challenges: ['challenge_hash', 'user_id', 'expires_at'],
  passkeys: ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'created_at', 'last_used_at'],
  payment_intents: [
    'id', 'company_id', 'invoice_id', 'attempt', 'amount_cents', 'currency', 'status', 'keeps_invoice', 'created_at', 'checked_at',
    'settled_at',
  ],
  payment_links: ['id', 'company_id', 'invoice_id', 'token_hash', 'created_at', 'expires_at', 'replaced_at', 'is_emailed', 'opened_at'],
  payments: [
    'id', 'company_id', 'invoice_id', 'kind', 'amount_cents', 'method', 'other_method', 'reference', 'status', 'stripe_payment_intent_id',
    'stripe_refund_id', 'refund_of', 'refund_id', 'surplus_cents', 'rounding_cents', 'tendered_cents', 'failure_message', 'created_at',
    'updated_at',
  ],
  plan_changes: [
    'invoice_id', 'company_id', 'contact_membership_id', 'membership_id', 'name', 'type', 'contract_length_months', 'price_cents',
    'location_id', 'contract_end_date', 'applied_at', 'created_at',
  ],
  planned_cash: [
    'invoice_id', 'company_id', 'amount_cents', 'tendered_cents', 'drawer_id', 'actor_type', 'actor_id', 'actor_name', 'request_id',
  ],
  rate_limit_hits: ['subject', 'at'],
  reconciliation_discrepancies: [
    'reconciliation_id', 'position', 'company_id', 'kind', 'amount_cents', 'detail', 'stripe_id', 'invoice_id', 'payment_id', 'drawer_id',
  ],
  reconciliations: [
    'id', 'company_id', 'from_day', 'to_day', 'status', 'started_by', 'started_by_name', 'created_at', 'finished_at', 'tries', 'crashes',
    'failure', 'try_again_at', 'matched', 'fees_cents', 'payouts_cents', 'difference_count', 'is_test_mode',
  ],
  record_changes: ['record_id', 'company_id', 'kind', 'location_id', 'changed_at', 'deleted_at'],
  recovery_codes: ['user_id', 'code_hash', 'used_at'],
  refunds: [
    'id', 'company_id', 'invoice_id', 'amount_cents', 'destination', 'reason', 'membership', 'lines', 'parts', 'created_by', 'created_at',
    'busy_until', 'completed_at', 'failed_at',
  ],
  renewals: [
    'contact_membership_id', 'period', 'company_id', 'invoice_id', 'line', 'status', 'attempts', 'next_attempt_on', 'retry_days',
    'first_failed_on', 'claimed_at', 'invoice_days', 'created_at', 'updated_at',
  ],
  row_counters: ['company_id', 'location_id', 'subject', 'part', 'shard', 'amount'],
  sales_items: [
    'id', 'company_id', 'location_id', 'name', 'description', 'price_cents', 'is_active', 'is_published', 'is_physical_item',
    'inventory_quantity', 'low_stock_level', 'cost_cents', 'category', 'barcode', 'is_favorite', 'external_id', 'image_original_key',
    'image_preview_key', 'image_thumbnail_key', 'image_file_name', 'created_at', 'updated_at', 'archived_at',
  ],
  saved_cards: ['company_id', 'contact_id', 'payment_method_id', 'brand', 'last_digits', 'last_day', 'read_at', 'replaced_ids'],
  sealing_keys: ['id', 'certificate', 'private_key_sealed', 'created_at'],
  second_factors: ['user_id', 'secret_sealed', 'confirmed_at', 'last_step', 'created_at'],
  security_emails: ['id', 'user_id', 'event', 'attempts', 'due_at'],
  sessions: ['id', 'user_id', 'device', 'by_passkey', 'created_at', 'expires_at', 'revoked_at', 'last_seen_at'],
  setup_token: ['only_row', 'token_hash'],
  sign_in_challenges: ['token_hash', 'user_id', 'expires_at'],
  signature_drawings: ['signature_id', 'company_id', 'png'],
  signature_requests: [
    'id', 'company_id', 'contact_id', 'token_hash', 'agreement_version_ids', 'created_at', 'expires_at', 'replaced_at', 'signed_at',
    'opened_at', 'emailed_to',
  ],
  signatures: [
    'id', 'company_id', 'contact_id', 'agreement_id', 'agreement_version_id', 'contact_membership_id', 'asked_at', 'agreement_name',
    'version_number', 'document_sha256', 'document_size', 'method', 'name', 'guardian_name', 'guardian_relation', 'consent_text',
    'consent_sha256', 'ticks', 'opened_at', 'read_to_end_at', 'signed_at', 'timezone', 'ip_address', 'user_agent', 'emailed_to',
    'witness_id', 'witness_name', 'file_key', 'file_size', 'sealed_at', 'sealed_sha256', 'before_seal_sha256', 'seal_sha256', 'seal_due_at',
    'seal_attempts',
  ],
  signing_certificates: [
    'company_id', 'p12_sealed', 'subject', 'issuer', 'valid_from', 'valid_to', 'uploaded_by', 'uploaded_by_name', 'uploaded_at',
  ],
  signing_keys: ['id', 'public_key', 'private_key_sealed', 'created_at'],
  stock_movements: [
    'id', 'company_id', 'sales_item_id', 'kind', 'change', 'quantity_after', 'unit_cost_cents', 'note', 'moved_by', 'moved_by_name',
    'created_at',
  ],
  stock_reservations: ['invoice_id', 'sales_item_id', 'company_id', 'quantity', 'state'],
  stripe_configs: [
    'company_id', 'publishable_key', 'secret_key_sealed', 'secret_key_masked', 'webhook_endpoint_id', 'webhook_secret_sealed', 'created_at',
    'updated_at',
  ],
  stripe_customers: ['company_id', 'contact_id', 'customer_id', 'payment_method_id', 'is_imported', 'created_at'],
  user_tokens: ['token_hash', 'user_id', 'purpose', 'expires_at', 'used_at', 'created_at'],
  users: [
    'id', 'email', 'first_name', 'last_name', 'password_hash', 'email_verified_at', 'emails_z_reports', 'last_seen_at', 'created_at',
    'updated_at',
  ],
  walk_in_contacts: ['location_id', 'company_id', 'contact_id'],
  webhook_deliveries: [
    'id', 'endpoint_id', 'event_id', 'company_id', 'record_id', 'number', 'state', 'attempts', 'due_at', 'attempted_at', 'status',
    'milliseconds', 'answer', 'created_at',
  ],
  webhook_endpoints: [
    'id', 'company_id', 'url', 'description', 'types', 'location_ids', 'secret_sealed', 'old_secret_sealed', 'old_secret_until',
    'disabled_at', 'disabled_reason', 'failing_since', 'notice_due', 'created_by', 'created_at', 'updated_at',
  ],
  webhook_events: ['company_id', 'event_id', 'type', 'received_at'],
} as const;

/** The same with an alias in front, for joins: `listColumns('locations', 'l')` gives `l.id` and so on. */
export const listColumns = <T extends keyof Tables, A extends string>(table: T, alias: A) =>
  columns[table].map((column) => `${alias}.${column}`) as `${A}.${(typeof columns)[T][number]}`[];
