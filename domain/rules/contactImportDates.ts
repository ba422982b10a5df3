import { isCalendarDate, type CalendarDate } from './dates.ts';

/** What stands first in a date like 3/4/1990. */
export const dateOrders = ['month', 'day'] as const;
export type DateOrder = (typeof dateOrders)[number];

const numeric = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})\s*[/.-]?\s*(\d{2}|(?<=\D)\d)\s*[/.-]?\s*(\d{1,2})$/;
const monthNamed = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/i;
const dayNamed = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i;

const months = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
];

/** A time that a file gives with the day, as `1990-03-04T00:00:00Z` or `3/4/1990 12:00 AM`, says nothing of a birthday. */
const withoutTime = (text: string) => text.trim().replace(/[T\s]+\d{1,2}:\d{2}.*$/, '');

/**
 * Which order the dates of a whole column are in: one that can only be read one way decides for all. Where none
 * decides, dots are written day first, and anything else month first.
 */
export function dateOrderOf(column: readonly string[]): DateOrder {
  const dates = column.map((text) => numeric.exec(withoutTime(text))).filter((found) => found !== null);
  const dayFirst = dates.filter(([, first]) => Number(first) > 12).length;
  const monthFirst = dates.filter(([, , , second]) => Number(second) > 12).length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day' : 'month';
  return dates.length > 0 && dates.every(([, , mark]) => mark === '.') ? 'day' : 'month';
}

/** Whether a column holds dates whose order has to be known. */
export const needsDateOrder = (column: readonly string[]): boolean => column.some((text) => numeric.test(withoutTime(text)));

/** A birthday as `YYYY-MM-DD`. What is no date comes back as it was, for the contract to refuse. */
export function readBirthday(text: string, order: DateOrder, today: CalendarDate): string {
  const given = withoutTime(text);
  const [year, month, day] = partsOf(given, order);
  if (!year || !month || !day) return given;
  const date = `${fullYear(year, today)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : given;
}

type Parts = readonly (string | undefined)[];

function partsOf(text: string, order: DateOrder): Parts {
  const first = yearFirst.exec(text);
  if (first) return first.slice(1);
  const [, one, , two, year] = numeric.exec(text) ?? [];
  if (year) return order === 'day' ? [year, two, one] : [year, one, two];
  const [, monthName, dayAfter, yearAfter] = monthNamed.exec(text) ?? [];
  if (monthName) return [yearAfter, monthNumber(monthName), dayAfter];
  const [, dayBefore, nameAfter, yearLast] = dayNamed.exec(text) ?? [];
  return nameAfter ? [yearLast, monthNumber(nameAfter), dayBefore] : [];
}

/** '3' for Mar and March; nothing for what is no month. */
function monthNumber(name: string): string | undefined {
  const index = months.findIndex((month) => month.startsWith(name.toLowerCase().replace(/^sept$/, 'sep')));
  return index >= 0 ? String(index + 1) : undefined;
}

/** Nobody is born after today: '90' is 1990, and in 2026 '26' is 2026 and '27' is 1927. */
function fullYear(year: string, today: CalendarDate): string {
  if (year.length === 4) return year;
  const century = Number(today.slice(0, 2));
  return `${year > today.slice(2, 4) ? century - 1 : century}${year}`;
}
