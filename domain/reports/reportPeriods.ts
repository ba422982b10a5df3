import type { z } from 'zod';
import { dayRangeText, shortDate } from '#domain/shared/dateText.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  endOfDay,
  monthsBetween,
  startOfDay,
  type CalendarDate,
} from '#domain/shared/dates.ts';
import { reconciliationDaysMax, reportDaysMax } from '#domain/shared/limits.ts';

/** Days of a report, both ends included. */
export interface ReportPeriod {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const daysMax = { report: reportDaysMax, reconciliation: reconciliationDaysMax } as const;
type PeriodUse = keyof typeof daysMax;

/** Why a report or a reconciliation cannot cover this period; null if it can. */
export function periodRefusal({ from, to }: ReportPeriod, use: PeriodUse): string | null {
  if (from > to) return 'The first day must not be after the last';
  return daysBetween(from, to) >= daysMax[use] ? `A ${use} covers at most ${daysMax[use]} days` : null;
}

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** For `superRefine` of a period. The server fills in a missing day of a report and checks again. */
export const checkPeriod =
  (use: PeriodUse) =>
  ({ from, to }: Days, context: z.core.$RefinementCtx): void => {
    const message = from !== undefined && to !== undefined && periodRefusal({ from, to }, use);
    if (message) context.addIssue({ code: 'custom', path: ['from'], message });
  };

export const periodNames = ['today', 'yesterday', 'week', 'month', 'last_month', 'quarter', 'year', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodLabels: Record<PeriodName, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  month: 'This month',
  last_month: 'Last month',
  quarter: 'This quarter',
  year: 'This year',
  custom: 'Custom',
};

/** The days of a named period. Weeks begin on Monday. A period that is not over yet ends today. */
export function namedPeriod(name: Exclude<PeriodName, 'custom'>, today: CalendarDate): ReportPeriod {
  const monthStart = firstOfMonth(today);
  const periods: Record<typeof name, () => ReportPeriod> = {
    today: () => ({ from: today, to: today }),
    yesterday: () => ({ from: addDays(today, -1), to: addDays(today, -1) }),
    week: () => ({ from: getMonday(today), to: today }),
    month: () => ({ from: monthStart, to: today }),
    last_month: () => ({ from: addMonths(monthStart, -1), to: addDays(monthStart, -1) }),
    quarter: () => ({ from: addMonths(monthStart, -((Number(today.slice(5, 7)) - 1) % 3)), to: today }),
    year: () => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  };
  return periods[name]();
}

export const comparisons = ['previous', 'week', 'month', 'quarter', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The same days of the week, month, quarter or year before. By default whole months are compared with as many months, and a month,
 * quarter, year or week up to a day with the one before up to the same day; days alone do not say which of them they are when
 * they are its first ones. Others are compared with the same number of days just before.
 */
export function comparedPeriod({ from, to }: ReportPeriod, comparison: Comparison = 'previous'): ReportPeriod {
  if (comparison === 'week') return daysBefore({ from, to }, 7);
  if (comparison !== 'previous') return monthsBefore({ from, to }, monthsOf[comparison]);
  const isWhole = isFirstOfMonth(from) && isFirstOfMonth(addDays(to, 1));
  if (isWhole) return monthsBefore({ from, to }, monthsBetween(from, to) + 1);
  const days = daysBetween(from, to) + 1;
  const months = days > 1 && isFirstOfMonth(from) ? monthsToDate({ from, to }) : undefined;
  if (months) return monthsBefore({ from, to }, months);
  return daysBefore({ from, to }, days > 1 && days < 7 && getWeekday(from) === 0 ? 7 : days);
}

/** What a named period is compared with unless somebody chooses otherwise. */
export const usualComparison = (name: PeriodName): Comparison =>
  name === 'week' || name === 'month' || name === 'quarter' || name === 'year' ? name : 'previous';

/** The length of the month, quarter or year that begins with the first day, if the last is in it. */
const monthsToDate = ({ from, to }: ReportPeriod): number | undefined =>
  [1, 3, 12].find((months) => monthNumber(from) % months === 0 && monthsBetween(from, to) < months);

const daysBefore = ({ from, to }: ReportPeriod, days: number): ReportPeriod => ({
  from: addDays(from, -days),
  to: addDays(to, -days),
});

/** Of whole months, the last day stays one. */
const monthsBefore = ({ from, to }: ReportPeriod, months: number): ReportPeriod => ({
  from: addMonths(from, -months),
  to:
    isFirstOfMonth(from) && isFirstOfMonth(addDays(to, 1))
      ? addDays(addMonths(addDays(to, 1), -months), -1)
      : addMonths(to, -months),
});

const isFirstOfMonth = (day: CalendarDate): boolean => day.endsWith('-01');
/** 0 is January. */
const monthNumber = (day: CalendarDate): number => Number(day.slice(5, 7)) - 1;

export const reportPeriodText = ({ from, to }: ReportPeriod): string => dayRangeText(from, to);

export const timeGroupings = ['day', 'week', 'month'] as const;
export type TimeGrouping = (typeof timeGroupings)[number];
export const isTimeGrouping = (grouping: string): grouping is TimeGrouping =>
  timeGroupings.some((one) => one === grouping);

/** The first day of the group (day, week or month) that this day is in. It names the group. */
function toGroup(day: CalendarDate, grouping: TimeGrouping): CalendarDate {
  if (grouping === 'day') return day;
  return grouping === 'week' ? getMonday(day) : firstOfMonth(day);
}

/** The groups of a period in order, each with its own days within the period. */
export function listGroups(
  { from, to }: ReportPeriod,
  grouping: TimeGrouping,
): (ReportPeriod & { key: CalendarDate })[] {
  const groups: (ReportPeriod & { key: CalendarDate })[] = [];
  for (let day = from; day <= to;) {
    const key = toGroup(day, grouping);
    const next = grouping === 'day' ? addDays(key, 1) : grouping === 'week' ? addDays(key, 7) : addMonths(key, 1);
    groups.push({ key, from: day, to: next > to ? to : addDays(next, -1) });
    day = next;
  }
  return groups;
}

/** 'Nov 2, 2026', 'Week of Nov 2, 2026', 'Nov 2026'. */
export function groupLabel(key: CalendarDate, grouping: TimeGrouping): string {
  const text = shortDate(key, 'UTC');
  if (grouping === 'day') return text;
  return grouping === 'week' ? `Week of ${text}` : text.replace(/ \d+,/, '');
}

/** The bounds of a period in a time zone: from the first moment, before the second. */
export const periodBounds = (zone: string, { from, to }: ReportPeriod) => ({
  since: startOfDay(zone, from),
  before: endOfDay(zone, to),
});

/** The last day of this day's month and of the following months, `count` in total. */
export const monthEnds = (day: CalendarDate, count: number): CalendarDate[] =>
  Array.from({ length: count }, (_, index) => addDays(addMonths(firstOfMonth(day), index + 1), -1));

/** 0 is Monday, 6 Sunday. */
export const getWeekday = (day: CalendarDate): number => ((daysBetween(aMonday, day) % 7) + 7) % 7;

const aMonday = '2024-01-01';
const getMonday = (day: CalendarDate): CalendarDate => addDays(day, -getWeekday(day));
const firstOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`;
