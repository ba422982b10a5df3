import type {
  AccessBody,
  PlanChangeBody,
  PlanChangePreview,
  PlanChangeQuery,
  RenewalBody,
} from '#domain/contact-memberships/actionsContract.ts';
import { restartedTerm } from '#domain/contact-memberships/billingPeriods.ts';
import { restartedLastDay } from '#domain/contact-memberships/cancellation.ts';
import { hasOpenFreeze } from '#domain/contact-memberships/freezes.ts';
import { addDays } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import { isLeftToStaff, isUnbilled } from '#domain/contact-memberships/unbilledPeriods.ts';
import { changedTerm, isUnchanged } from '#domain/contact-memberships/planChangeTerms.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/problem.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { requireNoPlanChangeUnderWay } from './planChangeUnderWay.ts';
import { setMembership, locationWithPlan, toTerm, unpaidRenewals } from '../grantedMembership.ts';
import { voidUpcomingInvoice } from '../renewals/renewalInvoices.ts';
import { hasOpenIntent, noPlannedChange, tryRenewalAgain } from '../renewals/renewalsRepo.ts';
import { membershipsRepo } from '#server/modules/memberships/index.ts';
import {
  isStillRenewing,
  requireManager,
  requireNotCanceled,
  requireRunning,
  type MembershipChange,
} from '../membershipChange.ts';
import { totalWithTax } from '../repo.ts';
import { voidUnasked } from '../renewals/unbilled.ts';

export type ChangeSubject = Pick<MembershipChange, 'tx' | 'scope' | 'membership' | 'today'>;

export async function requireChangeable(subject: ChangeSubject, membershipId: string) {
  const { tx, scope, membership } = subject;
  const { company_id, end_date: endDate } = membership;
  const plan = requireAccess(scope, await membershipsRepo(tx).one(membershipId), 'Membership');
  if (plan.company_id !== company_id) throw notFound('Membership');
  const { billing_frequency } = plan;
  if (billing_frequency === 'one_time') throw badRequest(doesNotRenew, { membershipId: doesNotRenew });
  requireNotCanceled(subject);
  requireRunning(subject, 0);
  if (endDate === null || membership.billing_frequency === 'one_time')
    throw conflict('A one-time membership does not renew');
  const currentPlan = {
    planId: membership.membership_id,
    price: membership.purchase_price_cents,
    billingFrequency: membership.billing_frequency,
  };
  if (isUnchanged(currentPlan, { planId: plan.id, price: plan.price_cents, billingFrequency: billing_frequency }))
    throw conflict(`The plan is already ${plan.name}`);
  if (!plan.is_published || !plan.is_active) throw conflict(`${plan.name} is not on sale`);
  await requireUnbilled(subject);
  await requireNoPlanChangeUnderWay(tx, membership.id);
  const terms = {
    type: plan.type,
    billingFrequency: billing_frequency,
    contractLengthMonths: plan.contract_length_months,
  };
  return { plan, terms, endDate };
}

/** The preview and the change use the same. */
async function planRenewalChange(subject: ChangeSubject, membershipId: string) {
  const { membership } = subject;
  const { plan, terms, endDate } = await requireChangeable(subject, membershipId);
  const term = toTerm(membership);
  if (!term.autoRenew) throw conflict('Turn renewal on first. The plan changes with the next renewal.');
  const isOpen = hasOpenFreeze(term.freezes, subject.today);
  const { contractEndDate } = changedTerm(term, terms, membership.periods_paid + 1);
  return {
    plan,
    terms,
    startsOn: isOpen ? null : addDays(endDate, 1),
    contractEndDate: isOpen ? null : contractEndDate,
  };
}

const doesNotRenew = 'A membership can only change to a plan that renews';

/** A next period whose invoice can be voided does not count as billed. */
async function requireUnbilled({ tx, membership }: ChangeSubject): Promise<void> {
  const unpaid = await unpaidRenewals(tx, membership.id).execute();
  if (unpaid.some(({ paid_cents }) => paid_cents > 0 || membership.renews_by === 'card'))
    throw conflict('The next period has already been billed. The plan can change when it is paid.');
  if (
    await hasOpenIntent(
      tx,
      unpaid.map(({ id }) => id),
    )
  )
    throw nextPeriodUnderWay;
}

const nextPeriodUnderWay = conflict('A payment for the next period is under way. Please try again in a minute.');

export async function previewPlanChange(
  subject: ChangeSubject,
  { membershipId }: PlanChangeQuery,
): Promise<PlanChangePreview> {
  const { plan, startsOn, contractEndDate } = await planRenewalChange(subject, membershipId);
  const location = await locationWithPlan(subject.tx, subject.membership.id, plan.location_id);
  return {
    on: startsOn,
    name: plan.name,
    price: fromCents(plan.price_cents),
    total: fromCents(totalWithTax(plan.price_cents, location.sales_tax_rate)),
    contractEndDate,
    difference: null,
  };
}

export async function changePlan(change: MembershipChange, { membershipId }: PlanChangeBody) {
  requireManager(change);
  const { plan, terms } = await planRenewalChange(change, membershipId);
  await voidUpcoming(change);
  await setMembership(change.tx, change.membership.id, {
    planned_membership_id: plan.id,
    planned_name: plan.name,
    planned_type: terms.type,
    planned_billing_frequency: terms.billingFrequency,
    planned_contract_length_months: terms.type === 'contract' ? (terms.contractLengthMonths ?? null) : null,
    planned_price_cents: plan.price_cents,
    planned_location_id: plan.location_id,
  });
  return { message: 'Change of plan saved' };
}

export async function undoPlanChange(change: MembershipChange) {
  requireManager(change);
  if (change.membership.planned_membership_id === null) throw conflict('No plan change is scheduled');
  // The last day was determined by the plan to come.
  requireNotCanceled(change);
  await requireUnbilled(change);
  await voidUpcoming(change);
  await setMembership(change.tx, change.membership.id, noPlannedChange);
  return { message: 'Change of plan undone' };
}

export async function setRenewal(change: MembershipChange, { autoRenew, by }: RenewalBody) {
  const { tx, membership, today, now } = change;
  if (autoRenew && membership.billing_frequency === 'one_time') throw conflict('A one-time membership does not renew');
  // Without renewal it would end before the last day that was told.
  requireNotCanceled(change);
  if (autoRenew) {
    if (!isStillRenewing(change)) requireRunning(change, membership.grace_days ?? 0);
    await tryRenewalAgain(tx, membership.id, today, now);
  }
  if (!autoRenew) await voidUpcoming(change);
  // The renewal job writes a new one for a membership that renews manually from now on.
  if (isStillRenewing(change) && (!autoRenew || (by && by !== membership.renews_by))) await voidUnasked(change);
  if (autoRenew && membership.next_location_archived_at)
    throw conflict(membership.planned_membership_id === null ? archivedLocation : archivedPlan);
  await setMembership(tx, membership.id, {
    auto_renew: autoRenew,
    renewal_on_hold: null,
    renewal_stopped: null,
    ...(by && { renews_by: by }),
  });
  return { message: autoRenew ? 'Renewal turned on' : 'Renewal turned off' };
}

const archivedLocation =
  'The location of this membership is archived, so it does not renew. Sell a new membership instead.';
const archivedPlan =
  'The location of the planned plan is archived, so this membership does not renew. Undo the change of plan first.';

/** The renewal job writes a new invoice if it is still due. */
async function voidUpcoming({ tx, scope, membership, today, now }: MembershipChange): Promise<void> {
  if (!(await voidUpcomingInvoice(tx, membership, today, now, scope.actor))) throw nextPeriodUnderWay;
}

export async function setAccess(change: MembershipChange, { accessEnabled, reason }: AccessBody) {
  requireManager(change);
  const { tx, membership } = change;
  if (accessEnabled && membership.cancel_when === 'now') requireNotCanceled(change);
  await setMembership(tx, membership.id, {
    access_enabled: accessEnabled,
    access_reason: reason,
    ...(accessEnabled && restartedToday(change)),
  });
  return { message: accessEnabled ? 'Access turned on' : 'Access turned off', reason };
}

/**
 * When the paid days ended while access was off, the next period begins today: the days without access are not charged. If it
 * is too late to bill it automatically, the paid days keep their end, and staff decide.
 */
function restartedToday({ membership, today }: MembershipChange) {
  const { access_enabled, periods_paid } = membership;
  const term = toTerm({ ...membership, access_enabled: true });
  if (access_enabled || term.endDate === null || term.endDate >= addDays(today, -1) || !isUnbilled(term, today))
    return {};
  const counted = { counted_from: today, earlier_months: 0, earlier_periods: periods_paid, earlier_ends: null };
  const restarted = restartedTerm(term, periods_paid + 1, today);
  return {
    ...counted,
    contract_end_date: restarted.contractEndDate,
    ...(membership.cancel_when === 'period_end' && { cancels_on: restartedLastDay(term, restarted, today) }),
    ...(!isLeftToStaff(term, today) && { end_date: addDays(today, -1) }),
  };
}
