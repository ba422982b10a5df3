import { addDays, daysBetween, type CalendarDate } from '#domain/shared/dates.ts';
import { endedBefore, type Billing, type EndedPeriod } from './billingPeriods.ts';
import { frozenDays, lastFrozenDay, withFreezes, type Freeze } from './freezes.ts';

interface EndingTerm<F extends Freeze> extends Billing {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
  readonly freezes: readonly F[];
}

/**
 * The term that ends yesterday, but not before the end of this paid period (0 means none): without freezes after it. One that runs
 * has ended, as it would go on to move the end. `endedPeriods` are all the periods, as they would have ended: with those that are billed,
 * and not paid.
 */
export function endedTerm<F extends Freeze>(
  term: EndingTerm<F>,
  { paid, ...periods }: { readonly paid: number } & Periods,
  today: CalendarDate,
) {
  const yesterday = addDays(today, -1);
  const startedFreezes = term.freezes.filter(({ from }) => from <= yesterday);
  const closed = replaceFreezes(
    term,
    startedFreezes.map((freeze) => {
      const lastDay = lastFrozenDay(freeze);
      return { ...freeze, until: lastDay < yesterday ? lastDay : yesterday };
    }),
  );
  const paidThrough = findPaidThrough(closed, paid);
  if (paidThrough === null || paidThrough <= yesterday) return endOn(closed, yesterday, periods);
  // An open freeze moves this end when it ends.
  const end = findPaidThrough(term, paid) ?? paidThrough;
  const kept = term.freezes.filter(({ from }) => from <= end);
  return endOn(replaceFreezes(term, kept), end, periods);
}

interface Periods {
  /** Through which the term lasted. */
  readonly periods: number;
  readonly billed: number;
}

const replaceFreezes = <F extends Freeze>(term: EndingTerm<F>, freezes: readonly F[]): EndingTerm<F> => ({
  ...withFreezes<F, EndingTerm<F>>(term, freezes),
  endedPeriods: movePeriods(term.endedPeriods, term.freezes, freezes),
});

/** The stored periods when freezes change from these to those: each moves the ends on or after its first day. */
export function movePeriods(
  periods: readonly EndedPeriod[] = [],
  before: readonly Freeze[],
  after: readonly Freeze[],
): EndedPeriod[] {
  let moved = [...periods];
  // The last one first: it began before the end to which the others moved.
  for (const first of [...new Set([...before, ...after].map(({ from }) => from))].toSorted().toReversed()) {
    const count = (freezes: readonly Freeze[]) => frozenDays(freezes.filter(({ from }) => from === first));
    const days = count(after) - count(before);
    moved = moved.map((period) =>
      period.endedOn < first ? period : { ...period, endedOn: addDays(period.endedOn, days) },
    );
  }
  return moved;
}

const findPaidThrough = (term: EndingTerm<Freeze>, paid: number): CalendarDate | null =>
  term.billingFrequency === 'one_time' ? null : (endedBefore(term, paid + 1)[paid - 1]?.endedOn ?? null);

function endOn<F extends Freeze>(term: EndingTerm<F>, day: CalendarDate, { periods, billed }: Periods) {
  const { contractEndDate, freezes } = term;
  const endDate = term.endDate !== null && term.endDate < day ? term.endDate : day;
  const isOneTime = term.billingFrequency === 'one_time';
  const lasted = endedBefore(term, periods + 1);
  const endedPeriods: readonly EndedPeriod[] = isOneTime
    ? onePeriod(term, day)
    : endedBefore({ ...term, endDate: null, endedPeriods: lasted }, billed + 1);
  return { endDate, contractEndDate, freezes, endedPeriods };
}

/** As it was when it was ended for the first time: a refund can fail, and be made again. */
function onePeriod({ startDate, endDate, endedPeriods = [] }: EndingTerm<Freeze>, day: CalendarDate) {
  if (endedPeriods.length > 0) return endedPeriods;
  // A visit pack has no end before its first visit.
  const endedOn = endDate ?? addDays(day, 1);
  return [{ endedOn, days: daysBetween(startDate, endedOn) + 1 }];
}
