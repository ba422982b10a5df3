import { dayIn, lastDays } from '#domain/rules/dates.ts';
import { recentCheckinsLimit, trendDays } from '#domain/rules/limits.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';

export interface DayCount {
  date: string;
  granted: number;
  denied: number;
}

/**
 * The last seven days counted from the newest 100 check-ins, for an API that does not count them itself. When the 100
 * do not reach back to the start of a day, that day and those before it are not known, and are left out.
 */
export const dayCounts = (newest: readonly CheckinRecord[], timezone: string, now: Date): DayCount[] => {
  const days = lastDays(timezone, now, trendDays).map((date): DayCount => ({ date, granted: 0, denied: 0 }));
  const byDate = new Map(days.map((day) => [day.date, day]));
  for (const { checkinTime, accessGranted } of newest) {
    const day = byDate.get(dayIn(timezone, new Date(checkinTime)));
    if (day) day[accessGranted ? 'granted' : 'denied'] += 1;
  }
  const oldest = newest.at(-1);
  if (newest.length < recentCheckinsLimit || !oldest) return days;
  const cut = dayIn(timezone, new Date(oldest.checkinTime));
  return days.filter(({ date }) => date > cut);
};
