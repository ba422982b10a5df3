import { sql, type RawBuilder } from 'kysely';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { findFinishedThrough } from '#server/platform/jobs/finishedDays.ts';
import { isOneOf, selectDays, selectWindows, type ReportLocation } from './windows.ts';

interface VisitsOfDay {
  readonly day: CalendarDate;
  readonly granted: number;
}

/** Summed over the period. 0 is Monday, 6 Sunday. */
interface VisitsOfHour {
  readonly weekday: number;
  readonly hour: number;
  readonly granted: number;
}

interface DenialsOfDay {
  readonly day: CalendarDate;
  readonly reason: string;
  readonly denied: number;
}

/** Finished days are read from their sums, the others from the check-ins. */
async function splitAtFinished(
  tx: Tx,
  { from, to }: ReportPeriod,
): Promise<{ finished?: ReportPeriod; live?: ReportPeriod }> {
  const through = await findFinishedThrough(tx, 'checkins');
  if (through === '-infinity' || through < from) return { live: { from, to } };
  if (through >= to) return { finished: { from, to } };
  return { finished: { from, to: through }, live: { from: addDays(through, 1), to } };
}

export function reportAttendanceRepo(tx: Tx, locations: readonly ReportLocation[]) {
  const live = liveAttendanceRepo(tx, locations);
  /** The two parts have no day in common. */
  const together = async <Row>(
    period: ReportPeriod,
    selectFinished: (isHere: RawBuilder<unknown>) => RawBuilder<Row>,
    readLive: (period: ReportPeriod) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const parts = await splitAtFinished(tx, period);
    const rows: Row[] = [];
    if (parts.finished) {
      const isHere = sql`${isOneOf(locations, sql`location_id`)} and day between ${parts.finished.from} and ${parts.finished.to}`;
      rows.push(...(await selectFinished(isHere).execute(tx)).rows);
    }
    if (parts.live) rows.push(...(await readLive(parts.live)));
    return rows;
  };
  return {
    visitsByDay: (period: ReportPeriod) =>
      together<VisitsOfDay>(
        period,
        (isHere) => sql`
          select day::text, sum(visits)::int as granted from checkin_hour_sums where access_granted and ${isHere} group by day`,
        live.visitsByDay,
      ),
    visitsByHour: (period: ReportPeriod) =>
      together<VisitsOfHour>(
        period,
        (isHere) => sql`
          select extract(isodow from day)::int - 1 as weekday, hour, sum(visits)::int as granted
            from checkin_hour_sums where access_granted and ${isHere} group by 1, 2`,
        live.visitsByHour,
      ),
    denials: (period: ReportPeriod) =>
      together<DenialsOfDay>(
        period,
        (isHere) => sql`
          select day::text, coalesce(reason, 'No reason') as reason, sum(visits)::int as denied
            from checkin_hour_sums where not access_granted and ${isHere} group by 1, 2 having sum(visits) <> 0`,
        live.denials,
      ),
  };
}

const liveAttendanceRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  async visitsByDay(period: ReportPeriod): Promise<VisitsOfDay[]> {
    const { rows } = await sql<VisitsOfDay>`
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
  async visitsByHour(period: ReportPeriod): Promise<VisitsOfHour[]> {
    const { rows } = await sql<VisitsOfHour>`
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
      select extract(isodow from wall)::int - 1 as weekday, extract(hour from wall)::int as hour, sum(count)::int as granted
        from counted where count > 0 group by 1, 2`.execute(tx);
    return rows;
  },

  async denials(period: ReportPeriod): Promise<DenialsOfDay[]> {
    const { rows } = await sql<DenialsOfDay>`
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
