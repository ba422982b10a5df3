import { instantOf, wallClock } from './zones.ts';

/** A day of the calendar as `YYYY-MM-DD`: no time, no zone. */
export type CalendarDate = string;

const dayMs = 86_400_000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

const iso = (utc: number): CalendarDate => new Date(utc).toISOString().slice(0, 10);

/** UTC midnight of a calendar date; NaN for text that is no day (`2026-02-30`). */
function utcOf(date: CalendarDate): number {
  if (!shape.test(date)) return Number.NaN;
  const utc = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(utc) && iso(utc) === date ? utc : Number.NaN;
}

export const isCalendarDate = (text: string): boolean => !Number.isNaN(utcOf(text));

/** The day that it is in the zone at this instant. */
export const dayIn = (zone: string, instant: Date): CalendarDate => iso(wallClock(zone, instant.getTime()));

/** Today as the location's clocks have it. */
export const todayIn = (zone: string, now: Date): CalendarDate => dayIn(zone, now);

/** The first instant of the day in the zone. */
export const startOfDay = (zone: string, date: CalendarDate): Date => new Date(instantOf(zone, utcOf(date)));

/** The instant at which the day is over, which is the first of the next one. */
export const endOfDay = (zone: string, date: CalendarDate): Date => startOfDay(zone, addDays(date, 1));

export const addDays = (date: CalendarDate, days: number): CalendarDate => iso(utcOf(date) + days * dayMs);

/** The same day so many months later; where the month is shorter, its last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const from = new Date(utcOf(date));
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(first);
  lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0);
  return iso(first + (Math.min(from.getUTCDate(), lastDay.getUTCDate()) - 1) * dayMs);
}

export const daysBetween = (from: CalendarDate, to: CalendarDate): number => (utcOf(to) - utcOf(from)) / dayMs;

/** The last `count` days in the zone, oldest first, today last. */
export function lastDays(zone: string, now: Date, count: number): CalendarDate[] {
  const today = todayIn(zone, now);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

/** When something that is to last until `end` has passed: a bare date lasts to the end of that day in the zone. */
export const passedAt = (zone: string, end: string): Date => (isCalendarDate(end) ? endOfDay(zone, end) : new Date(end));

/** When something that starts at `start` begins: a bare date begins with that day in the zone. */
export const beginsAt = (zone: string, start: string): Date =>
  isCalendarDate(start) ? startOfDay(zone, start) : new Date(start);
