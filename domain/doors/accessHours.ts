import { wallClock } from '#domain/shared/zones.ts';

/** Hours of the week. With an end that is not after the beginning they last until the next day. */
export interface AccessHours {
  /** The days on which the hours begin. 1 is Monday. */
  readonly weekdays: readonly number[];
  /** Minutes since midnight. */
  readonly from: number;
  readonly to: number;
}

/**
 * By the clock on the location's wall: an hour that the clocks repeat counts twice, one that they skip never comes. Without hours a
 * plan always lets in.
 */
export function isWithinHours(hours: readonly AccessHours[], zone: string, now: Date): boolean {
  if (hours.length === 0) return true;
  const wall = new Date(wallClock(zone, now.getTime()));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const weekday = wall.getUTCDay() || 7;
  const yesterday = weekday === 1 ? 7 : weekday - 1;
  return hours.some(({ weekdays, from, to }) => {
    const isOvernight = to <= from;
    const hasBegun = weekdays.includes(weekday) && minute >= from && (isOvernight || minute < to);
    const lastsOn = isOvernight && weekdays.includes(yesterday) && minute < to;
    return hasBegun || lastsOn;
  });
}

/** '16:05' of the minutes since midnight. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
