import { dayMs, toInstant, wallClock } from './zones.ts';

/** A calendar date as `YYYY-MM-DD`, without time or zone. */
export type CalendarDate = string;

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

const iso = (utc: number): CalendarDate => new Date(utc).toISOString().slice(0, 10);

/** UTC midnight of a calendar date; NaN for an invalid date (`2026-02-30`). */
function toUtc(date: CalendarDate): number {
  if (!shape.test(date)) return Number.NaN;
  const utc = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(utc) && iso(utc) === date ? utc : Number.NaN;
}

export const isCalendarDate = (text: string): boolean => !Number.isNaN(toUtc(text));

let last = { zone: '', minute: Number.NaN, day: '' };

/** Remembers the last one: each row of a list asks for today several times. A day changes only on a whole minute. */
export function dayIn(zone: string, instant: Date): CalendarDate {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (zone !== last.zone || minute !== last.minute)
    last = { zone, minute, day: iso(wallClock(zone, instant.getTime())) };
  return last.day;
}

export const todayIn = (zone: string, now: Date): CalendarDate => dayIn(zone, now);

/** The last day that has begun at any of these places. */
export const lastDayBegun = (places: readonly { readonly timezone: string }[], now: Date): CalendarDate =>
  places
    .map(({ timezone }) => todayIn(timezone, now))
    .toSorted()
    .at(-1) ?? todayIn('UTC', now);

export const startOfDay = (zone: string, date: CalendarDate): Date => new Date(toInstant(zone, toUtc(date)));

/** The end of the day, which is the first instant of the next day. */
export const endOfDay = (zone: string, date: CalendarDate): Date => startOfDay(zone, addDays(date, 1));

export const addDays = (date: CalendarDate, days: number): CalendarDate => iso(toUtc(date) + days * dayMs);

/** The same day a number of months later, or the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const from = new Date(toUtc(date));
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(first);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return iso(first + (Math.min(from.getUTCDate(), lastDay.getUTCDate()) - 1) * dayMs);
}

/** Counts from the month of one day to the month of another. */
export const monthsBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

export const daysBetween = (from: CalendarDate, to: CalendarDate): number => (toUtc(to) - toUtc(from)) / dayMs;

/** The last `count` days in the zone, oldest first, today last. */
export function lastDays(zone: string, now: Date, count: number): CalendarDate[] {
  const today = todayIn(zone, now);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

/** The instant at which `end` has passed. A bare date lasts to the end of that day in the zone. */
export const passedAt = (zone: string, end: string): Date =>
  isCalendarDate(end) ? endOfDay(zone, end) : new Date(end);

/** The instant at which `start` begins. A bare date begins at midnight in the zone. */
export const beginsAt = (zone: string, start: string): Date =>
  isCalendarDate(start) ? startOfDay(zone, start) : new Date(start);

/** Does not compute the instant of the midnight. An end that is exactly now has passed. */
export const hasPassed = (zone: string, end: string, now: Date): boolean =>
  shape.test(end) ? end < todayIn(zone, now) : new Date(end) <= now;

/** A start that is exactly now has begun. */
export const hasBegun = (zone: string, start: string, now: Date): boolean =>
  shape.test(start) ? start <= todayIn(zone, now) : new Date(start) <= now;
