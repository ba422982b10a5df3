import {
  followingPeriod,
  graceUntil,
  periodToBill,
  restartedTerm,
  type BilledPeriod,
} from '#domain/contact-memberships/billingPeriods.ts';
import { restartedLastDay } from '#domain/contact-memberships/cancellation.ts';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { freezeOn } from '#domain/contact-memberships/freezes.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceMetadata } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { boughtPlanActivity, invoiceActivity, invoiceChanges } from '#server/modules/invoices/index.ts';
import {
  setMembership,
  lockMembership,
  plannedPlan,
  toTerm,
  withoutRenewal,
  type GrantedMembership,
  type RenewableTerm,
} from '../grantedMembership.ts';
import { emailPaymentFailed } from '#server/modules/email-queue/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { findPayerId, renewOneWithoutCard } from '../payer.ts';
import { readPeriods, removePeriod, writePeriod } from '../periodsRepo.ts';
import { billedTerm } from '#domain/contact-memberships/planChangeTerms.ts';
import { giveUpRenewal, noPlannedChange, findRenewals, renewalsRepo, type Renewal } from './renewalsRepo.ts';

/**
 * Within the grace period the paid period follows the old end without a gap; later it begins on the day of payment. When
 * nobody was asked for it in time, it follows without a gap, or is the period that runs today. Repeated, it changes nothing. Gives
 * the lines that pay for a period: any other is money for nothing.
 */
export async function applyPaidRenewal(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<number[]> {
  const lines: number[] = [];
  const renewals = await findRenewals(tx, invoice.id);
  const isShared = renewals.length > 1;
  for (const renewal of renewals)
    if (renewal.status === 'paid' || (await applyPaidPeriod(tx, invoice, { ...renewal, isShared }, occasion)))
      lines.push(renewal.line);
  return lines;
}

interface BilledRenewal extends Renewal {
  readonly isShared: boolean;
}

async function applyPaidPeriod(
  tx: Tx,
  invoice: InvoiceRow,
  renewal: BilledRenewal,
  { now, actor }: Occasion,
): Promise<boolean> {
  const membership = await lockMembership(tx, renewal.contact_membership_id, now);
  // A refund on or before its first day has taken it back.
  if (!membership) return false;
  const today = todayIn(membership.timezone, now);
  const changesPlan = await isBilledByNewPlan(tx, membership, renewal);
  const periods = await readPeriods(tx, membership.id);
  const number = await findNumber(tx, membership, renewal);
  const { before, period } = beforePaidPeriod(membership, { period: number, periods, changesPlan }, today);
  const changed = changesPlan ? changedPlan(membership, before) : undefined;
  const term = changed?.term ?? before;
  const { contractEndDate, countedFrom = null, earlierMonths = 0 } = term;
  const paid = followingPeriod(term, period);
  const endDate = paid?.lastDay ?? membership.end_date;
  const isRestarted = countedFrom !== null && countedFrom !== membership.counted_from;
  const lastDay =
    isRestarted && membership.cancel_when === 'period_end'
      ? restartedLastDay(toTerm(membership), before, countedFrom)
      : membership.cancels_on;
  const cancelsOn = endsWithPaidDays(membership, endDate) ? endDate : lastDay;
  await setMembership(tx, membership.id, {
    ...changed?.columns,
    end_date: endDate,
    contract_end_date: contractEndDate,
    counted_from: countedFrom,
    earlier_months: earlierMonths,
    cancels_on: cancelsOn,
    periods_paid: period,
    grace_days: null,
  });
  if (period !== renewal.period) await removePeriod(tx, membership.id, renewal.period);
  if (paid) await writePeriod(tx, membership, paid);
  await tx
    .updateTable('renewals')
    .set({ status: 'paid', period, next_attempt_on: null, updated_at: now })
    .where('contact_membership_id', '=', renewal.contact_membership_id)
    .where('period', '=', renewal.period)
    .execute();
  const changes = changesBetween(
    { endDate: membership.end_date, plan: membership.membership_name },
    { endDate, plan: changed?.columns.membership_name ?? membership.membership_name },
  );
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.renewed', invoice, membership, changes));
  // Somebody else pays since it was billed.
  if ((await findPayerId(tx, membership.contact_id)) !== invoice.contact_id)
    await renewOneWithoutCard(tx, membership, actor);
  // Others of the household had paid in part when it was canceled, so their invoice could not be voided. No cancellation is withdrawn later.
  const wasCanceledBefore =
    cancelsOn !== null && cancelsOn < today && membership.end_date !== null && cancelsOn <= membership.end_date;
  return !(renewal.isShared && wasCanceledBefore);
}

/** Of one that was given up, and is paid after later periods: the first number that no renewal has. */
async function findNumber(tx: Tx, { id, periods_paid }: GrantedMembership, { period }: Renewal): Promise<number> {
  if (period > periods_paid) return period;
  const billed = await tx
    .selectFrom('renewals')
    .select('period')
    .where('contact_membership_id', '=', id)
    .where('period', '>', periods_paid)
    .execute();
  return Math.max(periods_paid, ...billed.map((one) => one.period)) + 1;
}

/** So does one that was canceled and does not renew any more, also with days that are paid late. */
const endsWithPaidDays = (
  { auto_renew, cancels_on, cancel_when, end_date }: GrantedMembership,
  end: CalendarDate | null,
): boolean =>
  !auto_renew &&
  cancels_on !== null &&
  cancel_when !== 'now' &&
  end !== null &&
  end > cancels_on &&
  end_date !== null &&
  cancels_on >= end_date;

interface PaidRenewal {
  readonly period: number;
  readonly periods: readonly BilledPeriod[];
  readonly changesPlan: boolean;
}

/**
 * The number of the paid period, and the term that it follows. Periods that nobody billed and that are over keep their numbers, so that
 * the rhythm stays. A new plan has a rhythm of its own.
 */
function beforePaidPeriod(membership: GrantedMembership, paid: PaidRenewal, today: CalendarDate) {
  const { period, changesPlan } = paid;
  const term = toTerm(membership);
  if (isPastGrace(membership, today)) return { period, before: restartedTerm(term, today) };
  // The invoice may have been written before the change was planned.
  const toBilled = changesPlan ? billedTerm<RenewableTerm> : (one: RenewableTerm) => ({ ...one, planned: null });
  const followed = followBilled(term, paid, toBilled(term));
  const next = membership.grace_days === null ? periodToBill(toBilled(followed), today) : null;
  if (next === null || next.skipped === 0) return { period, before: followed };
  return changesPlan
    ? { period, before: restartedTerm(followed, next.from) }
    : { period: period + next.skipped, before: { ...followed, endDate: addDays(next.from, -1) } };
}

/** A refund of an earlier period may have brought the end forward. One that was billed before is paid to its own end. */
function followBilled(term: RenewableTerm, { period, periods }: PaidRenewal, billedBy: RenewableTerm): RenewableTerm {
  const billed = periods.find((one) => one.period === period);
  const next = followingPeriod(billedBy, period);
  return billed && next && billed.lastDay > next.lastDay
    ? { ...term, endDate: addDays(billed.lastDay, -billed.days) }
    : term;
}

/** So the member had no access since. A freeze moves the end when it ends. */
const isPastGrace = ({ end_date, grace_days, freezes }: GrantedMembership, today: CalendarDate): boolean =>
  end_date !== null && grace_days !== null && graceUntil(end_date, grace_days) < today && !freezeOn(freezes, today);

async function isBilledByNewPlan(
  tx: Tx,
  { planned_membership_id }: GrantedMembership,
  { invoice_id, line: position }: Renewal,
): Promise<boolean> {
  if (planned_membership_id === null) return false;
  const line = await tx
    .selectFrom('invoice_lines')
    .select('position')
    .where('invoice_id', '=', invoice_id)
    .where('position', '=', position)
    .where('item_id', '=', planned_membership_id)
    .executeTakeFirst();
  return line !== undefined;
}

/** With the first period that is paid at its price, the planned plan becomes the membership's own. */
function changedPlan(membership: GrantedMembership, before: RenewableTerm) {
  const { planned_membership_id, planned_name, planned_price_cents } = membership;
  const plan = plannedPlan(membership);
  if (!planned_membership_id || !planned_name || !plan || planned_price_cents === null)
    throw new Error('A planned change of plan without the plan');
  const columns = {
    membership_id: planned_membership_id,
    membership_name: planned_name,
    membership_type: plan.type,
    billing_frequency: plan.billingFrequency,
    contract_length_months: membership.planned_contract_length_months,
    access_duration_days: null,
    purchase_price_cents: planned_price_cents,
    location_id: membership.planned_location_id,
    ...noPlannedChange,
  };
  return { term: billedTerm(before), columns };
}

/**
 * The invoice is overdue, and the grace period follows the paid period. After the last attempt, and when the bank forbids
 * another one, renewal is turned off.
 */
export async function applyDeclinedRenewal(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void> {
  if (!isOutstanding(invoice.status)) return;
  for (const renewal of await findRenewals(tx, invoice.id)) await applyDeclinedPeriod(tx, invoice, renewal, occasion);
}

async function applyDeclinedPeriod(tx: Tx, invoice: InvoiceRow, billed: Renewal, occasion: Occasion): Promise<void> {
  const { now, actor } = occasion;
  const membership = await lockMembership(tx, billed.contact_membership_id, now);
  if (!membership) return;
  const renewal = await renewalsRepo(tx).countDeclined(billed, todayIn(membership.timezone, now), now);
  // Once for each attempt and each change, however many members the invoice has.
  await emailPaymentFailed(tx, invoice, renewal, now);
  await markOverdue(tx, invoice, occasion);
  const { memberships } = await readCompanySettings(tx, invoice.company_id);
  const isLastTry = renewal.status === 'given_up' || renewal.attempts > renewal.retry_days.length;
  const stops = isLastTry && membership.auto_renew;
  const graceDays = membership.grace_days ?? memberships.graceDays;
  const stopped = withoutRenewal(membership, graceDays);
  await setMembership(tx, membership.id, {
    grace_days: graceDays,
    ...(stops && { ...stopped, renewal_stopped: 'card_declined' }),
  });
  if (!isLastTry) return;
  await giveUpRenewal(tx, invoice.id, now);
  if (!stops) return;
  const cancelsOn = membership.cancels_on;
  const changes = changesBetween(
    { autoRenew: true, cancelsOn },
    { autoRenew: false, cancelsOn: stopped.cancels_on ?? cancelsOn, reason: 'Card declined' },
  );
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.renewal-stopped', invoice, membership, changes));
}

/** A renewal that had stopped with a declined card was paid with a card that is saved. The next renewals are charged to it. */
export async function renewAgain(tx: Tx, invoice: InvoiceRow, { now, actor }: Occasion): Promise<void> {
  for (const renewal of await findRenewals(tx, invoice.id)) {
    const membership =
      renewal.status === 'paid' ? await lockMembership(tx, renewal.contact_membership_id, now) : undefined;
    if (!membership || !renewsWithNewCard(membership) || membership.auto_renew) continue;
    await setMembership(tx, membership.id, { auto_renew: true, renewal_stopped: null });
    const changes = changesBetween({ autoRenew: false }, { autoRenew: true });
    await logActivity(
      tx,
      actor,
      boughtPlanActivity('contact-membership.renewal-changed', invoice, membership, changes),
    );
  }
}

/** It renews by card, or did until its card was declined. */
export const renewsWithNewCard = ({
  auto_renew,
  renewal_stopped,
  renews_by,
  canceled_at,
}: GrantedMembership): boolean =>
  (auto_renew || renewal_stopped === 'card_declined') && renews_by === 'card' && canceled_at === null;

/** Notes the periods on their invoice, since staff have given those renewals up. */
export const givenUp = (renewals: readonly Renewal[]): Pick<InvoiceMetadata, 'givenUpRenewals'> =>
  renewals.length === 0
    ? {}
    : {
        givenUpRenewals: renewals.map(({ contact_membership_id, period, line }) => ({
          contactMembershipId: contact_membership_id,
          period,
          line,
        })),
      };

/** Money has arrived for it: its invoice bills the periods again, unless another one does. */
export async function takeUpRenewal(tx: Tx, { id, company_id, metadata }: InvoiceRow, now: Date): Promise<void> {
  const { givenUpRenewals } = metadata;
  if (!givenUpRenewals) return;
  await tx
    .insertInto('renewals')
    .values(
      givenUpRenewals.map(({ contactMembershipId, period, line }) => ({
        contact_membership_id: contactMembershipId,
        period,
        line,
        company_id,
        invoice_id: id,
        status: 'given_up' as const,
        next_attempt_on: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A partially paid one stays partially paid. */
export async function markOverdue(tx: Tx, invoice: InvoiceRow, { now, actor }: Occasion): Promise<void> {
  if (invoice.status !== 'open') return;
  await tx.updateTable('invoices').set({ status: 'overdue', updated_at: now }).where('id', '=', invoice.id).execute();
  await logActivity(
    tx,
    actor,
    invoiceActivity('invoice.overdue', invoice, invoiceChanges(invoice, { status: 'overdue' })),
  );
}
