import { sql } from 'kysely';
import { changesBetween } from '#domain/rules/activityChanges.ts';
import { periodEnd, renewedEnd } from '#domain/rules/billingPeriods.ts';
import { changedTerm } from '#domain/rules/planChange.ts';
import { nextRetryOn } from '#domain/rules/cardRetries.ts';
import type { Actor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import { boughtPlanActivity, invoiceActivity, invoiceChanges } from '#server/invoicing/activities.ts';
import { columns } from '#server/db/columns.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/db/sales-schema.ts';
import { mailPaymentFailed } from '#server/mail/memberMailQueue.ts';
import { changeMembership, lockMembership, termOf, type GrantedMembership } from '#server/invoicing/contactMembership.ts';

export interface DueMembership {
  readonly company_id: string;
  readonly id: string;
  readonly contact_id: string;
  readonly membership_id: string;
  readonly membership_name: string;
  readonly purchase_price_cents: number;
  readonly period: number;
  readonly location_id: string;
  readonly today: string;
}

export interface DueRenewal {
  readonly company_id: string;
  readonly contact_membership_id: string;
  readonly period: number;
  readonly invoice_id: string;
  readonly attempts: number;
  readonly today: string;
}

/** A server that was down for longer does not charge anyone unexpectedly. */
export const graceDays = 7;

/** Memberships of every company that renew by card, have come to their last paid day and are not billed yet. */
export async function endingMemberships({ unscoped }: Database, now: Date): Promise<DueMembership[]> {
  const { rows } = await sql<DueMembership>`
    select company_id, id, contact_id, membership_id, membership_name, purchase_price_cents, period, location_id, today
      from ending_memberships(${now}, ${graceDays})`.execute(unscoped);
  return rows;
}

/** Renewals of every company that are due for a first or another attempt. */
export async function dueRenewals({ unscoped }: Database, now: Date): Promise<DueRenewal[]> {
  const { rows } = await sql<DueRenewal>`
    select company_id, contact_membership_id, period, invoice_id, attempts, today from due_renewals(${now})`.execute(unscoped);
  return rows;
}

/** Of renewals that were billed before there were settings. */
const earlierRetryDays = [1, 2, 3];

export const renewalsRepo = (tx: Tx) => ({
  /** Claims the period for this process; false when another process has it. */
  async claimPeriod({ company_id, id, period, today }: DueMembership, retryDays: readonly number[], now: Date): Promise<boolean> {
    const claimed = await tx
      .insertInto('renewals')
      .values({
        contact_membership_id: id,
        period,
        company_id,
        invoice_id: null,
        status: 'pending',
        next_attempt_on: today,
        retry_days: [...retryDays],
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return claimed.numInsertedOrUpdatedRows === 1n;
  },

  bill: ({ id, period }: DueMembership, invoiceId: string) =>
    tx
      .updateTable('renewals')
      .set({ invoice_id: invoiceId })
      .where('contact_membership_id', '=', id)
      .where('period', '=', period)
      .execute(),

  /** Claims an attempt for this process and schedules the next; false when another process has it. */
  async claimAttempt(renewal: DueRenewal, now: Date): Promise<boolean> {
    const { contact_membership_id, period, today } = renewal;
    const { retry_days, first_failed_on } = await tx
      .selectFrom('renewals')
      .select(['retry_days', 'first_failed_on'])
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .executeTakeFirstOrThrow();
    const failures = renewal.attempts + 1;
    const firstFailedOn = (failures > 1 && first_failed_on) || today;
    const next = nextRetryOn({ firstFailedOn, failures, today, retryDays: retry_days ?? earlierRetryDays });
    const change = { status: next ? ('declined' as const) : ('given_up' as const), next_attempt_on: next, first_failed_on: firstFailedOn };
    const claimed = await this.change(renewal, { ...change, attempts: failures }, renewal.attempts, now);
    return claimed.numUpdatedRows === 1n;
  },

  /** Gives back an attempt that never reached Stripe. */
  releaseAttempt: (renewal: DueRenewal, now: Date) =>
    renewalsRepo(tx).change(
      renewal,
      { status: 'pending', next_attempt_on: renewal.today, attempts: renewal.attempts },
      renewal.attempts + 1,
      now,
    ),

  change: (
    { contact_membership_id, period }: DueRenewal,
    change: { status: 'pending' | 'declined' | 'given_up'; next_attempt_on: string | null; first_failed_on?: string; attempts: number },
    from: number,
    now: Date,
  ) =>
    tx
      .updateTable('renewals')
      .set({ ...change, updated_at: now })
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .where('attempts', '=', from)
      .where('status', 'in', ['pending', 'declined', 'given_up'])
      .executeTakeFirst(),
});

/** The renewal that an invoice bills; undefined for a sale. */
export const renewalOf = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('renewals').select(columns.renewals).where('invoice_id', '=', invoiceId).executeTakeFirst();

/** Extends the membership by the period that this invoice paid. Doing it again changes nothing. */
export async function renewalPaid(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  const known = await renewalOf(tx, invoice.id);
  if (!known || known.status === 'paid') return;
  const membership = await lockMembership(tx, known.contact_membership_id, now);
  if (!membership) throw new Error('A renewal of a membership that was never granted');
  const change = (await isBilledByNewPlan(tx, membership, invoice.id)) ? changedPlan(membership, known.period) : renewedEnds(membership, known.period);
  await changeMembership(tx, membership.id, { ...change, periods_paid: known.period });
  await tx
    .updateTable('renewals')
    .set({ status: 'paid', next_attempt_on: null, updated_at: now })
    .where('contact_membership_id', '=', known.contact_membership_id)
    .where('period', '=', known.period)
    .execute();
  const changes = changesBetween(
    { endDate: membership.end_date, plan: membership.membership_name },
    { endDate: change.end_date, plan: 'membership_name' in change ? change.membership_name : membership.membership_name },
  );
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.renewed', invoice, membership, changes));
}

function renewedEnds(membership: GrantedMembership, period: number) {
  const term = termOf(membership);
  // A refund of an earlier period may have brought the end forward. This period is paid to its own end.
  const [end] = [renewedEnd(term), term.endDate && periodEnd(term, period)].filter((day) => day !== null).toSorted().toReversed();
  return { end_date: end ?? membership.end_date };
}

async function isBilledByNewPlan(tx: Tx, { planned_membership_id }: GrantedMembership, invoiceId: string): Promise<boolean> {
  if (planned_membership_id === null) return false;
  const line = await tx
    .selectFrom('invoice_lines')
    .select('position')
    .where('invoice_id', '=', invoiceId)
    .where('item_id', '=', planned_membership_id)
    .executeTakeFirst();
  return line !== undefined;
}

/** The planned plan becomes the row's own with the first period that is paid at its price. */
function changedPlan(membership: GrantedMembership, period: number) {
  const { planned_membership_id, planned_name, planned_type, planned_billing_frequency, planned_price_cents } = membership;
  if (!planned_membership_id || !planned_name || !planned_type || !planned_billing_frequency || planned_price_cents === null) {
    throw new Error('A planned change of plan without the plan');
  }
  const plan = {
    type: planned_type,
    billingFrequency: planned_billing_frequency,
    contractLengthMonths: membership.planned_contract_length_months,
  };
  const { earlierMonths, earlierPeriods, endDate, contractEndDate } = changedTerm(termOf(membership), plan, period);
  return {
    membership_id: planned_membership_id,
    membership_name: planned_name,
    membership_type: planned_type,
    billing_frequency: planned_billing_frequency,
    contract_length_months: membership.planned_contract_length_months,
    access_duration_days: null,
    purchase_price_cents: planned_price_cents,
    location_id: membership.planned_location_id,
    end_date: endDate,
    contract_end_date: contractEndDate,
    earlier_months: earlierMonths,
    earlier_periods: earlierPeriods,
    ...noPlannedChange,
  };
}

export const noPlannedChange = {
  planned_membership_id: null,
  planned_name: null,
  planned_type: null,
  planned_billing_frequency: null,
  planned_contract_length_months: null,
  planned_price_cents: null,
  planned_location_id: null,
};

/** An attempt that failed for good leaves the invoice overdue. */
export async function renewalDeclined(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  const renewal = await renewalOf(tx, invoice.id);
  if (renewal && invoice.due_cents > 0) await mailPaymentFailed(tx, invoice, renewal, now);
  if (invoice.status !== 'open') return;
  await tx.updateTable('invoices').set({ status: 'overdue', updated_at: now }).where('id', '=', invoice.id).execute();
  await logActivity(tx, actor, invoiceActivity('invoice.overdue', invoice, invoiceChanges(invoice, { status: 'overdue' })));
}

/**
 * Voids the unpaid invoices of these periods and forgets that they were billed, so that a renewal which is due after all
 * writes a new one. The caller holds the locks of `lockMembership`.
 */
export async function voidRenewals(tx: Tx, membershipId: string, invoiceIds: readonly string[], now: Date): Promise<void> {
  if (invoiceIds.length === 0) return;
  await tx.deleteFrom('renewals').where('contact_membership_id', '=', membershipId).where('invoice_id', 'in', invoiceIds).execute();
  await tx.updateTable('invoices').set({ status: 'void', due_cents: 0, updated_at: now }).where('id', 'in', invoiceIds).execute();
  await tx
    .updateTable('payments')
    .set({ status: 'failed', updated_at: now })
    .where('invoice_id', 'in', invoiceIds)
    .where('status', '=', 'pending')
    .execute();
}

/** Whether a card payment of one of these invoices is not settled yet. */
export async function hasOpenIntent(tx: Tx, invoiceIds: readonly string[]): Promise<boolean> {
  if (invoiceIds.length === 0) return false;
  const open = await tx
    .selectFrom('payment_intents')
    .select('id')
    .where('invoice_id', 'in', invoiceIds)
    .where('settled_at', 'is', null)
    .limit(1)
    .execute();
  return open.length > 0;
}
