import { sum } from '#domain/shared/money.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { addDays, addMonths, daysBetween, type CalendarDate } from '#domain/shared/dates.ts';

/** Days on which a membership is paused, both ends included. */
export interface Freeze {
  readonly from: CalendarDate;
  /** Null while the end is open. The freeze then ends automatically on `longestUntil`. */
  readonly until: CalendarDate | null;
  readonly longestUntil: CalendarDate;
}

export interface FreezeLimits {
  readonly freezeMinDays: number;
  readonly freezeMaxDays: number;
  readonly freezeDaysPerYear: number;
}

/** The last possible day of a freeze. */
export const lastFrozenDay = ({ until, longestUntil }: Freeze): CalendarDate => until ?? longestUntil;

export const endsBeforeItBegins = 'A freeze cannot end before it begins';

/** The company's limits never forbid that a freeze in progress ends earlier. */
const endsEarly = (freeze: Freeze, changed: Freeze, today: CalendarDate): boolean =>
  freeze.from <= today && lastFrozenDay(changed) <= lastFrozenDay(freeze);

export const countDays = (freeze: Freeze): number => daysBetween(freeze.from, lastFrozenDay(freeze)) + 1;

export const freezeOn = <F extends Freeze>(freezes: readonly F[], day: CalendarDate): F | undefined =>
  freezes.find((freeze) => freeze.from <= day && day <= lastFrozenDay(freeze));

/** An open freeze past its maximum length. It has ended automatically, but its days have not moved the ends yet. */
export const hasRunOut = (freeze: Freeze, today: CalendarDate): boolean =>
  freeze.until === null && freeze.longestUntil < today;

/** An open freeze, in progress or planned: when it ends, it moves the end of the paid days to a day that nobody knows yet. */
export const hasOpenFreeze = (freezes: readonly Freeze[], today: CalendarDate): boolean =>
  freezes.some((freeze) => freeze.until === null && !hasRunOut(freeze, today));

/** The days by which freezes with a known end have moved the ends. An open one moves them when it ends. */
export const frozenDays = (freezes: readonly Freeze[]): number =>
  sum(freezes.filter(({ until }) => until !== null).map(countDays));

/** Frozen days from `from` to `to`, both included. */
export const frozenDaysWithin = (freezes: readonly Freeze[], from: CalendarDate, to: CalendarDate): number =>
  sum(
    freezes.map((freeze) => {
      const [first, last] = [latest(freeze.from, from), earliest(lastFrozenDay(freeze), to)];
      return first > last ? 0 : daysBetween(first, last) + 1;
    }),
  );

const latest = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earliest = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);

/** An end moved by this many days; null stays null. */
export const shiftedEnd = (end: CalendarDate | null, days: number): CalendarDate | null =>
  end === null ? null : addDays(end, days);

interface FrozenTerm<F extends Freeze> {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
  /** The days by which freezes have moved the ends, for counting billing periods. */
  readonly frozenDays?: number;
  readonly freezes: readonly F[];
}

/** The term with other freezes, which move its ends. */
export const withFreezes = <F extends Freeze, T extends FrozenTerm<F>>(term: T, freezes: readonly F[]): T =>
  movedTerm<F, T>(term, freezes, frozenDays(freezes) - frozenDays(term.freezes));

/** The term with other freezes, and its ends moved by this many days. */
const movedTerm = <F extends Freeze, T extends FrozenTerm<F>>(term: T, freezes: readonly F[], days: number): T => ({
  ...term,
  endDate: shiftedEnd(term.endDate, days),
  contractEndDate: shiftedEnd(term.contractEndDate, days),
  ...(term.frozenDays !== undefined && { frozenDays: term.frozenDays + days }),
  freezes,
});

/** The term with open freezes ended that have run out by today. The job stores the same, later. */
export function settledTerm<F extends Freeze, T extends FrozenTerm<F>>(term: T, today: CalendarDate): T {
  const ended = term.freezes.filter((freeze) => hasRunOut(freeze, today));
  if (ended.length === 0) return term;
  const days = sum(ended.map(countDays));
  const freezes = term.freezes.map((freeze) =>
    ended.includes(freeze) ? { ...freeze, until: freeze.longestUntil } : freeze,
  );
  return movedTerm<F, T>(term, freezes, days);
}

/**
 * The term for a cancellation: planned freezes are removed, and an open one that has begun lasts its maximum length, so that the
 * end is known.
 */
export function closedTerm<F extends Freeze, T extends FrozenTerm<F>>(term: T, today: CalendarDate): T {
  const begunFreezes = term.freezes
    .filter(({ from }) => from <= today)
    .map((freeze) => ({ ...freeze, until: lastFrozenDay(freeze) }));
  return withFreezes<F, T>(term, begunFreezes);
}

/** The last possible day of an open freeze that begins on `from`. */
export const longestUntil = (from: CalendarDate, { freezeMaxDays }: FreezeLimits): CalendarDate =>
  addDays(from, freezeMaxDays - 1);

interface FrozenDates {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate | null;
}

/** Why a freeze cannot begin on this day; null when it can. */
export function freezeStartRefusal(from: CalendarDate, { startDate, endDate }: FrozenDates): string | null {
  if (from < startDate) return `The membership starts on ${day(startDate)}. A freeze cannot begin before that.`;
  if (endDate !== null && from > endDate) return `A freeze begins on or before the last paid day, ${day(endDate)}`;
  return null;
}

/**
 * Why freezes cannot become these, which lead to this end: a planned one would begin after the days that are paid without it, and
 * the days before it would be free.
 */
export function plannedFreezeRefusal(
  freezes: readonly Freeze[],
  endDate: CalendarDate | null,
  today: CalendarDate,
): string | null {
  if (endDate === null) return null;
  const lastPaidDay = ({ from }: Freeze) =>
    addDays(endDate, -frozenDays(freezes.filter((other) => other.from >= from)));
  const late = freezes.find((freeze) => freeze.from > today && freeze.from > lastPaidDay(freeze));
  return (
    (late &&
      `The freeze from ${day(late.from)} would begin after the last paid day, ${day(lastPaidDay(late))}. Change or undo it first.`) ??
    null
  );
}

/** Why a freeze cannot last from its first to its last day; null when it can. Without limits it only must not overlap. */
export function freezeLengthRefusal(
  freeze: Freeze,
  others: readonly Freeze[],
  limits: FreezeLimits | null,
): string | null {
  const overlapping = others.find(
    (other) => other.from <= lastFrozenDay(freeze) && freeze.from <= lastFrozenDay(other),
  );
  if (overlapping) return `There is another freeze from ${day(overlapping.from)} to ${day(lastFrozenDay(overlapping))}`;
  if (limits === null) return null;
  const days = countDays(freeze);
  const { freezeMinDays, freezeMaxDays, freezeDaysPerYear } = limits;
  if (days < freezeMinDays) return `A freeze lasts at least ${freezeMinDays} days`;
  if (days > freezeMaxDays) return `A freeze lasts at most ${freezeMaxDays} days`;
  const used = frozenDaysWithin(others, addMonths(freeze.from, -12), addDays(freeze.from, -1));
  if (used + days <= freezeDaysPerYear) return null;
  return `A membership is frozen for at most ${freezeDaysPerYear} days in twelve months, and ${Math.max(0, freezeDaysPerYear - used)} are left`;
}

/** Why a membership cannot be frozen like this; null when it can. */
export const freezeRefusal = (
  freeze: Freeze,
  membership: FrozenDates & { readonly freezes: readonly Freeze[] },
  limits: FreezeLimits | null,
): string | null =>
  freezeStartRefusal(freeze.from, membership) ?? freezeLengthRefusal(freeze, membership.freezes, limits);

interface FreezeChange {
  readonly freeze: Freeze;
  readonly changed: Freeze;
  /** The membership's other freezes. */
  readonly others: readonly Freeze[];
  readonly endDate: CalendarDate | null;
}

/** Why a freeze cannot end on another day; null when it can. */
export function freezeChangeRefusal(
  { freeze, changed, others, endDate }: FreezeChange,
  limits: FreezeLimits | null,
  today: CalendarDate,
): string | null {
  if (lastFrozenDay(changed) < today)
    return 'This freeze has reached its maximum length. Choose the day on which it ends.';
  const days = frozenDays([changed]) - frozenDays([freeze]);
  return (
    freezeLengthRefusal(changed, others, endsEarly(freeze, changed, today) ? null : limits) ??
    // An end that moves back leaves the planned freezes where they are.
    (days < 0 ? plannedFreezeRefusal([...others, changed], shiftedEnd(endDate, days), today) : null)
  );
}

const day = (date: CalendarDate) => shortDate(date, 'UTC');
