import type { CalendarDate } from '#domain/shared/dates.ts';
import { periodToBill, type NextPeriod } from '#domain/contact-memberships/unbilledPeriods.ts';
import { toTerm, type GrantedMembership } from './grantedMembership.ts';
import { changedTerm } from './planChangeTerms.ts';

/** Null without a planned change. */
export function plannedPlan({
  planned_type,
  planned_billing_frequency,
  planned_contract_length_months,
}: GrantedMembership) {
  if (!planned_type || !planned_billing_frequency) return null;
  return {
    type: planned_type,
    billingFrequency: planned_billing_frequency,
    contractLengthMonths: planned_contract_length_months,
  };
}

/** Billed today, in the rhythm of the plan that is charged for it. */
export function nextPeriod(membership: GrantedMembership, today: CalendarDate): NextPeriod | null {
  const term = toTerm(membership);
  const plan = plannedPlan(membership);
  if (!plan) return periodToBill(term, today);
  const { earlierMonths, earlierPeriods, earlierEnds } = changedTerm(term, plan, membership.periods_paid + 1);
  return periodToBill(
    { ...term, earlierMonths, earlierPeriods, earlierEnds, billingFrequency: plan.billingFrequency },
    today,
  );
}
