import { addDays, endOfDay, startOfDay, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { dayMs, toInstant, wallClock } from '#domain/shared/zones.ts';

/** The mean of the same weekday over this many weeks. */
const weeksCompared = 4;

export interface DayUntilNow {
  readonly week: number;
  readonly date: CalendarDate;
  readonly since: Date;
  /** The first instant that does not count. */
  readonly until: Date;
  readonly before: Date;
}

/** Each up to the same time in the location's time zone. */
export function daysUntilNow(zone: string, now: Date): DayUntilNow[] {
  const today = todayIn(zone, now);
  const clock = wallClock(zone, now.getTime());
  return Array.from({ length: weeksCompared + 1 }, (_, week) => {
    const date = addDays(today, -7 * week);
    const before = endOfDay(zone, date);
    // Today counts nothing later than now, since another server's clock may run ahead.
    const until = week === 0 ? before : new Date(toInstant(zone, clock - week * 7 * dayMs));
    return { week, date, since: startOfDay(zone, date), until, before };
  });
}

/**
 * Counts the weeks since the first one with anything on this weekday. A gym that opened two weeks ago is compared with two, and a
 * day since then on which it was closed counts as zero.
 */
export const weeksOfHistory = (weeksWithAnything: readonly number[]): number => Math.max(0, ...weeksWithAnything);

/** Null without any week to compare with. */
export const computeUsual = (sum: number, weeks: number): number | null => (weeks === 0 ? null : sum / weeks);
