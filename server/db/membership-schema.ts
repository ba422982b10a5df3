import type { Generated, GeneratedAlways } from 'kysely';
import type { CancellationReason, CancellationTime } from '#domain/rules/cancellation.ts';
import type { RenewalStop } from '#domain/rules/cardRetries.ts';
import type { Moment, Owned, Text } from './columnTypes.ts';

/** The tables of the memberships that contacts have bought. */
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
  /** Months from the first start to the end of each of those periods; null if they are unknown. */
  earlier_ends: Generated<number[] | null>;
  planned_membership_id: Generated<string | null>;
  planned_name: Generated<string | null>;
  planned_type: Generated<'no_contract' | 'contract' | null>;
  planned_billing_frequency: Generated<'monthly' | 'annually' | null>;
  planned_contract_length_months: Generated<number | null>;
  planned_price_cents: Generated<number | null>;
  planned_location_id: Generated<string | null>;
  /** How an imported membership renews once renewals are released. */
  held_renewal: Generated<'card' | 'manual' | null>;
  /** Days of grace after the paid period, set when its renewal failed or waits to be paid by hand. */
  days_of_grace: Generated<number | null>;
  /** Days of grace while the next period is not billed; null for a membership that does not renew. A trigger keeps it. */
  unbilled_grace: Generated<number | null>;
  /** Why renewal was turned off automatically. */
  renewal_stopped: Generated<RenewalStop | null>;
  /** Periods count from here after days without access. */
  counted_from: Generated<string | null>;
  /** The date for which the member was notified of a renewal or an end. */
  renewal_noticed_for: Generated<string | null>;
  ending_noticed_for: Generated<string | null>;
}

/** Open while `until_day` is null: it then ends automatically on `longest_until`. */
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

/** A change of plan within the paid period, pending until its invoice is paid. */
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
  applied_at: Generated<Date | null>;
  created_at: Moment;
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
  /** When a process began to charge the card. It is null again when the result is known. */
  claimed_at: Generated<Date | null>;
  /** How many days before the end it was invoiced, for a renewal that is paid by hand. */
  invoice_days: Generated<number | null>;
  created_at: Moment;
  updated_at: Moment;
}
