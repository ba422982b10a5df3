import { daysBetween, type CalendarDate } from '#domain/shared/dates.ts';

/** Visits are looked at for so many days, today included. */
export const rhythmDays = 70;
const fewestVisits = 4;
/** Nobody who was here within so many days drifts. */
export const calmDays = 10;
/** Keeps two visits of a new member from looking like a habit. */
const shortestSpanDays = 14;

/** The days on which somebody was let in, within the last `rhythmDays`. */
export interface VisitDays {
  readonly count: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

interface Drift {
  /** Visits a week until the last one, at least 1. */
  readonly perWeek: number;
  /** Since the last visit. */
  readonly days: number;
}

/** Drifting away is staying away three times as long as between the visits before. Null otherwise. */
export function findDrift({ count, first, last }: VisitDays, today: CalendarDate): Drift | null {
  const days = daysBetween(last, today);
  if (count < fewestVisits || days < calmDays) return null;
  const span = Math.max(shortestSpanDays, daysBetween(first, last) + 1);
  return days * count < 3 * span ? null : { perWeek: Math.max(1, Math.round((7 * count) / span)), days };
}

/** '3 a week, now 0 for 12 days'. */
export const driftText = ({ perWeek, days }: Drift): string => `${perWeek} a week, now 0 for ${days} days`;
