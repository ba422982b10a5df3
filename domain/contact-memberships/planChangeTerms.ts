import {
  endOfMonths,
  followingPeriod,
  type Billing,
  type PaidAhead,
  type RenewingTerm,
} from '#domain/contact-memberships/billingPeriods.ts';
import { daysBetween, type CalendarDate } from '#domain/shared/dates.ts';
import { frozenDaysWithin, type Freeze } from '#domain/contact-memberships/freezes.ts';
import type { PlanTerms, RecurringPlan } from '#domain/memberships/membershipPlan.ts';

interface ChangedTerm {
  readonly earlierMonths: number;
  readonly contractEndDate: CalendarDate | null;
}

/**
 * What the change to this plan, which starts with the next period, makes of the term. Months are still counted from the first start. A
 * contract starts again with that period.
 */
export function changedTerm(
  term: Billing & { readonly endDate: CalendarDate | null },
  plan: RecurringPlan,
): ChangedTerm {
  const monthsBefore = followingPeriod(term, 0)?.monthsBefore ?? 0;
  const contractMonths = plan.type === 'contract' ? plan.contractLengthMonths : null;
  return {
    earlierMonths: plan.billingFrequency === term.billingFrequency ? (term.earlierMonths ?? 0) : monthsBefore,
    contractEndDate: contractMonths ? endOfMonths(term, monthsBefore + contractMonths) : null,
  };
}

interface PricedPlan {
  readonly planId: string;
  readonly billingFrequency: Billing['billingFrequency'];
  readonly price: number;
}

/** A new price or billing frequency of the plan that somebody has is a change for them, too. Both prices are in the same unit. */
export const isUnchanged = (held: PricedPlan, plan: PricedPlan): boolean =>
  held.planId === plan.planId && held.price === plan.price && held.billingFrequency === plan.billingFrequency;

/** The term by which the next periods are billed: after a planned change, that of the new plan. */
export function billedTerm<T extends RenewingTerm>(term: T): T {
  if (!term.planned) return term;
  return {
    ...term,
    ...changedTerm(term, term.planned),
    billingFrequency: term.planned.billingFrequency,
    planned: null,
  };
}

export interface ChangingTerm extends Billing {
  readonly endDate: CalendarDate;
  readonly freezes: readonly Freeze[];
}

/** Including today, without frozen ones. An open freeze adds its days when it ends. */
export function paidDaysLeft({ startDate, endDate, freezes }: ChangingTerm, today: CalendarDate): number {
  const from = today > startDate ? today : startDate;
  const frozen = frozenDaysWithin(
    freezes.filter(({ until }) => until !== null),
    from,
    endDate,
  );
  return Math.max(0, daysBetween(from, endDate) + 1 - frozen);
}

/** (new - old) × (whole periods + days left ÷ days of the period), rounded half up once. Only paid days count. */
export function planDifferenceCents(
  oldCents: number,
  newCents: number,
  { wholePeriods, daysLeft, periodDays }: PaidAhead,
): number {
  if (newCents <= oldCents) return 0;
  // Half up over an exact fraction: round(a / b) = floor((2a + b) / 2b).
  const [a, b] = [BigInt(newCents - oldCents) * BigInt(wholePeriods * periodDays + daysLeft), BigInt(periodDays)];
  return Number((2n * a + b) / (2n * b));
}

/** It begins with the current period, and never ends before the paid days. */
export function contractFromNow(
  term: ChangingTerm,
  plan: PlanTerms,
  { months, periodMonths }: PaidAhead,
): CalendarDate | null {
  if (plan.type !== 'contract' || !plan.contractLengthMonths) return null;
  const end = endOfMonths(term, months - periodMonths + plan.contractLengthMonths);
  return end > term.endDate ? end : term.endDate;
}
