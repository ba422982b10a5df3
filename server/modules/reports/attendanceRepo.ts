import { sql } from 'kysely';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { selectDays, selectWindows, type ReportLocation } from './windows.ts';

export const reportAttendanceRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  async visitsByDay(period: ReportPeriod): Promise<{ day: string; granted: number }[]> {
    const { rows } = await sql<{ day: string; granted: number }>`
      with w as materialized (${selectDays(locations, period)}),
      visits as (
        select w.day, (
                 select count(*) from checkins k where k.location_id = w.location_id and k.access_granted and k.checkin_time >= w.since and k.checkin_time < w.before) as granted
          from w)
      select day::text, sum(granted)::int as granted from visits group by day`.execute(tx);
    return rows;
  },

  /**
   * If the time zone's offset is whole hours, one count in the index covers an hour; else a quarter of an hour, of which
   * every offset is a multiple.
   */
  async visitsByHour(period: ReportPeriod): Promise<{ day: CalendarDate; hour: number; granted: number }[]> {
    const { rows } = await sql<{ day: string; hour: number; granted: number }>`
      with w as materialized (${selectWindows(locations, period)}),
      steps as (
        select w.location_id, w.timezone, s.since, s.since + clock.step as before
          from w
         cross join lateral (
           select case when bool_and(extract(minute from midnight at time zone 'UTC') = 0) then interval '1 hour' else interval '15 minutes' end as step
             from generate_series(w.first_day::timestamp, w.last_day + interval '1 day', interval '1 day') as d
            cross join lateral (select d at time zone w.timezone as midnight) as n) as clock
         cross join lateral generate_series(w.since, w.before - interval '1 minute', clock.step) as s (since)),
      counted as materialized (
        select s.since at time zone s.timezone as wall, (
                 select count(*) from checkins k where k.location_id = s.location_id and k.access_granted and k.checkin_time >= s.since and k.checkin_time < s.before) as count
          from steps s)
      select wall::date::text as day, extract(hour from wall)::int as hour, sum(count)::int as granted
        from counted where count > 0 group by 1, 2`.execute(tx);
    return rows;
  },

  async denials(period: ReportPeriod): Promise<{ day: CalendarDate; reason: string; denied: number }[]> {
    const { rows } = await sql<{ day: string; reason: string; denied: number }>`
      with w as materialized (${selectDays(locations, period)})
      select w.day::text as day, coalesce(d.reason, 'No reason') as reason, sum(d.denied)::int as denied
        from w
       cross join lateral (
         select k.reason, count(*) as denied from checkins k
          where k.location_id = w.location_id and not k.access_granted and k.checkin_time >= w.since and k.checkin_time < w.before group by k.reason) as d
       group by 1, 2`.execute(tx);
    return rows;
  },
});
