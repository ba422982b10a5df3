import { billingLabels, contractLabel } from '#domain/rules/membershipPlan.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';

/** Matches name, description and type, whatever the case. */
export function matchingPlans(plans: readonly MembershipRow[], search: string): readonly MembershipRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return plans;
  return plans.filter((plan) =>
    [plan.name, plan.description, plan.type, plan.type.replaceAll('_', ' '), contractLabel(plan), billingLabels[plan.billingFrequency]].some((text) =>
      text?.toLowerCase().includes(wanted),
    ),
  );
}
