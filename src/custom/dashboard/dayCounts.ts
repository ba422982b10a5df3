import { useQuery } from '@tanstack/react-query';
import { dayIn, lastDays } from '#domain/shared/dates.ts';
import { recentCheckinsLimit, trendDays } from '#src/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useNow } from '#src/ui/time.ts';
import { checkinActions, type CheckinRecord } from '#src/dataProvider/checkins.ts';
import { useRows } from '#src/dataProvider/rows.tsx';

/** Check-ins of the last seven days, split at the location's midnight, today last. */
export const useDayCounts = () => {
  const { id, timezone } = useSelectedLocation();
  const now = useNow();
  const recent = useRecentCheckins();
  const summary = useQuery({
    queryKey: ['checkins', 'summary', id],
    queryFn: ({ signal }) => checkinActions.checkinSummary(id, trendDays, signal),
    refetchInterval: 30_000,
  });
  if (summary.data) return { days: summary.data.days, error: null };
  if (summary.data === null && recent.data) return { days: dayCounts(recent.data, timezone, now), error: null };
  return { days: undefined, error: summary.error ?? (summary.data === null ? recent.error : null) };
};

export const useRecentCheckins = () => {
  const { id: locationId } = useSelectedLocation();
  return useRows<CheckinRecord>('checkins', {
    pagination: { page: 1, perPage: recentCheckinsLimit },
    sort: { field: 'checkinTime', order: 'DESC' },
    filter: { locationId },
  });
};

export interface DayCount {
  date: string;
  granted: number;
  denied: number;
}

/**
 * The last seven days, counted from the newest 100 check-ins, for an API without daily counts. If the 100 do not reach
 * back to the start of a day, that day and the days before it are unknown and left out.
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
