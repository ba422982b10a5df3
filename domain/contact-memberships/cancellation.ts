import { periodAt, periodEndBefore, periodEndFrom, renewalDate, type RenewingTerm } from './billingPeriods.ts';
import { billedTerm } from './planChangeTerms.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';

export const cancellationTimes = ['now', 'period_end', 'date'] as const;
export type CancellationTime = (typeof cancellationTimes)[number];

export const cancellationReasons = ['moving', 'price', 'not_using', 'health', 'unhappy', 'other'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

export const cancellationReasonLabels: Record<CancellationReason, string> = {
  moving: 'Moving',
  price: 'Price',
  not_using: 'Not using it',
  health: 'Health',
  unhappy: 'Unhappy',
  other: 'Other',
};

export interface CancellationRequest {
  readonly when: CancellationTime;
  /** Set when `when` is `date`. */
  readonly date?: CalendarDate | undefined;
  /** A manager may waive the rest of a contract. */
  readonly release?: boolean | undefined;
}

type LastDay = { readonly lastDay: CalendarDate } | { readonly refusal: string };

/** The last day of a membership that is canceled today, or why it cannot be canceled this way. */
export function findLastDay(
  term: RenewingTerm,
  request: CancellationRequest,
  noticeDays: number,
  today: CalendarDate,
): LastDay {
  const { when, date = today, release = false } = request;
  const { endDate, contractEndDate } = term;
  if (when === 'period_end') return { lastDay: lastDayByNotice(term, noticeDays, today, release) };
  const lastDay = when === 'now' ? today : date;
  if (contractEndDate !== null && !release && lastDay < contractEndDate)
    return { refusal: `The contract runs until ${day(contractEndDate)}` };
  // Days after the paid ones require renewals, and renewals stop at a contract's end.
  const lastReached = renewalDate(term) === null ? endDate : billedTerm(term).contractEndDate;
  if (lastReached !== null && lastDay > lastReached && lastDay > today) {
    return { refusal: `The membership does not renew after ${day(lastReached)}` };
  }
  return { lastDay };
}

/**
 * The end of the paid period that contains the last day of notice, but not before the contract's end. A membership that does not
 * renew ends with its paid period, whatever the notice.
 */
export function lastDayByNotice(
  term: RenewingTerm,
  noticeDays: number,
  today: CalendarDate,
  release = false,
): CalendarDate {
  const { endDate } = term;
  const contractEndDate = release ? null : term.contractEndDate;
  const noticeEnd = addDays(today, noticeDays);
  if (endDate === null) return noticeEnd;
  if (renewalDate(term) === null) return latest(endDate, today);
  if (noticeDays === 0 && endDate < today) return latest(today, contractEndDate);
  const billed = billedTerm(term);
  const wanted = earliest(latest(noticeEnd, contractEndDate), billed.contractEndDate);
  return endDate >= wanted ? endDate : (periodEndFrom(billed, wanted) ?? endDate);
}

/**
 * The last day of notice once periods are counted again from `day`, so that no paid day is lost: the end of the period that it is in,
 * and still not before the contract's end. A last day that has passed stays.
 */
export function restartedLastDay(
  before: RenewingTerm,
  restarted: RenewingTerm,
  day: CalendarDate,
): CalendarDate | null {
  const { cancelsOn } = before;
  if (cancelsOn === null || cancelsOn < day) return cancelsOn;
  const { contractEndDate } = billedTerm(before);
  const billed = billedTerm(restarted);
  const isContractEnd = contractEndDate !== null && cancelsOn >= contractEndDate;
  return periodEndFrom(billed, isContractEnd ? latest(cancelsOn, billed.contractEndDate) : cancelsOn);
}

const latest = (a: CalendarDate, b: CalendarDate | null) => (b !== null && b > a ? b : a);
const earliest = (a: CalendarDate, b: CalendarDate | null) => (b !== null && b < a ? b : a);

/** The day on which the last period is billed. Null when nothing more is charged. */
export function lastBillingDay(term: RenewingTerm, lastDay: CalendarDate): CalendarDate | null {
  const first = renewalDate({ ...term, cancelsOn: lastDay });
  const billed = billedTerm(term);
  return first && latest(first, periodEndBefore(billed, earliest(lastDay, billed.contractEndDate)));
}

/** How often it is still billed until that day. */
export function countPaymentsLeft(term: RenewingTerm, lastDay: CalendarDate): number {
  const [first, last] = [renewalDate({ ...term, cancelsOn: lastDay }), lastBillingDay(term, lastDay)];
  if (first === null || last === null) return 0;
  return 1 + (periodAt(billedTerm(term), addDays(first, 1), addDays(last, 1))?.skipped ?? 0);
}

const day = (date: CalendarDate) => shortDate(date, 'UTC');
