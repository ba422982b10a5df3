import { addDays, addMonths, daysBetween, monthsBetween, type CalendarDate } from '#domain/shared/dates.ts';
import type { BillingFrequency, PlanTerms, RecurringPlan } from '#domain/memberships/membershipPlan.ts';
import { lateBillingDays } from '#domain/shared/limits.ts';
import { type Freeze, freezeOn } from './freezes.ts';

interface Ends {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
}

export interface Billing {
  readonly billingFrequency: BillingFrequency;
  readonly startDate: CalendarDate;
  /** The day from which periods count after days without access; null while they count from the start. */
  readonly countedFrom?: CalendarDate | null;
  /** Months from the start of counting that come before the periods of this frequency. */
  readonly earlierMonths?: number;
  /** The days by which freezes have moved the ends since the start of counting. */
  readonly frozenDays?: number;
}

export interface BilledPeriod {
  /** 1-based. */
  readonly period: number;
  /** Moved by the freezes that began by then. */
  readonly lastDay: CalendarDate;
  /** Without those of freezes. */
  readonly days: number;
  /** The last day of access, when a refund has ended it before. Moved like the last day. */
  readonly accessEndedOn: CalendarDate | null;
}

type RenewableTerm = Billing & Ends;

const monthsOfPeriod = { monthly: 1, annually: 12 } as const;

/** The last day of a number of months from `start`: from January 31, one month ends on February 27, two on March 30. */
const getLastDay = (start: CalendarDate, months: number): CalendarDate => addDays(addMonths(start, months), -1);

export function boughtTerm(plan: PlanTerms, start: CalendarDate): Ends {
  const contractEndDate =
    plan.type === 'contract' && plan.contractLengthMonths ? getLastDay(start, plan.contractLengthMonths) : null;
  if (plan.billingFrequency !== 'one_time') {
    return { endDate: getLastDay(start, monthsOfPeriod[plan.billingFrequency]), contractEndDate };
  }
  return { endDate: plan.accessDurationDays ? addDays(start, plan.accessDurationDays - 1) : null, contractEndDate };
}

/** The last day of this many months: first start + months - 1 day + all frozen days. */
export const endOfMonths = ({ startDate, countedFrom, frozenDays = 0 }: Billing, months: number): CalendarDate =>
  addDays(getLastDay(countedFrom ?? startDate, months), frozenDays);

/** The last day of the nth period (1-based) of a membership that never changed its plan. */
export const periodEnd = (term: RegularTerm, period: number): CalendarDate =>
  endOfMonths(term, period * monthsOfPeriod[term.billingFrequency]);

interface RegularTerm extends Pick<Billing, 'startDate'> {
  readonly billingFrequency: keyof typeof monthsOfPeriod;
}

/** The end after one more period, whether or not a contract ends first. Null for one-time plans and terms without an end. */
export const nextEnd = (term: Billing & Pick<Ends, 'endDate'>): CalendarDate | null =>
  term.endDate === null ? null : periodEndFrom(term, addDays(term.endDate, 1));

/** The nth period, which follows the paid days. Null for plans without periods. */
export function followingPeriod(
  term: Billing & Pick<Ends, 'endDate'>,
  period: number,
): (BilledPeriod & { readonly monthsBefore: number }) | null {
  const { billingFrequency, endDate } = term;
  if (billingFrequency === 'one_time' || endDate === null) return null;
  const step = monthsOfPeriod[billingFrequency];
  const months = firstMonths(term, step, addDays(endDate, 1));
  const lastDay = endOfMonths(term, months);
  const days = daysBetween(endOfMonths(term, months - step), lastDay);
  return { period, lastDay, days, accessEndedOn: null, monthsBefore: months - step };
}

/** The first end of a period on or after this day. Null for plans without periods. */
export function periodEndFrom(term: Billing, day: CalendarDate): CalendarDate | null {
  const months =
    term.billingFrequency === 'one_time' ? null : firstMonths(term, monthsOfPeriod[term.billingFrequency], day);
  return months === null ? null : endOfMonths(term, months);
}

/** The period that a later day than `day` falls into, and how many periods have ended from `day` until then. */
export function periodAt(term: Billing, day: CalendarDate, later: CalendarDate) {
  if (term.billingFrequency === 'one_time') return null;
  const step = monthsOfPeriod[term.billingFrequency];
  const months = firstMonths(term, step, later);
  const skipped = (months - firstMonths(term, step, day)) / step;
  return { from: addDays(endOfMonths(term, months - step), 1), through: endOfMonths(term, months), skipped };
}

/** The last end of a period before this day. Null if none is, and for plans without periods. */
export function periodEndBefore(term: Billing, day: CalendarDate): CalendarDate | null {
  if (term.billingFrequency === 'one_time') return null;
  const step = monthsOfPeriod[term.billingFrequency];
  const months = monthsUntil(term, step, day) - step;
  return months >= fewestMonths(term, step) ? endOfMonths(term, months) : null;
}

/** The number (1-based) of the first period that ends on or after this day, of a membership that never changed its plan. */
export function periodFrom(term: RegularTerm, day: CalendarDate): number {
  const step = monthsOfPeriod[term.billingFrequency];
  return firstMonths(term, step, day) / step;
}

/** The fewest months, in steps and one step at least, whose end is on or after this day. */
const firstMonths = (term: Billing, step: number, day: CalendarDate): number =>
  Math.max(fewestMonths(term, step), monthsUntil(term, step, day));

/** A year never counts for months before it. */
const fewestMonths = ({ earlierMonths = 0 }: Billing, step: number): number => (step === 1 ? 1 : earlierMonths + step);

/** The same counted back before the first period too. Closed, since counting month by month takes seconds for a distant day. */
function monthsUntil(term: Billing, step: number, day: CalendarDate): number {
  const { startDate, countedFrom, earlierMonths = 0, frozenDays = 0 } = term;
  // Fewer months end before: the day that follows their end is in an earlier month.
  const fewest = monthsBetween(countedFrom ?? startDate, addDays(day, 1 - frozenDays));
  const months = earlierMonths + Math.ceil((fewest - earlierMonths) / step) * step;
  return endOfMonths(term, months) >= day ? months : months + step;
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

export interface RenewingTerm extends RenewableTerm {
  readonly autoRenew: boolean;
  readonly cancelsOn: CalendarDate | null;
  /** The plan of the next period, even beyond a contract's end, when a change is planned. */
  readonly planned: RecurringPlan | null;
}

/** The day on which the next period is billed: the last paid day. Null when it no longer renews. */
export function renewalDate(term: RenewingTerm): CalendarDate | null {
  const { autoRenew, endDate, cancelsOn, planned } = term;
  if (!autoRenew || endDate === null || (cancelsOn !== null && endDate >= cancelsOn)) return null;
  const isRenewable = planned ? term.billingFrequency !== 'one_time' : renewedEnd(term) !== null;
  return isRenewable ? endDate : null;
}

/** The last day of grace after a paid period whose renewal failed. */
export const graceUntil = (endDate: CalendarDate, graceDays: number): CalendarDate => addDays(endDate, graceDays);

/**
 * The term before a period that begins on `day`, because it was paid after the grace period: periods count from that day, and the
 * rest of a contract keeps its length.
 */
export function restartedTerm<T extends RenewableTerm>(term: T, day: CalendarDate) {
  const { endDate, contractEndDate } = term;
  const restarted = { ...term, countedFrom: day, earlierMonths: 0, frozenDays: 0, endDate: addDays(day, -1) };
  if (endDate === null || contractEndDate === null || contractEndDate <= endDate) return restarted;
  const left = firstMonths(term, 1, contractEndDate) - firstMonths(term, 1, endDate);
  return { ...restarted, contractEndDate: endOfMonths(restarted, left) };
}

/** The remaining paid days of a membership, in periods: whole ones, and some days of one more. */
export interface PaidAhead {
  readonly wholePeriods: number;
  readonly daysLeft: number;
  /** How many days that one has. */
  readonly periodDays: number;
  /** The months from the first start to the end of that one, and its own months. */
  readonly months: number;
  readonly periodMonths: number;
}

/** Paid days, today included, as periods counted back from the end. */
export function paidAhead(term: Billing & { readonly endDate: CalendarDate }, days: number): PaidAhead {
  const step = term.billingFrequency === 'annually' ? monthsOfPeriod.annually : monthsOfPeriod.monthly;
  const lastMonths = firstMonths(term, step, term.endDate);
  const lastEnd = endOfMonths(term, lastMonths);
  // The period in which the last of the days is, counted back.
  const months = monthsUntil(term, step, addDays(lastEnd, Math.min(0, 1 - days)));
  const end = endOfMonths(term, months);
  return {
    wholePeriods: (lastMonths - months) / step,
    daysLeft: days - daysBetween(end, lastEnd),
    periodDays: daysBetween(endOfMonths(term, months - step), end),
    months,
    periodMonths: step,
  };
}

/** A billing period that follows the paid days. */
export interface NextPeriod {
  readonly from: CalendarDate;
  readonly through: CalendarDate;
  /** How many whole periods are over that nobody billed. They are not charged. */
  readonly skipped: number;
}

/**
 * The period that is billed today: the one that follows the paid days without a gap or, when that one is over as well, the one that
 * runs today in the same rhythm. Null for a plan that does not renew.
 */
export function periodToBill(term: RenewingTerm, today: CalendarDate): NextPeriod | null {
  const { endDate, countedFrom = null } = term;
  if (endDate === null) return null;
  // Periods may be counted again from a later day, after days without access.
  const from = countedFrom !== null && countedFrom > endDate ? countedFrom : addDays(endDate, 1);
  const through = nextEnd(term);
  if (through === null) return null;
  return through < today ? periodAt(term, addDays(endDate, 1), today) : { from, through, skipped: 0 };
}

export interface UnbilledTerm extends RenewingTerm {
  readonly accessEnabled: boolean;
  /** Set once a renewal failed or waits to be paid by hand. */
  readonly graceDays: number | null;
  readonly freezes: readonly Freeze[];
}

/** The paid days are over and nobody was asked to pay for the next period, though the membership renews. */
export function isUnbilled(term: UnbilledTerm, today: CalendarDate): boolean {
  const { accessEnabled, graceDays, endDate, freezes } = term;
  if (!accessEnabled || graceDays !== null || endDate === null || endDate >= today) return false;
  return renewsOn(term, today) && freezeOn(freezes, today) === undefined;
}

/** False once a cancellation or the end of a contract has come first. */
export function renewsOn(term: RenewingTerm, today: CalendarDate): boolean {
  const { cancelsOn, contractEndDate, planned } = term;
  if (renewalDate(term) === null || (cancelsOn !== null && cancelsOn <= today)) return false;
  return planned !== null || contractEndDate === null || contractEndDate >= today;
}

/** After these days the next period is no longer billed automatically. Staff decide. */
export const isLeftToStaff = ({ endDate }: Pick<RenewingTerm, 'endDate'>, today: CalendarDate): boolean =>
  endDate !== null && endDate < addDays(today, -lateBillingDays);
