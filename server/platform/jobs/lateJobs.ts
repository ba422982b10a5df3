import { sql } from 'kysely';
import type { Database, Tx } from '#server/platform/database/database.ts';

export interface LateJobRow {
  readonly name: string;
  readonly ran_at: Date;
}

/** They have not started for three of their intervals, and for a minute at least. One that still runs has an hour. */
export async function findLateJobs(db: Database['unscoped'] | Tx): Promise<LateJobRow[]> {
  const { rows } = await sql<LateJobRow>`
    select j.name, j.ran_at
      from jobs j
     where j.ran_at < now() - greatest(3 * make_interval(secs => j.every_seconds), interval '1 minute')
       and (j.ran_at < now() - interval '1 hour' or not exists (
         select from pg_locks l
          where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
            and l.classid = hashtext('job')::oid and l.objid = hashtext(j.name)::oid))
     order by j.name`.execute(db);
  return rows;
}

/** Once for each job. Not a job itself, since that could be late too. */
export function watchJobs({ unscoped }: Database, onLate: (job: LateJobRow) => void): { stop(): void } {
  let reported = new Set<string>();
  const check = async () => {
    const late = await findLateJobs(unscoped);
    late.filter(({ name }) => !reported.has(name)).forEach(onLate);
    reported = new Set(late.map(({ name }) => name));
  };
  // Without the database, everything else fails audibly.
  const timer = setInterval(() => void check().catch(() => undefined), 60_000);
  return { stop: () => clearInterval(timer) };
}
