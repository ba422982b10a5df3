import { sql } from 'kysely';
import { wallClock } from '#domain/shared/zones.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * A line for each zone of a location that has another clock in the database than in Node within the next year. Both bring their
 * own rules for daylight saving time, and those of one are older. Days would begin at two times.
 */
export async function timeZoneWarnings(
  { acrossCompanies }: Pick<Database, 'acrossCompanies'>,
  now: Date,
  readClock = wallClock,
): Promise<string[]> {
  const weeks = sql<{ timezone: string; at: Date; local: string }>`
    select z.timezone, w.at, to_char(w.at at time zone z.timezone, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as local
      from (select distinct l.timezone from locations l join pg_timezone_names n on n.name = l.timezone where l.archived_at is null) as z
     cross join generate_series(${now}::timestamptz, ${now}::timestamptz + interval '1 year', interval '1 week') as w(at)
     order by z.timezone, w.at`;
  const { rows } = await acrossCompanies((tx) => weeks.execute(tx));
  const differing = rows.filter(({ timezone, at, local }) => readClock(timezone, at.getTime()) !== Date.parse(local));
  const first = new Map(differing.toReversed().map(({ timezone, local }) => [timezone, local.slice(0, 10)]));
  return [...first].map(
    ([timezone, day]) =>
      `${timezone} has another clock in PostgreSQL than in Node on ${day}. Update the time zone data of the older one (Node ${process.versions.tz ?? ''}), or days of locations there begin at two times.`,
  );
}
