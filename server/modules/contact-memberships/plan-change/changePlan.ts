import type {
  PlanChangeBody,
  PlanChangePreview,
  PlanChangeQuery,
} from '#domain/contact-memberships/actionsContract.ts';
import { hasOpenFreeze } from '#domain/contact-memberships/freezes.ts';
import { addDays } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import { changedTerm, isUnchanged } from '#domain/contact-memberships/planChangeTerms.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/problem.ts';
import { requireNoPlanChangeUnderWay } from './planChangeUnderWay.ts';
import { setMembership, findLocationWithPlan, toTerm, selectUnpaidRenewals } from '../grantedMembership.ts';
import { requireUpcomingVoided } from '../renewals/renewalInvoices.ts';
import { noPlannedChange, requireNoOpenIntent } from '../renewals/renewalsRepo.ts';
import { findPlan, requireOnSale } from '../planLines.ts';
import { requireManager, requireNotCanceled, requireRunning, type MembershipChange } from '../membershipChange.ts';
import { totalWithTax } from '../repo.ts';

export type ChangeSubject = Pick<MembershipChange, 'tx' | 'scope' | 'membership' | 'today'>;

export async function requireChangeable(subject: ChangeSubject, membershipId: string) {
  const { tx, scope, membership } = subject;
  const { company_id, end_date: endDate } = membership;
  const plan = await findPlan(tx, scope, membershipId);
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
  requireOnSale(plan);
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
  const { contractEndDate } = changedTerm(term, terms);
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
  const unpaid = await selectUnpaidRenewals(tx, membership.id).execute();
  if (unpaid.some(({ paid_cents }) => paid_cents > 0 || membership.renews_by === 'card'))
    throw conflict('The next period has already been billed. The plan can change when it is paid.');
  await requireNoOpenIntent(
    tx,
    unpaid.map(({ id }) => id),
  );
}

export async function previewPlanChange(
  subject: ChangeSubject,
  { membershipId }: PlanChangeQuery,
): Promise<PlanChangePreview> {
  const { plan, startsOn, contractEndDate } = await planRenewalChange(subject, membershipId);
  const location = await findLocationWithPlan(subject.tx, subject.membership.id, plan.location_id);
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
  await requireUpcomingVoided(change.tx, change.membership, { now: change.now, actor: change.scope.actor });
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
  await requireUpcomingVoided(change.tx, change.membership, { now: change.now, actor: change.scope.actor });
  await setMembership(change.tx, change.membership.id, noPlannedChange);
  return { message: 'Change of plan undone' };
}
