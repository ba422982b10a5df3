import { addDays, type CalendarDate } from './dates.ts';

/** The proposed start for a plan the contact already holds: the day after it ends, but not before today. */
export function proposedStart(heldEnds: readonly (CalendarDate | null)[], today: CalendarDate): CalendarDate {
  const ends = heldEnds.filter((end) => end !== null).toSorted();
  const last = ends.at(-1);
  return last !== undefined && last >= today ? addDays(last, 1) : today;
}
