import { addDays, addMonths, type CalendarDate } from '#domain/rules/dates.ts';
import type { PlanTerms } from '#domain/rules/membershipPlan.ts';

interface BoughtTerm {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
}

const monthsOfPeriod = { monthly: 1, annually: 12 } as const;

/** The last day of a number of months from `start`: from January 31, one month ends on February 27, two on March 30. */
const lastDayOf = (start: CalendarDate, months: number): CalendarDate => addDays(addMonths(start, months), -1);

/** The last days of access of a plan that starts on `start`. */
export function boughtTerm(plan: PlanTerms, start: CalendarDate): BoughtTerm {
  const contractEndDate =
    plan.type === 'contract' && plan.contractLengthMonths ? lastDayOf(start, plan.contractLengthMonths) : null;
  if (plan.billingFrequency !== 'one_time') {
    return { endDate: lastDayOf(start, monthsOfPeriod[plan.billingFrequency]), contractEndDate };
  }
  return { endDate: plan.accessDurationDays ? addDays(start, plan.accessDurationDays - 1) : null, contractEndDate };
}

interface RenewableTerm extends Pick<PlanTerms, 'billingFrequency'>, BoughtTerm {
  readonly startDate: CalendarDate;
}

/**
 * The end after one more paid period, counted from the first start so that month ends do not drift. Null when there is
 * nothing to renew: one-time plans, terms without an end, and contracts that have reached their last day.
 */
export function renewedEnd({ billingFrequency, startDate, endDate, contractEndDate }: RenewableTerm): CalendarDate | null {
  if (billingFrequency === 'one_time' || endDate === null) return null;
  if (contractEndDate !== null && endDate >= contractEndDate) return null;
  const step = monthsOfPeriod[billingFrequency];
  let months = step;
  while (lastDayOf(startDate, months) <= endDate) months += step;
  return lastDayOf(startDate, months);
}

/** The last day of the nth paid period (1-based). Null for plans without periods. */
export const periodEnd = ({ billingFrequency, startDate }: Pick<RenewableTerm, 'billingFrequency' | 'startDate'>, period: number): CalendarDate | null =>
  billingFrequency === 'one_time' ? null : lastDayOf(startDate, monthsOfPeriod[billingFrequency] * period);
