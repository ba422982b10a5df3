import { lastDayOfMonths } from './modelCalendar.ts';

export interface ModelFreeze {
  id: string;
  from: number;
  until: number | null;
  readonly longest: number;
}

const longestFreeze = 90;
const shortestFreeze = 7;
const frozenAYear = 120;

export const newFreeze = (from: number, until: number | null): ModelFreeze => ({
  id: '',
  from,
  until,
  longest: until ?? from + longestFreeze - 1,
});

const lastDay = ({ until, longest }: ModelFreeze) => until ?? longest;

export const freezeOn = (freezes: readonly ModelFreeze[], day: number): ModelFreeze | undefined =>
  freezes.find((freeze) => freeze.from <= day && day <= lastDay(freeze));

/** By which the ends have moved: by an open freeze when it ends. */
export const daysMoved = (freezes: readonly ModelFreeze[], since: number): number =>
  freezes.reduce((sum, { from, until }) => sum + (until === null || from < since ? 0 : until - from + 1), 0);

export function endedByThemselves(freezes: readonly ModelFreeze[], day: number): void {
  for (const freeze of freezes) if (freeze.until === null && freeze.longest < day) freeze.until = freeze.longest;
}

/** By the settings as they come, beside the other freezes. */
export function mayBeFrozen(freezes: readonly ModelFreeze[], from: number, until: number | null): boolean {
  const last = lastDay(newFreeze(from, until));
  const days = last - from + 1;
  if (freezes.some((other) => other.from <= last && from <= lastDay(other))) return false;
  const yearBefore = lastDayOfMonths(from, -12) + 1;
  const used = freezes.reduce(
    (sum, other) => sum + Math.max(0, Math.min(lastDay(other), from - 1) - Math.max(other.from, yearBefore) + 1),
    0,
  );
  return days >= shortestFreeze && days <= longestFreeze && used + days <= frozenAYear;
}

/** Whether those that are planned begin on a day that is paid without them and those after them. */
export const beginOnPaidDays = (freezes: readonly ModelFreeze[], end: number, day: number): boolean =>
  freezes.every(({ from }) => from <= day || from <= end - daysMoved(freezes, from));

/** Ends one on this day. The days by which the end moves, or undefined when a planned one needs them. */
export function endFreeze(
  freezes: readonly ModelFreeze[],
  freeze: ModelFreeze,
  until: number,
  { end, day }: { end: number; day: number },
): number | undefined {
  const before = freeze.until;
  const moved = (last: number | null) => (last === null ? 0 : last - freeze.from + 1);
  const days = moved(until) - moved(before);
  freeze.until = until;
  if (days >= 0 || beginOnPaidDays(freezes, end + days, day)) return days;
  freeze.until = before;
  return undefined;
}
