import { startOfDay, type CalendarDate } from '#domain/rules/dates.ts';

const minuteMs = 60_000;
/** Asking a zone's rules for one is slow, and the demo asks some thousand times. */
const midnights = new Map<string, number>();

/** So many minutes into a day of the location. */
export function momentOn(zone: string, date: CalendarDate, minutes: number): Date {
  const key = `${zone} ${date}`;
  let midnight = midnights.get(key);
  if (midnight === undefined) {
    midnight = startOfDay(zone, date).getTime();
    midnights.set(key, midnight);
  }
  return new Date(midnight + Math.round(minutes * minuteMs));
}

export const minutesBefore = (moment: Date, minutes: number): Date => new Date(moment.getTime() - Math.round(minutes * minuteMs));

/** The moment, or a little before `now` where it would lie in the future. */
export const atLatest = (now: Date, moment: Date): Date => (moment < now ? moment : minutesBefore(now, 1));
