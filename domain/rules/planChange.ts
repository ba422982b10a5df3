import { endOfMonths, monthsThrough, type Billing } from './billingPeriods.ts';
import { daysBetween, type CalendarDate } from './dates.ts';
import type { PlanTerms } from './membershipPlan.ts';

interface ChangedTerm {
  readonly earlierMonths: number;
  readonly earlierPeriods: number;
  readonly endDate: CalendarDate;
  readonly contractEndDate: CalendarDate | null;
}

/**
 * The term from the period on in which the new plan is first charged. Months are counted on from the first start. A
 * contract begins anew with that period.
 */
export function changedTerm(term: Billing, plan: PlanTerms & { readonly billingFrequency: 'monthly' | 'annually' }, period: number): ChangedTerm {
  const earlier = { earlierMonths: monthsThrough(term, period - 1), earlierPeriods: period - 1 };
  const changed = { ...term, ...earlier, billingFrequency: plan.billingFrequency };
  const contractMonths = plan.type === 'contract' ? plan.contractLengthMonths : null;
  return {
    ...earlier,
    endDate: endOfMonths(changed, monthsThrough(changed, period)),
    contractEndDate: contractMonths ? endOfMonths(changed, earlier.earlierMonths + contractMonths) : null,
  };
}

/** A paid period, both days included. */
export interface Period {
  readonly firstDay: CalendarDate;
  readonly lastDay: CalendarDate;
}

/** What a dearer plan costs for the rest of a period, today included: (new - old) × days left ÷ days, rounded half up once. */
export function planDifferenceCents(oldCents: number, newCents: number, { firstDay, lastDay }: Period, today: CalendarDate): number {
  const left = daysBetween(today, lastDay) + 1;
  const days = daysBetween(firstDay, lastDay) + 1;
  if (newCents <= oldCents || left <= 0) return 0;
  // Half up over an exact fraction: round(a / b) = floor((2a + b) / 2b).
  const [a, b] = [BigInt(newCents - oldCents) * BigInt(left), BigInt(days)];
  return Number((2n * a + b) / (2n * b));
}
