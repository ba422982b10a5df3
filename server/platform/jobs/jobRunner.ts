import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Database } from '#server/platform/database/database.ts';
import { defaultPoolSize } from '#server/platform/database/pool.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import { logContext } from '#server/platform/log/logging.ts';

/** The signal is aborted when the server stops. */
type Work = (signal: AbortSignal) => Promise<void>;

export interface JobRunner {
  /** Runs on one of the servers that share the database, never on two at the same time. */
  runEvery(name: string, seconds: number, work: Work): void;
  stop(): Promise<void>;
}

/** Each holds a connection for its lock while it uses others: if as many jobs as there are connections held one, none could go on. */
export const jobsAtOnce = (poolSize: number): number => Math.max(1, Math.floor((poolSize - 2) / 2));

/** A failed run is logged and the job runs again next time. */
export function openJobRunner(
  database: Database,
  onError: (name: string, error: unknown) => void,
  atOnce = jobsAtOnce(defaultPoolSize),
): JobRunner {
  const turns = pLimit(atOnce);
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const startRun = (name: string, seconds: number, work: Work) => {
    const run = logContext
      .run({ job: name }, () =>
        turns(async () =>
          stopping.signal.aborted ? undefined : runIfDue(database, name, seconds, () => work(stopping.signal)),
        ),
      )
      .catch((error: unknown) => onError(name, error))
      // A failure to log must not end the process.
      .catch(() => undefined)
      .finally(() => running.delete(run));
    running.add(run);
    return run;
  };

  return {
    runEvery: (name, seconds, work) => {
      const run = () => void startRun(name, seconds, work).finally(() => stopping.signal.aborted || wait());
      const wait = () => {
        const timer = setTimeout(() => {
          timers.delete(timer);
          run();
        }, seconds * 1_000);
        timers.add(timer);
      };
      run();
    },
    stop: async () => {
      stopping.abort();
      timers.forEach((timer) => clearTimeout(timer));
      await Promise.all(running);
    },
  };
}

/** Half a second of tolerance, since timers drift. A last run in the future is from a clock that was ahead, and does not count. */
export const runIfDue = (
  { unscoped }: Database,
  name: string,
  seconds: number,
  work: () => Promise<void>,
): Promise<void> =>
  withAdvisoryLock(
    unscoped,
    sql`hashtext('job'), hashtext(${name})`,
    async () => {
      const due = await sql`
        insert into jobs (name, ran_at, every_seconds) values (${name}, now(), ${seconds})
        on conflict (name) do update set ran_at = now(), every_seconds = excluded.every_seconds
          where jobs.ran_at <= now() - make_interval(secs => ${seconds - 0.5}) or jobs.ran_at > now() + interval '1 second'
        returning name`.execute(unscoped);
      if (due.rows.length > 0) await work();
    },
    { whenTaken: () => Promise.resolve() },
  );
