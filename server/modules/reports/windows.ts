import { addHours } from 'date-fns';
import { groupBy } from 'es-toolkit';
import { sql, type RawBuilder } from 'kysely';
import { addDays, startOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import { listGroups, periodBounds, type ReportPeriod } from '#domain/reports/reportPeriods.ts';
import { wallClock } from '#domain/shared/zones.ts';

export interface ReportLocation {
  readonly id: string;
  readonly timezone: string;
}

/**
 * A query of `location_id, timezone, first_day, last_day, since, before`, in each location's own midnights. Passed as arrays, which
 * tell the planner the number of rows.
 */
export function selectWindows(
  locations: readonly ReportLocation[],
  ...periods: readonly ReportPeriod[]
): RawBuilder<unknown> {
  const windows = periods.flatMap((period) =>
    locations.map(({ id, timezone }) => ({ id, timezone, ...period, ...periodBounds(timezone, period) })),
  );
  const all = <Name extends keyof (typeof windows)[number]>(name: Name) => windows.map((window) => window[name]);
  return sql`select location_id, timezone, first_day, last_day, since, before
    from unnest(${all('id')}::uuid[], ${all('timezone')}::text[], ${all('from')}::date[], ${all('to')}::date[], ${all('since')}::timestamptz[], ${all('before')}::timestamptz[])
      as w (location_id, timezone, first_day, last_day, since, before)`;
}

/** A query of `location_id, day, since, before`. Sums over many rows are fastest as one range of a covering index per day and location. */
export function selectDays(locations: readonly ReportLocation[], period: ReportPeriod): RawBuilder<unknown> {
  const days = listGroups(period, 'day').map(({ key }) => key);
  const zones = Object.entries(groupBy(locations, ({ timezone }) => timezone)).map(([timezone, places]) => {
    const midnights: Date[] = [];
    for (const day of [...days, addDays(period.to, 1)]) midnights.push(midnight(timezone, day, midnights.at(-1)));
    return sql`
      select l.location_id, d.day, d.since, d.before
        from unnest(${places.map(({ id }) => id)}::uuid[]) as l (location_id)
       cross join unnest(${days}::date[], ${midnights.slice(0, -1)}::timestamptz[], ${midnights.slice(1)}::timestamptz[]) as d (day, since, before)`;
  });
  return sql.join(zones, sql` union all `);
}

/** Most days begin 24 hours after the previous one, which is faster to check than to compute the start of a day. */
function midnight(timezone: string, day: CalendarDate, before: Date | undefined): Date {
  const likely = addHours(before ?? 0, 24);
  return wallClock(timezone, likely.getTime()) === Date.parse(day) ? likely : startOfDay(timezone, day);
}

export const isOneOf = (locations: readonly ReportLocation[], place: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${place} = any (${locations.map(({ id }) => id)}::uuid[])`;
