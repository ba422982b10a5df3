import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { smallestPoolSize } from '#server/platform/database/pool.ts';
import { jobsAtOnce, openJobRunner, runIfDue } from '#server/platform/jobs/jobRunner.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import { findLateJobs, watchJobs, type LateJobRow } from '#server/platform/jobs/lateJobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.database.unscoped.deleteFrom('jobs').execute());
afterAll(() => fresh.drop());

test('when many servers are due at once, only one does the work', async () => {
  const others = Array.from({ length: 4 }, () => openDatabase({ url: fresh.url, poolSize: 2 }));
  const work = vi.fn<() => Promise<void>>(
    async () => void (await sql`select pg_sleep(0.2)`.execute(fresh.database.unscoped)),
  );
  await Promise.all([...others, ...others].map((database) => runIfDue(database, 'sweep', 60, work)));
  await Promise.all(others.map((database) => database.close()));
  expect(work).toHaveBeenCalledTimes(1);
});

test('the work is due again when its interval has passed by the clock of the database, not before', async () => {
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  await runIfDue(fresh.database, 'sweep', 60, work);
  await runIfDue(fresh.database, 'sweep', 60, work);
  expect(work).toHaveBeenCalledTimes(1);
  await sql`update jobs set ran_at = now() - interval '60 seconds'`.execute(fresh.database.unscoped);
  await runIfDue(fresh.database, 'sweep', 60, work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a last run in the future, by a clock that was ahead, does not stop the job', async () => {
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  await sql`insert into jobs (name, ran_at, every_seconds) values ('sweep', now() + interval '1 day', 60)`.execute(
    fresh.database.unscoped,
  );
  await runIfDue(fresh.database, 'sweep', 60, work);
  await runIfDue(fresh.database, 'sweep', 60, work);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a job that has not run for three of its intervals is late, and reported once; one that runs has an hour', async () => {
  const { unscoped } = fresh.database;
  await sql`insert into jobs (name, ran_at, every_seconds) values ('renewals', now() - interval '46 minutes', 900), ('emails', now() - interval '40 seconds', 15), ('events', now() - interval '50 seconds', 2),
    ('payments', now() - interval '4 minutes', 60), ('refunds', now() + interval '1 day', 900)`.execute(unscoped);
  const names = async () => (await findLateJobs(unscoped)).map(({ name }) => name);
  expect(await names()).toEqual(['payments', 'renewals']);
  await withAdvisoryLock(unscoped, sql`hashtext('job'), hashtext('payments')`, async () => {
    expect(await names()).toEqual(['renewals']);
    await sql`update jobs set ran_at = now() - interval '61 minutes' where name = 'payments'`.execute(unscoped);
    expect(await names()).toEqual(['payments', 'renewals']);
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const onLate = vi.fn<(job: LateJobRow) => void>();
  const watch = watchJobs(fresh.database, onLate);
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(onLate.mock.calls.map(([{ name }]) => name)).toEqual(['payments', 'renewals']));
  vi.advanceTimersByTime(60_000);
  watch.stop();
  vi.useRealTimers();
  await names();
  expect(onLate).toHaveBeenCalledTimes(2);
});

test('work that takes longer than its interval does not start a second time while it runs', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {
    await sql`update jobs set ran_at = now() - interval '1 hour'`.execute(fresh.database.unscoped);
    await runIfDue(fresh.database, 'sweep', 60, work);
  });
  await runIfDue(fresh.database, 'sweep', 60, work);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a failed run is reported, and its lock is released', async () => {
  const onError = vi.fn<(job: string, error: unknown) => void>();
  const runner = openJobRunner(fresh.database, onError);
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no network')));
  runner.runEvery('renewals', 0.6, work);
  await expect.poll(() => work.mock.calls.length).toBeGreaterThan(1);
  await runner.stop();
  expect(onError).toHaveBeenCalledWith('renewals', expect.objectContaining({ message: 'no network' }));
});

test('a report that fails itself ends neither the job nor the process', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  const runner = openJobRunner(fresh.database, () => {
    throw new Error('the log is gone');
  });
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no network')));
  runner.runEvery('renewals', 0.6, work);
  await expect.poll(() => work.mock.calls.length).toBeGreaterThan(1);
  await runner.stop();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('stopping aborts the running work and waits for it', async () => {
  const runner = openJobRunner(fresh.database, () => {});
  let finished = false;
  const work = vi.fn<(signal: AbortSignal) => Promise<void>>(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    finished = true;
  });
  runner.runEvery('sweep', 0.1, work);
  await expect.poll(() => work).toHaveBeenCalled();
  await runner.stop();
  expect(finished).toBe(true);
});

test('jobs leave connections for requests: with the smallest pool all of them run, and none waits for another’s connection', async () => {
  const small = openDatabase({ url: fresh.url, poolSize: smallestPoolSize });
  const errors: unknown[] = [];
  const done = new Set<string>();
  const runner = openJobRunner(small, (_name, error) => void errors.push(error), jobsAtOnce(smallestPoolSize));
  const names = Array.from({ length: 13 }, (_, index) => `crowded ${index}`);
  for (const name of names) {
    runner.runEvery(name, 60, async () => {
      await small.ping();
      done.add(name);
    });
  }
  await Promise.all(names.map(() => small.ping()));
  await expect.poll(() => done.size).toBe(names.length);
  expect(errors).toEqual([]);
  await runner.stop();
  await small.close();
});
