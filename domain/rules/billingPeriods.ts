import { addDays, addMonths, type CalendarDate } from './dates.ts';
import type { BillingFrequency, PlanTerms } from './membershipPlan.ts';

interface Ends {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
}

/** What a membership's billing periods are counted from. */
export interface Billing {
  readonly billingFrequency: BillingFrequency;
  readonly startDate: CalendarDate;
  /** Months and periods that were billed before the plan changed to this frequency. */
  readonly earlierMonths?: number;
  readonly earlierPeriods?: number;
  /** The days by which freezes have moved the ends. */
  readonly frozenDays?: number;
}

export type RenewableTerm = Billing & Ends;

const monthsOfPeriod = { monthly: 1, annually: 12 } as const;

/** The last day of a number of months from `start`: from January 31, one month ends on February 27, two on March 30. */
const lastDayOf = (start: CalendarDate, months: number): CalendarDate => addDays(addMonths(start, months), -1);

/** The last days of access of a plan that starts on `start`. */
export function boughtTerm(plan: PlanTerms, start: CalendarDate): Ends {
  const contractEndDate =
    plan.type === 'contract' && plan.contractLengthMonths ? lastDayOf(start, plan.contractLengthMonths) : null;
  if (plan.billingFrequency !== 'one_time') {
    return { endDate: lastDayOf(start, monthsOfPeriod[plan.billingFrequency]), contractEndDate };
  }
  return { endDate: plan.accessDurationDays ? addDays(start, plan.accessDurationDays - 1) : null, contractEndDate };
}

/** The months from the first start to the end of the nth period (1-based). Zero for plans without periods. */
export function monthsThrough({ billingFrequency, earlierMonths = 0, earlierPeriods = 0 }: Billing, period: number): number {
  return billingFrequency === 'one_time' ? 0 : earlierMonths + (period - earlierPeriods) * monthsOfPeriod[billingFrequency];
}

/** The last day of so many months: first start + months - 1 day + all frozen days. */
export const endOfMonths = ({ startDate, frozenDays = 0 }: Billing, months: number): CalendarDate =>
  addDays(lastDayOf(startDate, months), frozenDays);

/** The last day of the nth paid period (1-based). Null for plans without periods. */
export const periodEnd = (term: Billing, period: number): CalendarDate | null =>
  term.billingFrequency === 'one_time' ? null : endOfMonths(term, monthsThrough(term, period));

/** The end after one more period, whether or not a contract ends first. Null for one-time plans and terms without an end. */
export function nextEnd(term: Billing & Pick<Ends, 'endDate'>): CalendarDate | null {
  if (term.billingFrequency === 'one_time' || term.endDate === null) return null;
  const step = monthsOfPeriod[term.billingFrequency];
  let months = (term.earlierMonths ?? 0) + step;
  while (endOfMonths(term, months) <= term.endDate) months += step;
  return endOfMonths(term, months);
}

/**
 * The end after one more paid period, counted from the first start so that month ends do not drift. Null when there is
 * nothing to renew: one-time plans, terms without an end, and contracts that have reached their last day.
 */
export function renewedEnd(term: RenewableTerm): CalendarDate | null {
  const { endDate, contractEndDate } = term;
  if (endDate !== null && contractEndDate !== null && endDate >= contractEndDate) return null;
  return nextEnd(term);
}

/** A membership with what decides whether its next period is billed. */
export interface RenewingTerm extends RenewableTerm {
  readonly autoRenew: boolean;
  readonly cancelsOn: CalendarDate | null;
  /** A planned change of plan begins a new term where the contract ends. */
  readonly changesPlan: boolean;
}

/** The day on which the next period is billed: the last paid day. Null when it does not renew any more. */
export function renewalDate(term: RenewingTerm): CalendarDate | null {
  const { autoRenew, endDate, cancelsOn, changesPlan } = term;
  if (!autoRenew || endDate === null || (cancelsOn !== null && endDate >= cancelsOn)) return null;
  const isRenewable = changesPlan ? term.billingFrequency !== 'one_time' : renewedEnd(term) !== null;
  return isRenewable ? endDate : null;
}

/** Renewals are billed from this hour on, by the location's clock. */
export const renewalHour = 6;

/** The last day of grace after a paid period whose renewal failed. */
export const graceUntil = (endDate: CalendarDate, graceDays: number): CalendarDate => addDays(endDate, graceDays);
