import { startOfDay, type CalendarDate } from '#domain/shared/dates.ts';

const minuteMs = 60_000;
/** Looking up a zone's offset is slow, and the demo does it some thousand times. */
const midnights = new Map<string, number>();

/** A time of day at the location, in minutes after midnight. */
export function momentOn(zone: string, date: CalendarDate, minutes: number): Date {
  const key = `${zone} ${date}`;
  let midnight = midnights.get(key);
  if (midnight === undefined) {
    midnight = startOfDay(zone, date).getTime();
    midnights.set(key, midnight);
  }
  return new Date(midnight + Math.round(minutes * minuteMs));
}

export const minutesBefore = (moment: Date, minutes: number): Date =>
  new Date(moment.getTime() - Math.round(minutes * minuteMs));

/** The time, or a little before `now` if it would be in the future. */
export const atLatest = (now: Date, moment: Date): Date => (moment < now ? moment : minutesBefore(now, 1));
