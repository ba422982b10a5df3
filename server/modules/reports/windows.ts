import { addHours } from 'date-fns';
import { groupBy } from 'es-toolkit';
import { sql, type RawBuilder } from 'kysely';
import { addDays, daysBetween, startOfDay, type CalendarDate } from '#domain/shared/dates.ts';
import { listGroups, periodBounds, type ReportPeriod } from '#domain/reports/reportPeriods.ts';
import { wallClock } from '#domain/shared/zones.ts';

export interface ReportLocation {
  readonly id: string;
  readonly timezone: string;
}

/**
 * As a query of `location_id, timezone, first_day, last_day, since, before`, in each location's own midnights. Passed as
 * arrays, which tell the planner the number of rows.
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

/** As `location_id, day, since, before`. Sums over many rows are fastest as one range of a covering index per day and location. */
export function selectDays(locations: readonly ReportLocation[], period: ReportPeriod): RawBuilder<unknown> {
  const days = listGroups(period, 'day').map(({ key }) => key);
  const clocks = listClocks(locations, period).map(
    ({ ids, midnights }) => sql`
      select l.location_id, d.day, d.since, d.before
        from unnest(${ids}::uuid[]) as l (location_id)
       cross join unnest(${days}::date[], ${midnights.slice(0, -1)}::timestamptz[], ${midnights.slice(1)}::timestamptz[]) as d (day, since, before)`,
  );
  return sql.join(clocks, sql` union all `);
}

function listClocks(locations: readonly ReportLocation[], { from, to }: ReportPeriod) {
  const days = daysBetween(from, to) + 2;
  return Object.entries(groupBy(locations, ({ timezone }) => timezone)).map(([timezone, places]) => {
    const midnights: Date[] = [];
    for (let index = 0; index < days; index += 1)
      midnights.push(midnight(timezone, addDays(from, index), midnights.at(-1)));
    return { timezone, ids: places.map(({ id }) => id), midnights };
  });
}

/** Most days begin 24 hours after the previous one, which is faster to check than to compute the start of a day. */
function midnight(timezone: string, day: CalendarDate, before: Date | undefined): Date {
  const likely = addHours(before ?? 0, 24);
  return wallClock(timezone, likely.getTime()) === Date.parse(day) ? likely : startOfDay(timezone, day);
}

export const isOneOf = (locations: readonly ReportLocation[], place: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${place} = any (${locations.map(({ id }) => id)}::uuid[])`;

/**
 * For statements that read many rows: a row's day is found among the midnights of its location, which takes a fraction of
 * the time of converting it to a date in a time zone.
 */
export function selectCalendar(locations: readonly ReportLocation[], period: ReportPeriod) {
  const clocks = listClocks(locations, period);
  const [clock, ...others] = clocks;
  const edge = (index: number, choose: (...times: number[]) => number) =>
    new Date(choose(...clocks.map(({ midnights }) => midnights.at(index)?.getTime() ?? 0)));
  const bucket = (moment: RawBuilder<unknown>, { midnights }: (typeof clocks)[number]) =>
    sql`width_bucket(${moment}, ${midnights}::timestamptz[])`;
  const mayBeInPeriod = (moment: RawBuilder<unknown>) =>
    sql`(${moment} >= ${edge(0, Math.min)} and ${moment} < ${edge(-1, Math.max)})`;
  /** One before the first or after the last if it is outside of the period. */
  const toDay = (moment: RawBuilder<unknown>, place: RawBuilder<unknown>): RawBuilder<unknown> => {
    if (!clock) return sql`null::date`;
    const elsewhere = others.map(
      (other) => sql`when ${place} = any (${other.ids}::uuid[]) then ${bucket(moment, other)}`,
    );
    const number =
      others.length === 0
        ? bucket(moment, clock)
        : sql`case ${sql.join(elsewhere, sql` `)} else ${bucket(moment, clock)} end`;
    return sql`(${period.from}::date - 1 + ${number})`;
  };
  /** If all locations share a time zone, `mayBeInPeriod` is already exact. */
  const isPeriodDay = (day: RawBuilder<unknown>) =>
    others.length === 0 ? sql`true` : sql`${day} between ${period.from} and ${period.to}`;
  return { dayOf: toDay, isPeriodDay, mayBeInPeriod };
}
