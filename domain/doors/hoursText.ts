import { clockTime, type AccessHours } from './accessHours.ts';

/** In the order of the API, in which 1 is Monday. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const isRun = (days: readonly number[]) =>
  days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
const shortenDay = (day: number | undefined) => weekdayNames[(day ?? 1) - 1]?.slice(0, 3) ?? '';

/** 'Every day', 'Mon–Fri' or 'Mon, Wed, Fri'. */
export function weekdaysText(days: readonly number[]): string {
  if (days.length === 7) return 'Every day';
  return isRun(days) ? `${shortenDay(days[0])}–${shortenDay(days.at(-1))}` : days.map(shortenDay).join(', ');
}

/** '9:30 AM' of '09:30'. */
function timeText(time: string): string {
  const [hour = 0, minute = ''] = time.split(':').map((part, index) => (index === 0 ? Number(part) : part));
  const hours = Number(hour);
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** '9:30 AM – 4:00 PM', or until the next day when the end is not after the beginning. */
export const timesText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? 'All day' : `${timeText(from)} – ${timeText(to)}${to < from ? ' the next day' : ''}`;

/** 'Mon–Fri, 9:30 AM – 4:00 PM'. */
export const accessHoursText = ({ weekdays, from, to }: AccessHours): string =>
  `${weekdaysText(weekdays)}, ${timesText({ from: clockTime(from), to: clockTime(to) })}`;
