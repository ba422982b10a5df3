import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import type { Billing, BilledPeriod } from './billingPeriods.ts';
import { frozenDays, lastFrozenDay, withFreezes, type Freeze } from './freezes.ts';

interface EndingTerm<F extends Freeze> extends Billing {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
  readonly freezes: readonly F[];
}

/**
 * The term that ends yesterday, but not before the end of the last period that stays paid: without freezes after it. One that runs
 * has ended, as it would go on to move the end.
 */
export function endedTerm<F extends Freeze>(term: EndingTerm<F>, paid: BilledPeriod | undefined, today: CalendarDate) {
  const yesterday = addDays(today, -1);
  const startedFreezes = term.freezes.filter(({ from }) => from <= yesterday);
  const closed = withFreezes<F, EndingTerm<F>>(
    term,
    startedFreezes.map((freeze) => {
      const lastDay = lastFrozenDay(freeze);
      return { ...freeze, until: lastDay < yesterday ? lastDay : yesterday };
    }),
  );
  const [paidThrough] = movePeriods(paid ? [paid] : [], term.freezes, closed.freezes);
  if (!paid || !paidThrough || paidThrough.lastDay <= yesterday) return endOn(closed, yesterday);
  // An open freeze moves this end when it ends.
  const kept = term.freezes.filter(({ from }) => from <= paid.lastDay);
  return endOn(withFreezes<F, EndingTerm<F>>(term, kept), paid.lastDay);
}

/** The periods when freezes change from these to those: each moves the ends on or after its first day. */
export function movePeriods<P extends BilledPeriod>(
  periods: readonly P[],
  before: readonly Freeze[],
  after: readonly Freeze[],
): P[] {
  let moved = [...periods];
  // The last one first: it began before the end to which the others moved.
  for (const first of [...new Set([...before, ...after].map(({ from }) => from))].toSorted().toReversed()) {
    const count = (freezes: readonly Freeze[]) => frozenDays(freezes.filter(({ from }) => from === first));
    const days = count(after) - count(before);
    const move = (day: CalendarDate) => (day < first ? day : addDays(day, days));
    moved = moved.map((period) => ({
      ...period,
      lastDay: move(period.lastDay),
      accessEndedOn: period.accessEndedOn && move(period.accessEndedOn),
    }));
  }
  return moved;
}

function endOn<F extends Freeze>({ endDate, contractEndDate, freezes }: EndingTerm<F>, day: CalendarDate) {
  return { endDate: endDate !== null && endDate < day ? endDate : day, contractEndDate, freezes };
}
