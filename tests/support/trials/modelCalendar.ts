/** The second models' own calendar: days are numbers. */
const dayMs = 86_400_000;
export const dayNumber = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / dayMs);
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day before the same day `months` later; in a month without that day, the day before its last one. */
export function lastDayOfMonths(start: number, months: number): number {
  const first = new Date(start * dayMs);
  const index = first.getUTCFullYear() * 12 + first.getUTCMonth() + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
  return Date.UTC(year, month, Math.min(first.getUTCDate(), length)) / dayMs - 1;
}
