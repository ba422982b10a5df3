import { dayIn, isCalendarDate, type CalendarDate } from './dates.ts';

const invalid = 'Invalid Date';
/** By zone. Making a formatter takes longer than a list of dates. */
function formatters(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone: string): Intl.DateTimeFormat => {
    const format = made.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    made.set(zone, format);
    return format;
  };
}

/** Replaces the narrow no-break space that ICU puts before AM and PM. */
const plainSpaces = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ');

/** NaN for an invalid date. V8 would parse February 30 as March 2. */
function toInstant(value: string | Date): number {
  if (typeof value === 'string' && /^\d{4}-\d{2}-(?:29|3\d)/.test(value) && !isCalendarDate(value.slice(0, 10)))
    return Number.NaN;
  return new Date(value).getTime();
}

const text = (options: Intl.DateTimeFormatOptions) => {
  const inZone = formatters(options);
  return (value: string | Date | null | undefined, zone: string): string => {
    if (!value) return invalid;
    const isDay = typeof value === 'string' && isCalendarDate(value);
    const instant = toInstant(value);
    if (Number.isNaN(instant)) return invalid;
    return plainSpaces(inZone(isDay ? 'UTC' : zone).format(instant));
  };
};

/** 'Jan 5, 2026'. A bare date is the same in every zone, a timestamp is converted to `zone`, anything else is 'Invalid Date'. */
export const shortDate = text({ year: 'numeric', month: 'short', day: 'numeric' });

const monthAndDay = text({ month: 'short', day: 'numeric' });

/** A date relative to the day `today`: 'Nov 30' in the same year, else 'Jan 5, 2027'. */
export const dayText = (day: CalendarDate, today: CalendarDate): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? monthAndDay : shortDate)(day, 'UTC');

/** 'Nov 29 to Dec 28, 2026', 'Dec 29, 2026 to Jan 28, 2027'. */
export const periodText = (from: CalendarDate, through: CalendarDate): string =>
  `${dayText(from, through)} to ${shortDate(through, 'UTC')}`;

/** As a title: 'Nov 1 – Nov 30, 2026', and 'Nov 1, 2026' for a single day. */
export const dayRangeText = (from: CalendarDate, to: CalendarDate): string =>
  from === to ? shortDate(from, 'UTC') : `${dayText(from, to)} – ${shortDate(to, 'UTC')}`;

/** 'January 5, 2026'. */
export const longDate = text({ year: 'numeric', month: 'long', day: 'numeric' });

/** 'Jan 5, 3:04 PM'. */
export const checkinTimeText = text({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** 'Jan 5, 2026, 3:04 PM'. */
export const dateTimeText = text({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A moment relative to the day `today`: 'Jan 5, 3:04 PM' in the same year, else 'Jan 5, 2025, 3:04 PM'. */
export const momentText = (moment: string, zone: string, today: CalendarDate): string =>
  (dayIn(zone, new Date(moment)).slice(0, 4) === today.slice(0, 4) ? checkinTimeText : dateTimeText)(moment, zone);

const sortable = formatters(
  { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  'sv-SE',
);

/** '2026-01-05 15:04' in `zone`, which spreadsheets parse as a date. It is the Swedish locale's format. */
export function sortableTime(value: string, zone: string): string {
  const instant = toInstant(value);
  return Number.isNaN(instant) ? invalid : sortable(zone).format(instant);
}

/** '7 AM'. */
export const hourText = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** '3:04 PM'. */
export const timeText = text({ hour: 'numeric', minute: '2-digit' });
