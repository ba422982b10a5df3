import { useQuery } from '@tanstack/react-query';
import { trendDays } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useNow } from '#src/custom/ui/useNow.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { dayCounts } from './dayCounts.ts';
import { useRecentCheckins } from './useRecentCheckins.ts';

/** Check-ins of the last seven days by the location's own midnight, today last. */
export const useDayCounts = () => {
  const { id, timezone } = useSelectedLocation();
  const data = useAppDataProvider();
  const now = useNow();
  const recent = useRecentCheckins();
  const summary = useQuery({
    queryKey: ['checkins', 'summary', id],
    queryFn: ({ signal }) => data.checkinSummary(id, trendDays, signal),
    refetchInterval: 30_000,
  });
  if (summary.data) return { days: summary.data.days, error: null };
  if (summary.data === null && recent.data) return { days: dayCounts(recent.data, timezone, now), error: null };
  return { days: undefined, error: summary.error ?? (summary.data === null ? recent.error : null) };
};
