import { addDays, isCalendarDate, type CalendarDate } from '#domain/shared/dates.ts';

/** Tells how 3/4/1990 is read. */
export const dateOrders = ['month', 'day'] as const;
export type DateOrder = (typeof dateOrders)[number];

const numeric = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})\s*[/.-]?\s*(\d{2}|(?<=\D)\d)\s*[/.-]?\s*(\d{1,2})$/;
const monthNamed = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/i;
const dayNamed = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** A serial date of a spreadsheet, saved where the cell was not formatted as a date. Five digits are 1927 to 2173. */
const serial = /^([1-9]\d{4})(?:\.\d+)?$/;
const serialDayZero = '1899-12-30';

/** The time in `1990-03-04T00:00:00Z` or `3/4/1990 12:00 AM` is ignored for a birthday. */
const withoutTime = (text: string) => text.trim().replace(/[T\s]+\d{1,2}:\d{2}.*$/, '');

/**
 * Detects the date order of a column. One unambiguous date decides for all. Otherwise, dates with dots are day first and
 * all others month first.
 */
export function guessDateOrder(column: readonly string[]): DateOrder {
  const dates = column.map((text) => numeric.exec(withoutTime(text))).filter((match) => match !== null);
  const dayFirst = dates.filter(([, first]) => Number(first) > 12).length;
  const monthFirst = dates.filter(([, , , second]) => Number(second) > 12).length;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day' : 'month';
  return dates.length > 0 && dates.every(([, , mark]) => mark === '.') ? 'day' : 'month';
}

export const needsDateOrder = (column: readonly string[]): boolean =>
  column.some((text) => numeric.test(withoutTime(text)));

/**
 * A birthday as `YYYY-MM-DD`. A year of two digits is never in the future: in 2026, '27' is 1927. Text that is not a date is
 * returned unchanged, for validation to reject.
 */
export const readBirthday = (text: string, order: DateOrder, today: CalendarDate): string =>
  readDate(text, order, (year) => `${Number(today.slice(0, 2)) - (year > today.slice(2, 4) ? 1 : 0)}${year}`);

/** The same for a membership, whose dates may be in the future: '27' is 2027. */
export const readMembershipDate = (text: string, order: DateOrder): string =>
  readDate(text, order, (year) => `20${year}`);

function readDate(text: string, order: DateOrder, fullYear: (twoDigits: string) => string): string {
  const given = withoutTime(text);
  const [, days] = serial.exec(given) ?? [];
  if (days) return addDays(serialDayZero, Number(days));
  const [year, month, day] = splitDate(given, order);
  if (!year || !month || !day) return given;
  const date = `${year.length === 4 ? year : fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : given;
}

type Parts = readonly (string | undefined)[];

function splitDate(text: string, order: DateOrder): Parts {
  const first = yearFirst.exec(text);
  if (first) return first.slice(1);
  const [, one, , two, year] = numeric.exec(text) ?? [];
  if (year) return order === 'day' ? [year, two, one] : [year, one, two];
  const [, monthName, dayAfter, yearAfter] = monthNamed.exec(text) ?? [];
  if (monthName) return [yearAfter, monthNumber(monthName), dayAfter];
  const [, dayBefore, nameAfter, yearLast] = dayNamed.exec(text) ?? [];
  return nameAfter ? [yearLast, monthNumber(nameAfter), dayBefore] : [];
}

/** '3' for Mar and March; undefined for text that is not a month. */
function monthNumber(name: string): string | undefined {
  const index = months.findIndex((month) => month.startsWith(name.toLowerCase().replace(/^sept$/, 'sep')));
  return index >= 0 ? String(index + 1) : undefined;
}
