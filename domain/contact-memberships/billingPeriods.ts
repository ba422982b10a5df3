import { addDays, addMonths, daysBetween, monthsBetween, type CalendarDate } from '#domain/shared/dates.ts';
import type { BillingFrequency, PlanTerms, RecurringPlan } from '#domain/memberships/membershipPlan.ts';
import { lateBillingDays } from '#domain/shared/limits.ts';
import { countDays, type Freeze, freezeOn } from './freezes.ts';

interface Ends {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
}

export interface Billing {
  readonly billingFrequency: BillingFrequency;
  readonly startDate: CalendarDate;
  /** The day from which periods count after days without access; null while they count from the start. */
  readonly countedFrom?: CalendarDate | null;
  /** Months and periods that were billed before the plan changed to this frequency. */
  readonly earlierMonths?: number;
  readonly earlierPeriods?: number;
  /** The months from the start to the end of each of those periods; null if periods count from `countedFrom`. */
  readonly earlierEnds?: readonly number[] | null;
  /** The days by which freezes have moved the ends since the start of counting. */
  readonly frozenDays?: number;
  /** The periods before `countedFrom`, or all when the access that was paid for has been ended, from the first one on. */
  readonly endedPeriods?: readonly EndedPeriod[];
}

/** A period as it was when periods were counted again after it, or its access was ended. */
export interface EndedPeriod {
  /** The last day, which freezes had moved. */
  readonly endedOn: CalendarDate;
  /** Without those of freezes. */
  readonly days: number;
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

/**
 * The months from the first start to the end of the nth period (1-based). Zero for plans without periods. Periods before a change
 * of plan had their own length, not that of the plan after it.
 */
export function monthsThrough(
  { billingFrequency, earlierMonths = 0, earlierPeriods = 0, earlierEnds }: Billing,
  period: number,
): number {
  if (billingFrequency === 'one_time') return 0;
  if (period < earlierPeriods) return earlierEnds?.[period - 1] ?? 0;
  return earlierMonths + (period - earlierPeriods) * monthsOfPeriod[billingFrequency];
}

/** The last day of this many months: first start + months - 1 day + all frozen days. */
export const endOfMonths = ({ startDate, countedFrom, frozenDays = 0 }: Billing, months: number): CalendarDate =>
  addDays(getLastDay(countedFrom ?? startDate, months), frozenDays);

/** The last day of the nth paid period (1-based). Null for plans without periods. */
export const periodEnd = (term: Billing, period: number): CalendarDate | null =>
  term.billingFrequency === 'one_time'
    ? null
    : (term.endedPeriods?.[period - 1]?.endedOn ?? endOfMonths(term, monthsThrough(term, period)));

/** This period was billed after a refund had ended the access before the end of what was paid or billed by then. */
export function followsEndedAccess({ endedPeriods = [], endDate }: Billing & Pick<Ends, 'endDate'>, period: number) {
  const last = endedPeriods.at(-1);
  return endedPeriods.length < period && last !== undefined && endDate !== null && endDate < last.endedOn;
}

/** How months and periods are counted when this period ends on `end`, in the same rhythm. */
export function countedTo(term: Billing, period: number, end: CalendarDate) {
  const step = term.billingFrequency === 'annually' ? monthsOfPeriod.annually : monthsOfPeriod.monthly;
  const earlierMonths = monthsUntil(term, 1, end) - step;
  const earlierEnds = Array.from({ length: period - 1 }, (_, index) =>
    index === period - 2 ? earlierMonths : monthsThrough(term, index + 1),
  );
  return { earlierMonths, earlierPeriods: period - 1, earlierEnds };
}

/** The end after one more period, whether or not a contract ends first. Null for one-time plans and terms without an end. */
export const nextEnd = (term: Billing & Pick<Ends, 'endDate'>): CalendarDate | null =>
  term.endDate === null ? null : periodEndFrom(term, addDays(term.endDate, 1));

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
  return months > (term.earlierMonths ?? 0) ? endOfMonths(term, months) : null;
}

/** The number (1-based) of the first period that ends on or after this day, of a membership that never changed its plan. */
export function periodFrom(
  term: Pick<Billing, 'startDate'> & { readonly billingFrequency: keyof typeof monthsOfPeriod },
  day: CalendarDate,
): number {
  const step = monthsOfPeriod[term.billingFrequency];
  return firstMonths(term, step, day) / step;
}

/**
 * The fewest months, in steps and one step at least, whose end is on or after this day. Those of an earlier plan with another rhythm
 * come before; those that were only counted again, since a refund ended the access, do not.
 */
function firstMonths(term: Billing, step: number, day: CalendarDate): number {
  const { earlierMonths = 0 } = term;
  const earliest = earlierMonths % step === 0 ? step : earlierMonths + step;
  return Math.max(earliest, monthsUntil(term, step, day));
}

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
  /** The plan to which a change is planned, and the first period (1-based) that it is charged for, even beyond a contract's end. */
  readonly planned: { readonly plan: RecurringPlan; readonly period: number } | null;
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

/** The periods before this one as they ended: moved by the freezes that had begun by then, and none after the term. */
export function endedBefore(term: RestartingTerm, period: number): EndedPeriod[] {
  const ended = (term.endedPeriods ?? []).slice(0, period - 1);
  const freezes = (term.freezes ?? []).filter(({ from }) => !term.countedFrom || from >= term.countedFrom);
  const lastDay = (nth: number) => endOfMonths({ ...term, frozenDays: 0 }, monthsThrough(term, nth));
  for (let nth = ended.length + 1; nth < period; nth += 1) {
    const days = daysBetween(lastDay(nth - 1), lastDay(nth));
    let endedOn = lastDay(nth);
    for (const freeze of freezes)
      if (freeze.until !== null && freeze.from <= endedOn) endedOn = addDays(endedOn, countDays(freeze));
    ended.push({ endedOn: term.endDate !== null && term.endDate < endedOn ? term.endDate : endedOn, days });
  }
  return ended;
}

interface RestartingTerm extends RenewableTerm {
  /** The earliest first. */
  readonly freezes?: readonly Freeze[];
}

/**
 * The term when this period begins on `day`, because it was paid after the grace period: periods count from that day, and the
 * rest of a contract keeps its length.
 */
export function restartedTerm<T extends RestartingTerm>(term: T, period: number, day: CalendarDate) {
  const { endDate, contractEndDate } = term;
  const restarted = {
    ...term,
    countedFrom: day,
    earlierMonths: 0,
    earlierPeriods: period - 1,
    earlierEnds: null,
    frozenDays: 0,
    endedPeriods: endedBefore(term, period),
  };
  if (endDate === null || contractEndDate === null || contractEndDate <= endDate)
    return { ...restarted, endDate: periodEnd(restarted, period) };
  const left = firstMonths(term, 1, contractEndDate) - firstMonths(term, 1, endDate);
  return { ...restarted, endDate: periodEnd(restarted, period), contractEndDate: endOfMonths(restarted, left) };
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
